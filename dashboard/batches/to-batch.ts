import type { NewBatch } from "@gme/client";

import type { Problem } from "#ui/problem.ts";

import type { Row } from "./read-rows.ts";

/** Fields of an item that a column can fill, besides `parameters.…` and `metadata.…`. */
export const itemFields = [
  "prompt",
  "capability",
  "model",
  "provider",
  "clientItemId",
  "maxCredits",
] as const;

/** Field by column; a column without one is left out. */
export type Mapping = Readonly<Record<string, string>>;

/** Spellings of columns that mean a field. */
const synonyms: Readonly<Record<string, string>> = {
  text: "prompt",
  description: "prompt",
  task: "capability",
  id: "clientItemId",
  reference: "clientItemId",
};

/** Guesses the field of each column: a field's name, a parameter, or a common synonym. */
export function guessMapping(columns: readonly string[]): Mapping {
  return Object.fromEntries(
    columns.flatMap((column) => {
      const field = fieldOf(column);
      return field === undefined ? [] : [[column, field]];
    }),
  );
}

function fieldOf(column: string): string | undefined {
  const known = itemFields.find((field) => field.toLowerCase() === column.toLowerCase());
  if (known !== undefined) return known;
  if (/^(parameters|metadata)\.[^.]+$/.test(column)) return column;
  if (parameterNames.includes(column)) return `parameters.${column}`;
  return synonyms[column.toLowerCase()];
}

/** Common parameters that are offered for a column. */
export const parameterNames = [
  "aspectRatio",
  "width",
  "height",
  "seed",
  "style",
  "durationSeconds",
  "format",
  "language",
  "negativePrompt",
];

export interface BatchSettings {
  readonly name: string;
  readonly capability: string;
}

/** The request that creates a batch from rows. Empty cells are left out. */
export function toBatch(
  rows: readonly Row[],
  mapping: Mapping,
  { name, capability }: BatchSettings,
): NewBatch {
  const items = rows.map((row) => {
    const item: Record<string, unknown> = {};
    for (const [column, field] of Object.entries(mapping)) {
      const text = row[column]?.trim() ?? "";
      if (text !== "") setField(item, field, text);
    }
    return item;
  });
  return {
    ...(name === "" ? {} : { name }),
    ...(capability === "" ? {} : { defaults: { capability } }),
    items,
  } as NewBatch;
}

function setField(item: Record<string, unknown>, field: string, text: string): void {
  const [group = "", name] = field.split(".");
  if (name === undefined) item[field] = field === "maxCredits" ? toValue(text) : text;
  else {
    const value = group === "parameters" ? toValue(text) : text;
    item[group] = { ...(item[group] as object | undefined), [name]: value };
  }
}

/** Numbers, truth values and objects of a cell; anything else is a text, such as the ratio 16:9. */
function toValue(text: string): unknown {
  if (!/^(-?\d+(\.\d+)?|true|false|[[{].*)$/s.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export interface RowProblem {
  /** Zero-based index of the row; null for a problem of the whole batch. */
  readonly row: number | null;
  /** Column whose field has the problem. */
  readonly column: string | null;
  readonly code: string;
  readonly message: string;
}

/** Problems of a refused batch by row and column. */
export function toRowProblems(issues: Problem["issues"], mapping: Mapping): RowProblem[] {
  return issues.map(({ pointer, code, message }) => {
    const [, index, ...rest] = /^\/items\/(\d+)\/?(.*)$/.exec(pointer) ?? [];
    if (index === undefined) return { row: null, column: null, code, message };
    const field = (rest[0] ?? "").replace("/", ".");
    const column = Object.keys(mapping).find(
      (each) => mapping[each] === field || field.startsWith(`${mapping[each]}/`),
    );
    return { row: Number(index), column: column ?? null, code, message };
  });
}
