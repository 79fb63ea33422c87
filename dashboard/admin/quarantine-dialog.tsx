import { useState } from "react";

import {
  decideQuarantinedFile,
  type QuarantineAction,
  type QuarantinedFile,
} from "#contract/safety.ts";
import { useWrite } from "#contract/use-write.ts";
import { FactList, IdFact } from "#page-parts/fact-list.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Select } from "#ui/select.tsx";
import { showToast } from "#ui/toasts.tsx";
import * as adminTexts from "#words/en/admin.ts";
import { useWords } from "#words/words.ts";

import { ChangeDialog } from "./change-dialog.tsx";

import styles from "./admin.module.css";

/** A quarantined file with the form of its next step; a file that has left quarantine is shown only. */
export function QuarantineDialog({
  file,
  onClose,
}: {
  readonly file: QuarantinedFile;
  readonly onClose: () => void;
}) {
  if (file.status !== "ended") return <Decide file={file} onClose={onClose} />;
  return (
    <Dialog isOpen title={file.contentType} onClose={onClose}>
      <FileFacts file={file} />
    </Dialog>
  );
}

function Decide({
  file,
  onClose,
}: {
  readonly file: QuarantinedFile;
  readonly onClose: () => void;
}) {
  const { admin } = useWords(adminTexts);
  const { quarantinedFileId, contentType } = file;
  const [first = "hold", ...others] = actionsOf(file);
  const [action, setAction] = useState<QuarantineAction>(first);
  const { send, isSending, problem } = useWrite(decideQuarantinedFile, {
    stale: ["listQuarantinedFiles"],
    onDone: () => {
      showToast(admin.saved);
      onClose();
    },
  });
  return (
    <ChangeDialog
      title={contentType}
      isSending={isSending}
      problem={problem}
      conflict={null}
      onSubmit={(reason) => send({ quarantinedFileId, action, reason })}
      onClose={onClose}
    >
      <FileFacts file={file} />
      <Select<QuarantineAction>
        label={admin.decision}
        value={action}
        options={[first, ...others].map((value) => ({
          value,
          label: admin.quarantineActions[value],
        }))}
        onChange={setAction}
      />
      <p className={styles.note}>{admin.holdText}</p>
    </ChangeDialog>
  );
}

/** Actions that the server accepts in the state of the file. */
function actionsOf({ status, outputId, assetId }: QuarantinedFile): readonly QuarantineAction[] {
  if (status === "held") return ["end_hold"];
  const canReturn = outputId !== null || assetId !== null;
  return canReturn ? ["hold", "restore", "delete"] : ["hold", "delete"];
}

function FileFacts({ file }: { readonly file: QuarantinedFile }) {
  const { admin } = useWords(adminTexts);
  const { organizationId, jobId, outputId, assetId, sha256 } = file;
  return (
    <FactList>
      <IdFact label={admin.organizationId} id={organizationId} />
      {jobId !== null && <IdFact label={admin.job} id={jobId} />}
      {outputId !== null && <IdFact label={admin.output} id={outputId} />}
      {assetId !== null && <IdFact label={admin.asset} id={assetId} />}
      <IdFact label="SHA-256" id={sha256} />
    </FactList>
  );
}
