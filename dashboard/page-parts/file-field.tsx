import { useMutation } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useId } from "react";

import { toProblem } from "#contract/to-problem.ts";
import { uploadFile } from "#contract/upload-file.ts";
import { FileButton } from "#ui/file-button.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import * as runsTexts from "#words/en/runs.ts";
import { useWords } from "#words/words.ts";

import fieldStyles from "#ui/field.module.css";
import styles from "./page-parts.module.css";

const mediaTypes = {
  image: ["image/*"],
  video: ["video/*"],
  audio: ["audio/*"],
  model: [".glb"],
} as const;

/** Uploads a file and gives the id of its asset. */
export function FileField({
  label,
  kind,
  hint,
  problem,
  isRequired,
  onChange,
}: {
  readonly label: string;
  readonly kind: keyof typeof mediaTypes;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  readonly isRequired: boolean;
  readonly onChange: (assetId: string) => void;
}) {
  const { runs } = useWords(runsTexts);
  const id = useId();
  const upload = useMutation({ mutationFn: uploadFile, onSuccess: onChange });
  const name = upload.variables?.name ?? "";
  return (
    <div className={fieldStyles.field}>
      <span id={id} className={fieldStyles.label}>
        {label}
        {isRequired && " *"}
      </span>
      <div className={styles.file}>
        <FileButton
          mediaTypes={mediaTypes[kind]}
          onFiles={([file]) => {
            if (file !== undefined) upload.mutate(file);
          }}
          aria-describedby={id}
          isPending={upload.isPending}
        >
          <Upload size={16} aria-hidden />
          {runs.file}
        </FileButton>
        <output className={styles.fileName}>
          {upload.isPending && runs.fileUploading}
          {upload.isSuccess && runs.fileReady(name)}
        </output>
      </div>
      {hint !== undefined && <p className={fieldStyles.hint}>{hint}</p>}
      {problem !== undefined && <p className={fieldStyles.error}>{problem}</p>}
      {upload.error !== null && <ProblemNotice problem={toProblem(upload.error)} />}
    </div>
  );
}
