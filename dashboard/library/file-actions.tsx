import { useNavigate } from "@tanstack/react-router";
import { ImagePlus, Trash2 } from "lucide-react";
import { useState } from "react";

import { engine } from "#contract/engine.ts";
import type { LibraryFile } from "#contract/library.ts";
import { useCan } from "#contract/use-permissions.ts";
import { useWrite } from "#contract/use-write.ts";
import { FormDialog } from "#page-parts/form-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { showToast } from "#ui/toasts.tsx";
import { DownloadLink } from "#viewers/download-link.tsx";
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
  const words = useWords();
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
        {(jobId === undefined ? canKeep : canDeleteJob) && (
          <Button look="danger" onPress={() => setIsDeleting(true)}>
            <Trash2 size={16} aria-hidden />
            {words.library.delete}
          </Button>
        )}
      </div>
      {use.problem !== null && <ProblemNotice problem={use.problem} />}
      {isDeleting && (
        <DeleteFile
          file={file}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => {
            setIsDeleting(false);
            showToast(words.library.deletedToast);
            onDeleted();
          }}
        />
      )}
    </>
  );
}

/** An upload is deleted alone, an output with its job: the API deletes no single output. */
function DeleteFile({
  file: { fileId, jobId },
  onClose,
  onDeleted,
}: {
  readonly file: LibraryFile;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}) {
  const { library } = useWords();
  const { send, isSending, problem } = useWrite(
    async () =>
      jobId === undefined
        ? engine.request("deleteAsset", { path: { assetId: fileId } })
        : engine.request("deleteJob", { path: { jobId } }),
    { stale: ["listLibrary", "listJobs", "getJob", "listAssets"], onDone: onDeleted },
  );
  return (
    <FormDialog
      title={library.deleteTitle}
      submit={library.delete}
      look="danger"
      isSending={isSending}
      problem={problem}
      onSubmit={() => send(undefined)}
      onClose={onClose}
    >
      <p>{jobId === undefined ? library.deleteUpload : library.deleteJob}</p>
    </FormDialog>
  );
}
