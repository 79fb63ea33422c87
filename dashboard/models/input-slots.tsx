import { useMutation } from "@tanstack/react-query";
import { Paperclip, X } from "lucide-react";
import { useId } from "react";

import { toProblem } from "#contract/to-problem.ts";
import { uploadFile } from "#contract/upload-file.ts";
import type { InputSlot } from "#schema-form/fields.ts";
import { Button } from "#ui/button.tsx";
import { FileButton } from "#ui/file-button.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import * as modelsTexts from "#words/en/models.ts";
import { textOf, useWords } from "#words/words.ts";

import type { SlotFile } from "./generation.ts";

import styles from "./models.module.css";

type Change = (files: readonly SlotFile[]) => readonly SlotFile[];

/** Files of a request, by the kinds that the model takes. */
export function InputSlots({
  slots,
  files,
  onChange,
}: {
  readonly slots: readonly InputSlot[];
  readonly files: readonly SlotFile[];
  readonly onChange: (change: Change) => void;
}) {
  const { models } = useWords(modelsTexts);
  const { mutate, error } = useMutation({
    mutationFn: async ({ id, kind, file }: { id: string; kind: string; file: File }) => {
      onChange((former) => [...former, { id, kind, name: file.name }]);
      const assetId = await uploadFile(file);
      onChange((former) => former.map((each) => (each.id === id ? { ...each, assetId } : each)));
    },
    onError: (_error, { id }) => remove(id),
  });
  const prefix = useId();
  const remove = (id: string) => onChange((former) => former.filter((each) => each.id !== id));
  const add = (kind: string, chosen: readonly File[]) => {
    for (const [index, file] of chosen.entries()) {
      mutate({ id: `${prefix}${file.name}${file.lastModified}${index}`, kind, file });
    }
  };
  if (slots.length === 0) return null;
  return (
    <div className={styles.slots}>
      {slots.map(({ kind, countMax, isRequired }) => {
        const name = models.inputCount(textOf(models.kinds, kind), countMax);
        const count = files.filter((file) => file.kind === kind).length;
        return (
          <FileButton
            key={kind}
            allowsMultiple={countMax > 1}
            mediaTypes={[`${kind === "mask" ? "image" : kind}/*`]}
            onFiles={(chosen) => add(kind, chosen)}
            isDisabled={count >= countMax}
          >
            <Paperclip size={16} aria-hidden />
            {models.addFile(isRequired ? name : models.optional(name))}
          </FileButton>
        );
      })}
      <div className={styles.files}>
        {files.map(({ id, name, assetId }) => (
          <span key={id} className={styles.file}>
            <span>{assetId === undefined ? models.uploading(name) : name}</span>
            <Button
              look="quiet"
              isIcon
              aria-label={models.removeFile(name)}
              onPress={() => remove(id)}
            >
              <X size={14} aria-hidden />
            </Button>
          </span>
        ))}
      </div>
      {error !== null && <ProblemNotice problem={toProblem(error)} />}
    </div>
  );
}
