import { Select } from "#ui/select.tsx";
import * as batchesTexts from "#words/en/batches.ts";
import { textOf, useWords } from "#words/words.ts";

import { itemFields, type Mapping, parameterNames } from "./to-batch.ts";

import styles from "./batches.module.css";

const ignored = "";

/** Which field of the request each column fills. */
export function ColumnMapping({
  columns,
  mapping,
  onChange,
}: {
  readonly columns: readonly string[];
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}) {
  const { batches } = useWords(batchesTexts);
  const common = [
    { value: ignored, label: batches.ignore },
    ...itemFields.map((value) => ({ value, label: textOf(batches.fields, value) })),
    ...parameterNames.map((name) => ({
      value: `parameters.${name}`,
      label: batches.parameter(name),
    })),
  ];
  const set = (column: string, field: string) => {
    const { [column]: _former, ...others } = mapping;
    onChange(field === ignored ? others : { ...others, [column]: field });
  };
  return (
    <div className={styles.fields}>
      {columns.map((column) => {
        const name = column.replace(/^(parameters|metadata)\./, "");
        const own = [
          { value: `parameters.${name}`, label: batches.parameter(name) },
          { value: `metadata.${name}`, label: batches.metadata(name) },
        ].filter(({ value }) => common.every((each) => each.value !== value));
        return (
          <Select
            key={column}
            label={batches.column(column)}
            value={mapping[column] ?? ignored}
            options={[...common, ...own]}
            onChange={(field) => set(column, field)}
          />
        );
      })}
    </div>
  );
}
