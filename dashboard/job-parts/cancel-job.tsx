import type { Job } from "@gme/client";
import { useMutation } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";

import { engine } from "#contract/engine.ts";
import { queryClient } from "#contract/queries.ts";
import { toProblem } from "#contract/to-problem.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import * as createTexts from "#words/en/create.ts";
import * as jobTexts from "#words/en/job.ts";
import { useWords } from "#words/words.ts";

/** Cancels a job after a question, which says what is charged. */
export function CancelJob({ job }: { readonly job: Job }) {
  const words = useWords(createTexts, jobTexts);
  const [isOpen, setIsOpen] = useState(false);
  const cancel = useMutation({
    mutationFn: async () => engine.request("cancelJob", { path: { jobId: job.jobId } }),
    onSuccess: (canceled) => {
      setIsOpen(false);
      queryClient.setQueryData(["getJob", { path: { jobId: job.jobId } }], canceled);
    },
  });
  return (
    <>
      <Button look="danger" isDisabled={job.status === "canceling"} onPress={() => setIsOpen(true)}>
        <X size={16} aria-hidden />
        {words.create.cancelJob}
      </Button>
      <Dialog
        title={words.job.cancelTitle}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        actions={
          <>
            <Button onPress={() => setIsOpen(false)}>{words.job.keep}</Button>
            <Button look="danger" isPending={cancel.isPending} onPress={() => cancel.mutate()}>
              {words.job.cancelConfirm}
            </Button>
          </>
        }
      >
        <p>{words.job.cancelText}</p>
        {cancel.error !== null && <ProblemNotice problem={toProblem(cancel.error)} />}
      </Dialog>
    </>
  );
}
