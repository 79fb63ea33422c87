import { AppError, type ErrorCode } from "#domain/errors.ts";

/** Beginning of a pointer into the engine's request → field of the door's request. */
export type ParamNames = Readonly<Record<string, string>>;

const ofErrors: Partial<Record<ErrorCode, string>> = {
  model_not_found: "model",
  model_not_available: "model",
  model_lacks_capability: "model",
  no_model_available: "model",
  provider_not_configured: "model",
  price_over_limit: "max_credits",
};

/** Replaces the engine's names by those of the request, so that `param` names a field that the caller has sent. */
export function nameParams(error: unknown, names: ParamNames): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, details, cause } = error;
  const field = ofErrors[code];
  const issues =
    error.issues.length === 0 && field !== undefined
      ? [{ pointer: `/${field}`, code, message: error.message }]
      : error.issues.map((issue) => ({ ...issue, pointer: pointerOf(issue.pointer, names) }));
  return new AppError(code, { message: error.message, details, cause, issues });
}

function pointerOf(pointer: string, names: ParamNames): string {
  const found = Object.keys(names)
    .filter((from) => pointer === from || pointer.startsWith(`${from}/`))
    .toSorted((first, second) => second.length - first.length)[0];
  return found === undefined ? pointer : `/${names[found] ?? ""}`;
}
