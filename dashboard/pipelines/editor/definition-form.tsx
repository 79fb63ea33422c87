import type { PipelineInput } from "@gme/client";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";

import { setAt } from "#contract/set-at.ts";
import { Section } from "#page-parts/section.tsx";
import { Button } from "#ui/button.tsx";
import { Select } from "#ui/select.tsx";
import { TextField } from "#ui/text-field.tsx";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import { textOf, useWords } from "#words/words.ts";

import { pointerOf } from "./definition.ts";
import { DraftText } from "./draft-text.tsx";
import type { Editing } from "./editing.ts";
import { readField, writeField } from "./field-text.ts";
import { issuesAt } from "./use-check.ts";

import styles from "./editor.module.css";

const newInputs: Record<PipelineInput["type"], PipelineInput> = {
  text: { type: "text", maxLength: 500 },
  integer: { type: "integer" },
  number: { type: "number" },
  boolean: { type: "boolean", default: false },
  choice: { type: "choice", choices: ["a", "b"] },
  image: { type: "image" },
  video: { type: "video" },
  audio: { type: "audio" },
  model: { type: "model" },
  list: { type: "list", of: { type: "text" }, maxItems: 10 },
};

/** Inputs, outputs, limits and phrases of a pipeline. */
export function DefinitionForm(editing: Editing) {
  const { pipelines } = useWords(pipelinesTexts);
  const { definition, isEditable, change } = editing;
  const { inputs = {}, outputs, limits, chat } = definition;
  const others = { ...(limits && { limits }), ...(chat && { chat }) };
  return (
    <>
      <Section title={pipelines.inputs}>
        {Object.entries(inputs).map(([name, input]) => (
          <InputRow key={name} editing={editing} name={name} input={input} />
        ))}
        {isEditable && (
          <AddNamed
            label={pipelines.addInput}
            taken={inputs}
            onAdd={(name) => change(setAt(definition, ["inputs", name], newInputs.text))}
          />
        )}
      </Section>
      <Section title={pipelines.outputs}>
        {Object.entries(outputs).map(([name, expression]) => (
          <div key={name} className={styles.row}>
            <FieldAt
              editing={editing}
              path={["outputs", name]}
              label={pipelines.output(name)}
              editor="line"
              value={expression}
              onValue={(value) => setAt(definition, ["outputs", name], value ?? "")}
            />
            {isEditable && (
              <Remove
                label={pipelines.removeOutput(name)}
                onPress={() => change(setAt(definition, ["outputs", name], undefined))}
              />
            )}
          </div>
        ))}
        {isEditable && (
          <AddNamed
            label={pipelines.addOutput}
            taken={outputs}
            onAdd={(name) => change(setAt(definition, ["outputs", name], "{{  }}"))}
          />
        )}
      </Section>
      <FieldAt
        editing={editing}
        path={["limits"]}
        label={pipelines.otherFields}
        editor="json"
        value={others}
        onValue={(value) => {
          const { limits: nextLimits, chat: nextChat } = (value ?? {}) as typeof others;
          return setAt(setAt(definition, ["limits"], nextLimits), ["chat"], nextChat);
        }}
      />
    </>
  );
}

function InputRow({
  editing,
  name,
  input,
}: {
  readonly editing: Editing;
  readonly name: string;
  readonly input: PipelineInput;
}) {
  const { pipelines } = useWords(pipelinesTexts);
  const { definition, isEditable, change } = editing;
  const { type, ...details } = input;
  const path = ["inputs", name];
  return (
    <div className={styles.input}>
      <Select
        label={`${pipelines.input(name)} · ${pipelines.inputType}`}
        value={type}
        options={Object.keys(newInputs).map((value) => ({
          value: value as PipelineInput["type"],
          label: textOf(pipelines.inputTypes, value),
        }))}
        onChange={(next) => isEditable && change(setAt(definition, path, newInputs[next]))}
      />
      <FieldAt
        editing={editing}
        path={path}
        label={pipelines.inputDetails}
        editor="json"
        value={details}
        onValue={(value) => setAt(definition, path, { type, ...(value as object) })}
      />
      {isEditable && (
        <Remove
          label={pipelines.removeInput(name)}
          onPress={() => change(setAt(definition, path, undefined))}
        />
      )}
    </div>
  );
}

/** Field of the definition itself, with the problems of its place. */
function FieldAt({
  editing: { issues, isEditable, change },
  path,
  label,
  editor,
  value,
  onValue,
}: {
  readonly editing: Editing;
  readonly path: readonly string[];
  readonly label: string;
  readonly editor: "line" | "json";
  readonly value: unknown;
  readonly onValue: (value: unknown) => Editing["definition"];
}) {
  const { pipelines, problem } = useWords(pipelinesTexts);
  const found = issuesAt(issues, pointerOf(path));
  return (
    <DraftText
      label={label}
      text={writeField(editor, value)}
      parse={(text) => readField(editor, text, pipelines.jsonInvalid)}
      onChange={(next) => change(onValue(next), path.join("/"))}
      problem={found.length === 0 ? undefined : found.map(problem.issue).join(" ")}
      isCode={editor === "json"}
      isLine={editor === "line"}
      isReadOnly={!isEditable}
    />
  );
}

function AddNamed({
  label,
  taken,
  onAdd,
}: {
  readonly label: string;
  readonly taken: object;
  readonly onAdd: (name: string) => void;
}) {
  const { pipelines } = useWords(pipelinesTexts);
  const [name, setName] = useState("");
  const isValid = /^[a-z][A-Za-z0-9]{0,39}$/.test(name) && !Object.hasOwn(taken, name);
  return (
    <div className={styles.adder}>
      <TextField label={pipelines.name} value={name} onChange={setName} spellCheck="false" />
      <Button
        isDisabled={!isValid}
        onPress={() => {
          onAdd(name);
          setName("");
        }}
      >
        <Plus size={16} aria-hidden />
        {label}
      </Button>
    </div>
  );
}

function Remove({ label, onPress }: { readonly label: string; readonly onPress: () => void }) {
  return (
    <Button look="quiet" isIcon aria-label={label} onPress={onPress}>
      <Trash2 size={16} aria-hidden />
    </Button>
  );
}
