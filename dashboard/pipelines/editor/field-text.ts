import type { Parsed } from "./draft-text.tsx";
import type { FieldEditor } from "./step-fields.ts";

type FileEntry = { readonly kind: string; readonly from: string };

/** A line of `lines` is an entry, or `kind: expression` for a file whose kind is stated. */
export function writeField(editor: FieldEditor, value: unknown): string {
  if (value === undefined) return "";
  if (editor === "json") return JSON.stringify(value, null, 2);
  if (editor === "lines" && Array.isArray(value)) {
    return value
      .map((each: string | FileEntry) =>
        typeof each === "string" ? each : `${each.kind}: ${each.from}`,
      )
      .join("\n");
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function readField(
  editor: FieldEditor,
  text: string,
  invalid: (reason: string) => string,
): Parsed {
  if (text.trim() === "") return { value: undefined };
  if (editor === "lines") return { value: text.split("\n").filter(isFilled).map(readLine) };
  if (editor === "number") {
    const number = Number(text);
    return { value: Number.isFinite(number) ? number : text };
  }
  if (editor !== "json") return { value: text };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: invalid((error as Error).message) };
  }
}

function isFilled(line: string): boolean {
  return line.trim() !== "";
}

function readLine(line: string): string | FileEntry {
  const [, kind, from] = /^(image|video|audio|mask|model):\s*(.+)$/.exec(line) ?? [];
  return kind === undefined || from === undefined ? line : { kind, from };
}
