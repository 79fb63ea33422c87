import type { Job } from "@gme/client";
import { useMutation } from "@tanstack/react-query";
import { Pencil, RefreshCw } from "lucide-react";

import { engine } from "#contract/engine.ts";
import { isFinal } from "#contract/merge-event.ts";
import { queryClient } from "#contract/queries.ts";
import { toProblem } from "#contract/to-problem.ts";
import { Button } from "#ui/button.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { DownloadLink } from "#viewers/download-link.tsx";
import * as createTexts from "#words/en/create.ts";
import { useWords } from "#words/words.ts";

import { CancelJob } from "./cancel-job.tsx";
import { ShareJob } from "./share-job.tsx";

import styles from "./job-actions.module.css";

/** Cancel while a job runs; again, change, download and share afterwards. */
export function JobActions({
  job,
  onCreated,
  onChange,
}: {
  readonly job: Job;
  readonly onCreated: (jobId: string) => void;
  readonly onChange: () => void;
}) {
  const words = useWords(createTexts);
  const again = useMutation({
    mutationFn: async () => engine.request("retryJob", { path: { jobId: job.jobId }, body: {} }),
    onSuccess: async ({ jobId }) => {
      onCreated(jobId);
      await queryClient.invalidateQueries({ queryKey: ["listJobs"] });
    },
  });
  if (!isFinal(job)) return <CancelJob job={job} />;
  return (
    <>
      <div className={styles.actions}>
        <Button isPending={again.isPending} onPress={() => again.mutate()}>
          <RefreshCw size={16} aria-hidden />
          {words.create.again}
        </Button>
        {job.request.capability !== undefined && (
          <Button onPress={onChange}>
            <Pencil size={16} aria-hidden />
            {words.actions.edit}
          </Button>
        )}
        {job.outputs.map(({ outputId, url }) => (
          <DownloadLink key={outputId} url={url} />
        ))}
        {job.status === "completed" && <ShareJob jobId={job.jobId} />}
      </div>
      {again.error !== null && <ProblemNotice problem={toProblem(again.error)} />}
    </>
  );
}
