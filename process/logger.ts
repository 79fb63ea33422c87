import pino, { type Logger } from "pino";

/** One JSON line for each event. `part` tells which process wrote it. */
export function createLogger({ level, part }: { level: string; part: string }): Logger {
  return pino({
    level,
    base: { part },
    timestamp: pino.stdTimeFunctions.isoTime,
    // `error` is the key of errors everywhere; pino's own is `err`.
    errorKey: "error",
    serializers: { error: pino.stdSerializers.errWithCause },
    redact: {
      paths: ["*.credential", "*.authorization", '*["x-api-key"]', "credential", "authorization"],
      censor: "[redacted]",
    },
  });
}
