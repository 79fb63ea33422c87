import { z } from "zod";

/**
 * Control characters, line separators and marks that change the writing direction (Unicode property
 * `Bidi_Control`), written out because readers of the OpenAPI document may not know Unicode properties.
 */
// oxlint-disable-next-line no-control-regex -- The expression matches control characters.
const hidden = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Text that other people read on one line, such as a name; no character hides text, breaks the line or
 * changes its direction.
 */
export function displayTextSchema(lengthMax: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(lengthMax)
    .regex(
      new RegExp(`^${hidden.source.replace("[", "[^")}*$`),
      "Must be a single line without control or text-direction characters",
    );
}

/** Converts a name from elsewhere, such as a file name, to display text. */
export function toDisplayText(text: string): string {
  return text.replaceAll(hidden, "");
}
