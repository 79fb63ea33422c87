import { useState } from "react";

import { TextField } from "#ui/text-field.tsx";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import { useWords } from "#words/words.ts";

import { listSteps, renameStep } from "../editor/definition.ts";
import type { Editing } from "../editor/editing.ts";

const pattern = /^[a-z][A-Za-z0-9]{0,39}$/;

/** Renames a step when its field loses the focus, with every expression that uses it. */
export function StepName({
  editing: { definition, isEditable, change },
  name,
  onRenamed,
}: {
  readonly editing: Editing;
  readonly name: string;
  readonly onRenamed: (name: string) => void;
}) {
  const { pipelines } = useWords(pipelinesTexts);
  const [text, setText] = useState(name);
  const isTaken = text !== name && listSteps(definition).some((step) => step.name === text);
  const isValid = pattern.test(text) && !isTaken;
  const rename = () => {
    if (!isValid || text === name) return;
    change(renameStep(definition, name, text));
    onRenamed(text);
  };
  return (
    <TextField
      label={pipelines.stepName}
      hint={isTaken ? pipelines.nameTaken : pipelines.stepNameHint}
      value={text}
      maxLength={40}
      isInvalid={!isValid}
      isReadOnly={!isEditable}
      validationBehavior="aria"
      spellCheck="false"
      onChange={setText}
      onBlur={rename}
      onKeyDown={({ key }) => key === "Enter" && rename()}
    />
  );
}
