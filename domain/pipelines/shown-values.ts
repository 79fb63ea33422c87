/** A file, or another value as text, that a question shows. */
export interface ShownValue {
  readonly outputId?: string;
  readonly assetId?: string;
  /** Of a file. */
  readonly contentType?: string;
  readonly text?: string;
}

/** A question is part of an event, so it stays small. */
const shownMax = 50;
const textCharactersMax = 2_000;

/** Converts the values of `show`; a list counts as its items. */
export function toShownValues(values: readonly unknown[]): ShownValue[] {
  return values.flat().slice(0, shownMax).map(toShownValue);
}

function toShownValue(value: unknown): ShownValue {
  if (typeof value === "object" && value !== null && "contentType" in value) {
    const contentType = String(value.contentType);
    if ("outputId" in value) return { outputId: String(value.outputId), contentType };
    if ("assetId" in value) return { assetId: String(value.assetId), contentType };
  }
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return { text: text.slice(0, textCharactersMax).toWellFormed() };
}
