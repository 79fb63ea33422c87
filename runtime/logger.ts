import pino, { type Logger } from "pino";

import { serializeError } from "./serialize-error.ts";

/** Never written, at the top of an event or one level down. */
const secretFields = ["credential", "authorization", "x-api-key"];

/** One JSON line for each event. `part` tells which process wrote it. */
export function createLogger({ level, part }: { level: string; part: string }): Logger {
  return pino({
    level,
    base: { part },
    timestamp: pino.stdTimeFunctions.isoTime,
    // `error` is the key of errors everywhere; pino's own is `err`.
    errorKey: "error",
    serializers: { error: serializeError },
    redact: {
      paths: secretFields.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
      censor: "[redacted]",
    },
  });
}
