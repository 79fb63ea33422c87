import { useState } from "react";

import { TextArea } from "#ui/text-area.tsx";
import * as modelsTexts from "#words/en/models.ts";
import * as schemaFormTexts from "#words/en/schema-form.ts";
import { useWords } from "#words/words.ts";

import { toGeneration, toTrial, type Trial } from "./generation.ts";

/** The request as JSON. The form follows every change that is a request; other text is marked. */
export function BodyEditor({
  modelId,
  trial,
  onChange,
}: {
  readonly modelId: string;
  readonly trial: Trial;
  readonly onChange: (trial: Trial) => void;
}) {
  const { models, schemaForm } = useWords(modelsTexts, schemaFormTexts);
  const uploaded = { ...trial, files: trial.files.filter(({ assetId }) => assetId !== undefined) };
  const [text, setText] = useState(() => JSON.stringify(toGeneration(modelId, uploaded), null, 2));
  const [isBroken, setIsBroken] = useState(false);
  return (
    <TextArea
      isCode
      rows={12}
      label={models.json}
      hint={models.jsonText}
      value={text}
      error={isBroken ? schemaForm.brokenJson : undefined}
      onChange={(next) => {
        setText(next);
        const read = toTrial(next, trial);
        setIsBroken(read === null);
        if (read !== null) onChange(read);
      }}
    />
  );
}
