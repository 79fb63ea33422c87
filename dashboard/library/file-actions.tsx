import { useNavigate } from "@tanstack/react-router";
import { ImagePlus, Trash2 } from "lucide-react";
import { useState } from "react";

import { engine } from "#contract/engine.ts";
import type { LibraryFile } from "#contract/library.ts";
import { useCan } from "#contract/use-permissions.ts";
import { useWrite } from "#contract/use-write.ts";
import { ShareJob } from "#job-parts/share-job.tsx";
import { ConfirmDialog } from "#page-parts/confirm-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { showToast } from "#ui/toasts.tsx";
import { DownloadLink } from "#viewers/download-link.tsx";
import * as libraryTexts from "#words/en/library.ts";
import { useWords } from "#words/words.ts";

import styles from "./library.module.css";

/** Media types that a request takes as a file. */
const inputs = /^(?:image|video|audio)\//;

export function FileActions({
  file,
  onDeleted,
}: {
  readonly file: LibraryFile;
  readonly onDeleted: () => void;
}) {
  const words = useWords(libraryTexts);
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const canKeep = useCan("assets:write");
  const canDeleteJob = useCan("jobs:write");
  const { fileId, jobId, contentType, url } = file;
  const use = useWrite(
    async () =>
      jobId === undefined
        ? fileId
        : (await engine.request("createAsset", { body: { outputId: fileId } })).assetId,
    { stale: [], onDone: (input) => void navigate({ to: "/create", search: { input } }) },
  );
  return (
    <>
      <div className={styles.actions}>
        {canKeep && inputs.test(contentType) && (
          <Button look="primary" isPending={use.isSending} onPress={() => use.send(undefined)}>
            <ImagePlus size={16} aria-hidden />
            {words.library.useAs}
          </Button>
        )}
        <DownloadLink url={url} />
        {jobId !== undefined && <ShareJob jobId={jobId} />}
        {(jobId === undefined ? canKeep : canDeleteJob) && (
          <Button look="danger" onPress={() => setIsDeleting(true)}>
            <Trash2 size={16} aria-hidden />
            {words.library.delete}
          </Button>
        )}
      </div>
      {use.problem !== null && <ProblemNotice problem={use.problem} />}
      {isDeleting && (
        <ConfirmDialog
          title={words.library.deleteTitle}
          text={jobId === undefined ? words.library.deleteUpload : words.library.deleteJob}
          submit={words.library.delete}
          // An upload is deleted alone, an output with its job: the API deletes no single output.
          write={async () =>
            jobId === undefined
              ? engine.request("deleteAsset", { path: { assetId: fileId } })
              : engine.request("deleteJob", { path: { jobId } })
          }
          stale={["listLibrary", "listJobs", "getJob", "listAssets"]}
          onDone={() => {
            setIsDeleting(false);
            showToast(words.library.deletedToast);
            onDeleted();
          }}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </>
  );
}
