import { Checkbox } from "#ui/checkbox.tsx";
import { Select } from "#ui/select.tsx";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import { textOf, useWords } from "#words/words.ts";

import { DraftText } from "./draft-text.tsx";
import { readField, writeField } from "./field-text.ts";
import type { StepField as Field } from "./step-fields.ts";

/** Editor of one field of a step. An empty field is left out of the definition. */
export function StepField({
  field,
  value,
  problem,
  isReadOnly,
  isPossible,
  onChange,
}: {
  readonly field: Field;
  readonly value: unknown;
  readonly problem: string | undefined;
  readonly isReadOnly: boolean;
  /** False for a value without the outline that the editor needs. */
  readonly isPossible: (value: unknown) => boolean;
  readonly onChange: (value: unknown) => void;
}) {
  const { pipelines } = useWords(pipelinesTexts);
  const { name, editor, choices = [], isRequired = false } = field;
  const label = textOf(pipelines.fields, field.label ?? name);
  if (editor === "choice") {
    const unset = isRequired ? [] : [""];
    return (
      <Select
        label={label}
        value={typeof value === "string" ? value : ""}
        options={[...unset, ...choices].map((choice) => ({
          value: choice,
          label: textOf(pipelines.choices, choice),
        }))}
        onChange={(next) => !isReadOnly && onChange(next === "" ? undefined : next)}
      />
    );
  }
  if (editor === "flag") {
    return (
      <Checkbox
        isSelected={value === true}
        isReadOnly={isReadOnly}
        onChange={(next) => onChange(next ? true : undefined)}
      >
        {label}
      </Checkbox>
    );
  }
  return (
    <DraftText
      label={label}
      text={writeField(editor, value)}
      parse={(text) => {
        const parsed = readField(editor, text, pipelines.jsonInvalid);
        const isRefused = "value" in parsed && !isPossible(parsed.value);
        return isRefused ? { problem: pipelines.outline } : parsed;
      }}
      onChange={onChange}
      problem={problem}
      isCode={editor === "json" || editor === "lines"}
      isLine={editor === "line" || editor === "number"}
      isReadOnly={isReadOnly}
      isRequired={isRequired}
    />
  );
}
