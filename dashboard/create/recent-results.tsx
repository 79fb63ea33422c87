import type { Job, ResponseOf } from "@gme/client";
import { useQuery } from "@tanstack/react-query";
import { AudioLines, Box, CircleAlert, FileText, Film, LoaderCircle } from "lucide-react";
import { memo, useState } from "react";

import { takeEarlyData } from "#contract/early-reads.ts";
import { type LibraryFile, readRecentFiles } from "#contract/library.ts";
import { isFinal } from "#contract/merge-event.ts";
import { read } from "#contract/queries.ts";
import { toProblem } from "#contract/to-problem.ts";
import { titleOf } from "#job-parts/job-title.ts";
import { FilePreview } from "#page-parts/file-preview.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { toLocalUrl } from "#viewers/local-url.ts";
import * as createTexts from "#words/en/create.ts";
import * as jobTexts from "#words/en/job.ts";
import { textOf, useWords } from "#words/words.ts";

import styles from "./recent-results.module.css";

const shownJobs = 12;

/** Results of the latest jobs; memoized, because the page is drawn again for each letter of the prompt. */
export const RecentResults = memo(function RecentResults({
  chosen,
  onChoose,
}: {
  readonly chosen: string | undefined;
  readonly onChoose: (jobId: string) => void;
}) {
  const words = useWords(createTexts, jobTexts);
  const jobs = useQuery({
    ...read("listJobs", { query: { limit: shownJobs } }),
    initialData: () =>
      takeEarlyData(`/v1/jobs?limit=${shownJobs}`) as ResponseOf<"listJobs"> | undefined,
  });
  const recent = useQuery(readRecentFiles());
  const files = new Map(recent.data?.data.map((file) => [file.fileId, file] as const));
  if (jobs.error !== null && jobs.data === undefined) {
    return <ProblemNotice problem={toProblem(jobs.error)} onRetry={() => void jobs.refetch()} />;
  }
  const shown = jobs.data?.data ?? [];
  if (shown.length === 0) return null;
  return (
    <section className={styles.recent}>
      <h2>{words.create.history}</h2>
      <ul className={styles.list}>
        {shown.map((job) => (
          <li key={job.jobId}>
            <button
              type="button"
              className={styles.tile}
              aria-label={`${titleOf(job, words)} · ${textOf(words.job.status, job.status)}`}
              aria-current={job.jobId === chosen}
              onClick={() => onChoose(job.jobId)}
            >
              <JobPreview job={job} files={recent.isPending ? null : files} />
              <span className={styles.title}>{titleOf(job, words)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
});

/** Preview of the first file of a job. An original can have megabytes; it is shown until it has a preview. */
function JobPreview({
  job,
  files,
}: {
  readonly job: Job;
  /** Null while they are being read. */
  readonly files: ReadonlyMap<string, LibraryFile> | null;
}) {
  const [isBroken, setIsBroken] = useState(false);
  const [output] = job.outputs;
  const file = output === undefined ? undefined : files?.get(output.outputId);
  if (file?.preview.state === "ready") {
    return (
      <span className={styles.image}>
        <FilePreview file={file} />
      </span>
    );
  }
  if (output?.contentType.startsWith("image/") === true && !isBroken) {
    return files === null ? (
      <span className={styles.image} />
    ) : (
      <img
        src={toLocalUrl(output.url)}
        alt=""
        loading="lazy"
        className={styles.image}
        // Its time to be kept may have ended since the list was read.
        onError={() => setIsBroken(true)}
      />
    );
  }
  return <span className={styles.icon}>{iconOf(job)}</span>;
}

const iconProps = { size: 24, strokeWidth: 1.5, "aria-hidden": true } as const;

function iconOf({ status, outputs, request }: Job) {
  if (!isFinal({ status })) return <LoaderCircle {...iconProps} />;
  const [output] = outputs;
  if (output === undefined) return <CircleAlert {...iconProps} />;
  if (output.contentType.startsWith("video/")) return <Film {...iconProps} />;
  if (output.contentType.startsWith("audio/")) return <AudioLines {...iconProps} />;
  return request.contentType === "3d" ? <Box {...iconProps} /> : <FileText {...iconProps} />;
}
