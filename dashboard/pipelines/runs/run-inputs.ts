import type { PipelineInput } from "@gme/client";

export type InputValues = Readonly<Record<string, unknown>>;

/** Inputs that a run needs and that have no value yet. */
export function missingInputs(
  inputs: Readonly<Record<string, PipelineInput>>,
  values: InputValues,
): string[] {
  return Object.entries(inputs).flatMap(([name, input]) => {
    const isNeeded = input.required !== false && !("default" in input);
    return isNeeded && values[name] === undefined ? [name] : [];
  });
}

/** Value of an input that is typed as text; undefined while it is empty or no number. */
export function readInput(input: PipelineInput, text: string): unknown {
  if (text.trim() === "") return undefined;
  const { type } = input;
  if (type === "integer" || type === "number") {
    return Number.isFinite(Number(text)) ? Number(text) : undefined;
  }
  if (type === "boolean") return text === "true";
  if (type !== "list") return text;
  const item: PipelineInput = input.of;
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => (isFile(item) ? { assetId: line } : readInput(item, line)));
}

/** Text of a value, as `readInput` reads it. */
export function writeInput(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(writeInput).join("\n");
  if (typeof value === "object") {
    return "assetId" in value && typeof value.assetId === "string" ? value.assetId : "";
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function isFile({ type }: Pick<PipelineInput, "type">): boolean {
  return type === "image" || type === "video" || type === "audio" || type === "model";
}
