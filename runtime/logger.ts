import { trace } from "@opentelemetry/api";
import pino, { type Logger } from "pino";

import { serializeError } from "./serialize-error.ts";

/** Fields that are redacted at the top of an event and one level down. */
const secretFields = ["credential", "authorization", "x-api-key"];

/** Creates a logger that writes one JSON line per event. `part` names the process. */
export function createLogger({ level, part }: { level: string; part: string }): Logger {
  return pino({
    level,
    base: { part },
    timestamp: pino.stdTimeFunctions.isoTime,
    // `error` is the engine's key for errors; pino's default is `err`.
    errorKey: "error",
    mixin: currentTrace,
    serializers: { error: serializeError },
    redact: {
      paths: secretFields.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
      censor: "[redacted]",
    },
  });
}

/** Lets the lines of a traced request or step be found by its trace. */
function currentTrace(): { traceId?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? {} : { traceId: span.traceId };
}
