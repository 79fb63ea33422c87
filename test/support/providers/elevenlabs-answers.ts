import type { SimulatorAnswer } from "./simulator.ts";

export const traced = { "x-trace-id": "b736e114506d20210112110b377c6f9b" };

/** The error format since 2026; earlier errors had only `status` and `message`. */
export function refusal(
  status: number,
  {
    type,
    code,
    message,
    word = code,
  }: { type: string; code: string; message: string; word?: string },
): SimulatorAnswer {
  return { status, headers: traced, json: { detail: { type, code, message, status: word } } };
}

/** The framework's response to a body that does not match the types. */
export function misfit(place: string, message: string): SimulatorAnswer {
  const [container, name] = place.split(".");
  return {
    status: 422,
    headers: traced,
    json: { detail: [{ type: "value_error", loc: [container, name], msg: message, input: null }] },
  };
}

export function unfit(word: string, message: string): SimulatorAnswer {
  return refusal(400, { type: "validation_error", code: "invalid_parameters", word, message });
}

export function modelNotFound(model: string): SimulatorAnswer {
  return refusal(400, {
    type: "validation_error",
    code: "model_not_found",
    message: `A model with model ID ${model} does not exist.`,
  });
}

export type Fields = Readonly<Record<string, unknown>>;

export function unknownField(fields: Fields, allowed: readonly string[]): SimulatorAnswer | null {
  const name = Object.keys(fields).find((each) => !allowed.includes(each));
  return name === undefined ? null : misfit(`body.${name}`, "Extra inputs are not permitted");
}

export function textsOf(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

export function isFile(entry: unknown): entry is File {
  return entry instanceof File && entry.size > 0;
}

export function made(more: Readonly<Record<string, string>>): Record<string, string> {
  return {
    "request-id": "req_sim",
    "history-item-id": "VW7YKqPnjY4h39yTbx2L",
    "current-concurrent-requests": "1",
    "maximum-concurrent-requests": "15",
    ...more,
  };
}
