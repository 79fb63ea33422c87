import { Switch } from "#ui/switch.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import * as schemaFormTexts from "#words/en/schema-form.ts";
import { useWords, type Words } from "#words/words.ts";

import { ChoiceField } from "./choice-field.tsx";
import type { Field } from "./fields.ts";
import { JsonField } from "./json-field.tsx";
import { useParameterTexts } from "./parameter-texts.ts";
import { RangeField } from "./range-field.tsx";
import { RatioField } from "./ratio-field.tsx";
import { SeedField } from "./seed-field.tsx";

import styles from "./schema-form.module.css";

/** Texts up to this length have one line. */
const lineLengthMax = 200;

export interface ControlProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly problem: string | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** Control of one field. Its value is undefined until a person has set it; defaults are shown and not sent. */
export function FieldControl({
  field,
  ...state
}: {
  readonly field: Exclude<Field, { readonly widget: "group" }>;
  readonly value: unknown;
  readonly problem: string | undefined;
  readonly onChange: (value: unknown) => void;
}) {
  const words = useWords(schemaFormTexts);
  const name = field.path.at(-1) ?? "";
  const label = (field.path.length === 1 ? words.schemaForm.names[name] : undefined) ?? name;
  const props: ControlProps = { ...state, label, hint: hintOf(field, words, useParameterTexts()) };
  const control = controlOf(field, props);
  // Number and text fields show a problem themselves.
  const isOwnProblem = field.widget === "number" || field.widget === "text";
  return (
    <>
      {control}
      {state.problem !== undefined && !isOwnProblem && (
        <span role="alert" className={styles.problem}>
          {state.problem}
        </span>
      )}
    </>
  );
}

function controlOf(field: Exclude<Field, { readonly widget: "group" }>, props: ControlProps) {
  const { label, hint, problem, value, onChange } = props;
  switch (field.widget) {
    case "choice":
      return <ChoiceField {...props} values={field.values} />;
    case "ratio":
      return <RatioField {...props} values={field.values} />;
    case "number":
      return <RangeField {...props} field={field} />;
    case "seed":
      return <SeedField {...props} minimum={field.minimum} maximum={field.maximum} />;
    case "switch":
      return (
        <>
          <Switch isSelected={(value ?? field.preset) === true} onChange={onChange}>
            {label}
          </Switch>
          {hint !== undefined && <span className={styles.note}>{hint}</span>}
        </>
      );
    case "json":
      return <JsonField {...props} />;
    case "text": {
      const text = typeof value === "string" ? value : "";
      const change = (next: string) => onChange(next === "" ? undefined : next);
      return (field.lengthMax ?? 0) > lineLengthMax ? (
        <TextArea label={label} hint={hint} error={problem} value={text} onChange={change} />
      ) : (
        <TextField label={label} hint={hint} error={problem} value={text} onChange={change} />
      );
    }
  }
}

function hintOf(
  { help, preset }: Field,
  { schemaForm }: Pick<Words, "schemaForm">,
  translate: (text: string) => string,
): string | undefined {
  const parts = [
    ...(help === undefined ? [] : [translate(help)]),
    ...(preset === undefined
      ? []
      : [schemaForm.preset(typeof preset === "string" ? preset : JSON.stringify(preset))]),
  ];
  return parts.length === 0 ? undefined : parts.join(" · ");
}
