import { SearchableSelect } from "#ui/searchable-select.tsx";
import { Segments } from "#ui/segments.tsx";
import * as schemaFormTexts from "#words/en/schema-form.ts";
import { useWords } from "#words/words.ts";

import type { ControlProps } from "./field-control.tsx";

import styles from "./schema-form.module.css";

/** More values than this become a list with a search. */
const segmentsMax = 5;
const none = "";

/** One of the model's values, or none. */
export function ChoiceField({
  label,
  hint,
  value,
  values,
  onChange,
}: ControlProps & { readonly values: readonly (string | number | boolean)[] }) {
  const { schemaForm } = useWords(schemaFormTexts);
  const choose = (text: string | undefined) =>
    onChange(values.find((each) => String(each) === text));
  const chosen = values.find((each) => each === value);
  if (values.length <= segmentsMax) {
    return (
      <Segments
        label={label}
        hint={hint}
        value={chosen === undefined ? undefined : String(chosen)}
        segments={values.map((each) => ({ id: String(each), label: String(each) }))}
        onChange={choose}
      />
    );
  }
  return (
    <>
      <SearchableSelect
        label={label}
        value={chosen === undefined ? none : String(chosen)}
        options={[
          { value: none, label: schemaForm.notSet },
          ...values.map((each) => ({ value: String(each), label: String(each) })),
        ]}
        onChange={choose}
      />
      {hint !== undefined && <span className={styles.note}>{hint}</span>}
    </>
  );
}
