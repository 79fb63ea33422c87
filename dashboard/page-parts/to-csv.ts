import type { TableColumn } from "#ui/table.tsx";

export interface CsvColumn<Item> extends TableColumn<Item> {
  /** Value in the file: numbers without units, days as `2026-11-21`. */
  readonly cellOf: (item: Item) => string | number | null;
}

/** Text of a CSV file. A name that a spreadsheet would read as a formula begins with an apostrophe. */
export async function toCsv<Item>(
  columns: readonly CsvColumn<Item>[],
  items: readonly Item[],
): Promise<string> {
  const { default: papa } = await import("papaparse");
  return papa.unparse(
    {
      fields: columns.map(({ label }) => label),
      data: items.map((item) => columns.map(({ cellOf }) => cellOf(item))),
    },
    { escapeFormulae: true },
  );
}
