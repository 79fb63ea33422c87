import { Paperclip, X } from "lucide-react";
import type { Dispatch } from "react";

import { Button } from "#ui/button.tsx";
import { FileButton } from "#ui/file-button.tsx";
import * as createTexts from "#words/en/create.ts";
import { useWords } from "#words/words.ts";

import type { DraftAction, DraftFile } from "./draft.ts";
import { MaskButton } from "./mask-button.tsx";

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
  const { create } = useWords(createTexts);
  return (
    <div className={styles.files}>
      {files.map((file) => (
        <span key={file.id} className={styles.file}>
          <span className={styles.name}>
            {file.assetId === undefined ? `${create.uploading}: ${file.name}` : file.name}
          </span>
          {canPaint(file, files) && <MaskButton image={file} change={change} />}
          <Button
            look="quiet"
            isIcon
            aria-label={create.removeFile(file.name)}
            onPress={() => change({ type: "remove-file", id: file.id })}
          >
            <X size={14} aria-hidden />
          </Button>
        </span>
      ))}
      <FileButton
        look="quiet"
        allowsMultiple
        mediaTypes={["image/*", "video/*", "audio/*"]}
        onFiles={(chosen) => {
          for (const file of chosen) onFile(file);
        }}
      >
        <Paperclip size={16} aria-hidden />
        {create.add}
      </FileButton>
    </div>
  );
}

/** A request takes one mask, for its only image. */
function canPaint({ kind, assetId }: DraftFile, files: readonly DraftFile[]): boolean {
  const images = files.filter((file) => file.kind === "image");
  const hasMask = files.some((file) => file.kind === "mask");
  return kind === "image" && assetId !== undefined && images.length === 1 && !hasMask;
}
