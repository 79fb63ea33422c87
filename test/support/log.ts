import pino, { type Logger } from "pino";

/** A logger for assertions: collects every line as an object. */
export function createMemoryLog(): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const serializers = { error: pino.stdSerializers.errWithCause };
  const write = (line: string) => {
    lines.push(JSON.parse(line) as Record<string, unknown>);
  };
  return { log: pino({ level: "debug", errorKey: "error", serializers }, { write }), lines };
}
