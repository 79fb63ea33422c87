/** Largest file and longest list that a batch takes. */
export const bytesMax = 4_194_304;
export const rowsMax = 1_000;

/** One row of a file: texts by column. */
export type Row = Readonly<Record<string, string>>;

export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

export type RowsProblem =
  | { readonly problem: "empty" | "notList" }
  | { readonly problem: "tooMany"; readonly rows: number }
  | { readonly problem: "unreadable"; readonly reason: string };

/** Reads a CSV file with a header row, or a JSON list of objects. */
export async function readRows(name: string, text: string): Promise<Rows | RowsProblem> {
  const read = name.toLowerCase().endsWith(".json") || /^\s*[[{]/.test(text) ? readJson : readCsv;
  const found = await read(text);
  if ("problem" in found) return found;
  if (found.rows.length === 0) return { problem: "empty" };
  if (found.rows.length > rowsMax) return { problem: "tooMany", rows: found.rows.length };
  return found;
}

/** The library reads the text once from the beginning to the end, so that its time grows with the length only. */
async function readCsv(text: string): Promise<Rows | RowsProblem> {
  const { default: papa } = await import("papaparse");
  const { data, errors, meta } = papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: "greedy",
    transformHeader: (header) => header.trim(),
  });
  const [error] = errors.filter(({ type }) => type === "Quotes" || type === "FieldMismatch");
  if (error !== undefined) {
    const line = error.row === undefined ? "" : ` (${error.row + 1})`;
    return { problem: "unreadable", reason: `${error.message}${line}` };
  }
  return { columns: (meta.fields ?? []).filter((column) => column !== ""), rows: data };
}

async function readJson(text: string): Promise<Rows | RowsProblem> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: "unreadable", reason: (error as Error).message };
  }
  if (!Array.isArray(value) || !value.every(isObject)) return { problem: "notList" };
  const rows = value.map((item) => Object.fromEntries(flatten(item)));
  return { columns: [...new Set(rows.flatMap((row) => Object.keys(row)))], rows };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Fields of `parameters` and `metadata` become columns such as `parameters.seed`. */
function flatten(item: Record<string, unknown>): [string, string][] {
  return Object.entries(item).flatMap(([key, value]): [string, string][] => {
    if ((key === "parameters" || key === "metadata") && isObject(value)) {
      return Object.entries(value).map(([name, each]) => [`${key}.${name}`, toText(each)]);
    }
    return [[key, toText(value)]];
  });
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
