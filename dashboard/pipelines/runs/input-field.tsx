import type { PipelineInput } from "@gme/client";
import { useState } from "react";

import { FileField } from "#page-parts/file-field.tsx";
import { Select } from "#ui/select.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import * as runsTexts from "#words/en/runs.ts";
import { useWords } from "#words/words.ts";

import { isFile, readInput, writeInput } from "./run-inputs.ts";

const areaFrom = 200;

/** Field for one input of a pipeline. Its default is shown and not sent. */
export function InputField({
  name,
  input,
  value,
  problem,
  onChange,
}: {
  readonly name: string;
  readonly input: PipelineInput;
  readonly value: unknown;
  readonly problem: string | undefined;
  readonly onChange: (value: unknown) => void;
}) {
  const { runs } = useWords(runsTexts);
  const preset = writeInput("default" in input ? input.default : undefined);
  const [text, setText] = useState(() => (value === undefined ? preset : writeInput(value)));
  const write = (next: string) => {
    setText(next);
    onChange(next === preset ? undefined : readInput(input, next));
  };
  const label = input.title ?? name;
  const isRequired = input.required !== false && preset === "";
  if (isFile(input)) {
    return (
      <FileField
        label={label}
        kind={input.type as "image"}
        isRequired={isRequired}
        hint={input.description}
        problem={problem}
        onChange={(assetId) => onChange({ assetId })}
      />
    );
  }
  if (input.type === "choice" || input.type === "boolean") {
    const choices =
      input.type === "choice"
        ? input.choices.map((choice) => ({ value: choice, label: choice }))
        : [
            { value: "true", label: runs.yes },
            { value: "false", label: runs.no },
          ];
    const unset = preset === "" ? [{ value: "", label: runs.unset }] : [];
    return <Select label={label} value={text} options={[...unset, ...choices]} onChange={write} />;
  }
  const field = { label, value: text, onChange: write, isRequired, error: problem };
  if (input.type === "list") {
    const hint = isFile(input.of) ? runs.listFiles : runs.listHint;
    return <TextArea {...field} hint={input.description ?? hint} />;
  }
  if (input.type === "text" && (input.maxLength ?? areaFrom) >= areaFrom) {
    return <TextArea {...field} hint={input.description} rows={2} />;
  }
  return (
    <TextField
      {...field}
      hint={input.description ?? boundsOf(input)}
      inputMode={input.type === "text" ? "text" : "decimal"}
    />
  );
}

function boundsOf(input: PipelineInput): string {
  if (input.type !== "integer" && input.type !== "number") return "";
  const { minimum, maximum } = input;
  if (minimum === undefined && maximum === undefined) return "";
  return `${minimum ?? ""} – ${maximum ?? ""}`;
}
