import { toPointer } from "#domain/pipelines/json-path.ts";

/** A text of a request, at its place. */
export interface ScreenedText {
  /** JSON Pointer of the field. */
  readonly pointer: string;
  readonly text: string;
  /** Step of a pipeline that has the text, for the message of a refusal. */
  readonly step?: string;
}

const depthMax = 20;

/** Lists all texts in a value, such as the parameters of a request, with their pointers. Keys are no texts. */
export function textsIn(value: unknown, pointer: string, depth = 0): ScreenedText[] {
  if (typeof value === "string") return /\p{L}/u.test(value) ? [{ pointer, text: value }] : [];
  if (typeof value !== "object" || value === null || depth > depthMax) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    textsIn(field, `${pointer}${toPointer([name])}`, depth + 1),
  );
}

interface RequestTexts {
  readonly message?: string | undefined;
  readonly prompt?: string | undefined;
  readonly parameters: object;
  readonly operation?: object | undefined;
}

/** Lists the texts of a request that describe what to make. */
export function textsOfRequest({
  message,
  prompt,
  parameters,
  operation,
}: RequestTexts): ScreenedText[] {
  return [
    ...textsIn(message, "/message"),
    // The prompt of a chat request without an intent to parse is its message.
    ...(prompt === message ? [] : textsIn(prompt, "/prompt")),
    ...textsIn(parameters, "/parameters"),
    ...textsIn(operation, "/operation"),
  ];
}
