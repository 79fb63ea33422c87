import pino, { type Logger } from "pino";

/** A log that tests read: every line as the object that was written. */
export function createMemoryLog(): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const serializers = { error: pino.stdSerializers.errWithCause };
  const write = (line: string) => {
    lines.push(JSON.parse(line) as Record<string, unknown>);
  };
  return { log: pino({ level: "debug", errorKey: "error", serializers }, { write }), lines };
}
