import { Suspense } from "react";

import { Skeleton } from "#ui/skeleton.tsx";
import * as schemaFormTexts from "#words/en/schema-form.ts";
import { useWords } from "#words/words.ts";

import { FieldControl } from "./field-control.tsx";
import {
  type Field,
  type ModelForm,
  pointerOf,
  valueAt,
  type Values,
  withValue,
} from "./fields.ts";

import styles from "./schema-form.module.css";

export interface ParameterFieldsProps {
  readonly form: Pick<ModelForm, "fields" | "ownFields">;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
  /** Problems of the server, by JSON Pointer into the request. */
  readonly problems: ReadonlyMap<string, string>;
}

/** Parameters of a model: those that every model names alike, and behind a fold those with the provider's names. */
export function ParameterFields(props: ParameterFieldsProps) {
  return (
    <Suspense fallback={<Skeleton height="12rem" />}>
      <Parameters {...props} />
    </Suspense>
  );
}

function Parameters({ form, ...props }: ParameterFieldsProps) {
  const { schemaForm } = useWords(schemaFormTexts);
  const { fields, ownFields } = form;
  return (
    <div className={styles.parameters}>
      {fields.length > 0 && (
        <div className={styles.grid}>
          <FieldList fields={fields} {...props} />
        </div>
      )}
      {ownFields.length > 0 && (
        <details className={styles.own}>
          <summary>{schemaForm.own(ownFields.length)}</summary>
          <p className={styles.note}>{schemaForm.ownText}</p>
          <div className={styles.grid}>
            <FieldList fields={ownFields} {...props} />
          </div>
        </details>
      )}
    </div>
  );
}

function FieldList({
  fields,
  values,
  onChange,
  problems,
}: Omit<ParameterFieldsProps, "form"> & { readonly fields: readonly Field[] }) {
  const { schemaForm } = useWords(schemaFormTexts);
  return fields.map((field) => {
    const { path } = field;
    const pointer = pointerOf(path);
    if (field.widget === "group") {
      const name = path.at(-1) ?? "";
      return (
        <fieldset key={pointer} className={styles.group}>
          <legend>{schemaForm.names[name] ?? name}</legend>
          <div className={styles.grid}>
            <FieldList {...{ values, onChange, problems }} fields={field.fields} />
          </div>
        </fieldset>
      );
    }
    return (
      <div key={pointer} className={styles.field} data-wide={isWide(field) || undefined}>
        <FieldControl
          field={field}
          value={valueAt(values, path)}
          problem={problems.get(pointer)}
          onChange={(value) => onChange(withValue(values, path, value))}
        />
      </div>
    );
  });
}

function isWide({ widget }: Field): boolean {
  return widget === "ratio" || widget === "json";
}
