import { Paperclip, X } from "lucide-react";
import type { Dispatch } from "react";
import { FileTrigger } from "react-aria-components";

import { Button } from "#ui/button.tsx";
import { useWords } from "#words/words.ts";

import type { DraftAction, DraftFile } from "./draft.ts";

import styles from "./file-list.module.css";

export function FileList({
  files,
  change,
  onFile,
}: {
  readonly files: readonly DraftFile[];
  readonly change: Dispatch<DraftAction>;
  readonly onFile: (file: File) => void;
}) {
  const { create } = useWords();
  return (
    <div className={styles.files}>
      {files.map(({ id, name, assetId }) => (
        <span key={id} className={styles.file}>
          <span className={styles.name}>
            {assetId === undefined ? `${create.uploading}: ${name}` : name}
          </span>
          <Button
            look="quiet"
            isIcon
            aria-label={create.removeFile(name)}
            onPress={() => change({ type: "remove-file", id })}
          >
            <X size={14} aria-hidden />
          </Button>
        </span>
      ))}
      <FileTrigger
        allowsMultiple
        acceptedFileTypes={["image/*", "video/*", "audio/*"]}
        onSelect={(chosen) => {
          for (const file of chosen ?? []) onFile(file);
        }}
      >
        <Button look="quiet">
          <Paperclip size={16} aria-hidden />
          {create.add}
        </Button>
      </FileTrigger>
    </div>
  );
}
