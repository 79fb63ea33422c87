import type { BatchView } from "@gme/client";
import { useQuery } from "@tanstack/react-query";
import { RefreshCw, X } from "lucide-react";
import { useState } from "react";

import { engine } from "#contract/engine.ts";
import { read } from "#contract/queries.ts";
import { useWrite } from "#contract/use-write.ts";
import { ConfirmDialog } from "#page-parts/confirm-dialog.tsx";
import { FormDialog } from "#page-parts/form-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { showToast } from "#ui/toasts.tsx";
import * as batchesTexts from "#words/en/batches.ts";
import * as jobTexts from "#words/en/job.ts";
import { formatCredits } from "#words/format.ts";
import { useWords } from "#words/words.ts";

/** Jobs that one press creates again; a larger number is created in several presses. */
const rerunMax = 100;

/** Cancel while the batch goes on; afterwards create what failed again. */
export function BatchActions({ batch }: { readonly batch: BatchView }) {
  const { batches, job } = useWords(batchesTexts, jobTexts);
  const [open, setOpen] = useState<"cancel" | "rerun" | null>(null);
  const close = () => setOpen(null);
  const { batchId, status, counts } = batch;
  return (
    <>
      {status === "processing" && (
        <Button look="danger" onPress={() => setOpen("cancel")}>
          <X size={16} aria-hidden />
          {batches.cancel}
        </Button>
      )}
      {counts.failed > 0 && (
        <Button onPress={() => setOpen("rerun")}>
          <RefreshCw size={16} aria-hidden />
          {batches.rerun(Math.min(counts.failed, rerunMax))}
        </Button>
      )}
      {open === "cancel" && (
        <ConfirmDialog
          title={batches.cancelTitle}
          text={batches.cancelText}
          submit={job.cancelConfirm}
          write={async () => engine.request("cancelBatch", { path: { batchId } })}
          stale={["getBatch", "listBatches"]}
          onDone={close}
          onClose={close}
        />
      )}
      {open === "rerun" && <Rerun batchId={batchId} onClose={close} />}
    </>
  );
}

/** Retries are jobs outside of the batch, each at most at its former price. */
function Rerun({ batchId, onClose }: { readonly batchId: string; readonly onClose: () => void }) {
  const { batches } = useWords(batchesTexts);
  const failed = useQuery(
    read("listJobs", { query: { batch: batchId, status: "failed", limit: rerunMax } }),
  );
  const jobs = failed.data?.data ?? [];
  const creditsOf = ({ billing }: (typeof jobs)[number]) => billing.estimatedCredits ?? 0;
  const rerun = useWrite(
    async (_input: undefined, { idempotencyKey }) => {
      let created = 0;
      for (const each of jobs) {
        const maxCredits = creditsOf(each);
        await engine.request(
          "retryJob",
          {
            path: { jobId: each.jobId },
            body: maxCredits === 0 ? {} : { maxCredits },
          },
          // A repeated press after a failure creates none of the former jobs twice.
          { idempotencyKey: `${idempotencyKey}-${each.jobId}` },
        );
        created += 1;
      }
      return created;
    },
    {
      stale: ["listJobs", "getCredits"],
      onDone: (created) => {
        showToast(batches.rerunDone(created));
        onClose();
      },
    },
  );
  const credits = jobs.reduce((sum, each) => sum + creditsOf(each), 0);
  return (
    <FormDialog
      title={batches.rerunTitle}
      submit={batches.rerun(jobs.length)}
      isSending={rerun.isSending || failed.isPending}
      problem={rerun.problem}
      onSubmit={() => rerun.send(undefined)}
      onClose={onClose}
    >
      <p>{batches.rerunText(jobs.length, formatCredits(credits))}</p>
    </FormDialog>
  );
}
