import pino, { type SerializedError } from "pino";

/** Fields of PostgreSQL's errors that quote rows, parameters or whole statements. */
const quotingFields = ["detail", "where", "hint", "internalQuery", "query", "params"];
/** SQLSTATE class of errors whose message quotes the refused value. */
const dataException = /^22/;

/** Returns an error and its causes for the log, without the stored values that PostgreSQL quotes. */
export function serializeError(error: Error): { readonly message: string };
export function serializeError(error: unknown): unknown;
export function serializeError(error: unknown): unknown {
  return error instanceof Error ? withoutValues(pino.stdSerializers.errWithCause(error)) : error;
}

function withoutValues(error: Partial<SerializedError>): object {
  const { cause, aggregateErrors } = error as { cause?: unknown; aggregateErrors?: unknown };
  const clean: Record<string, unknown> = { ...error };
  if (isObject(cause)) clean["cause"] = withoutValues(cause);
  if (Array.isArray(aggregateErrors)) {
    clean["aggregateErrors"] = aggregateErrors.filter(isObject).map(withoutValues);
  }
  const code: unknown = error["code"];
  // Only PostgreSQL's errors have both.
  if (typeof error["severity"] !== "string" || typeof code !== "string") return clean;
  for (const field of quotingFields) delete clean[field];
  // MikroORM appends the detail to the message.
  const [message = ""] = String(error.message).split("\n");
  clean["message"] = dataException.test(code) ? message.replace(/:? ".*$/, "") : message;
  clean["stack"] = String(error.stack)
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");
  return clean;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
