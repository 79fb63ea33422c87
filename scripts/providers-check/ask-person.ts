import { createInterface } from "node:readline";

/**
 * Asks questions on a terminal or reads the replies from a pipe. Everything but yes means no: an empty line,
 * the end of the input, and a stop signal.
 */
export function createPerson({
  input,
  output,
  stop,
}: {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
  stop: AbortSignal;
}) {
  // `terminal: false`, because Ctrl-C must reach the process.
  const reader = createInterface({ input, terminal: false });
  const lines = reader[Symbol.asyncIterator]();
  stop.addEventListener("abort", () => reader.close());
  return {
    async saysYes(question: string): Promise<boolean> {
      if (stop.aborted) return false;
      output.write(`${question} [y/N] `);
      const answer = await lines.next();
      if (answer.done === true) output.write("\n");
      return answer.done !== true && /^y(es)?$/i.test(answer.value.trim());
    },
    close(): void {
      reader.close();
    },
  };
}
