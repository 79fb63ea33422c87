import type { PerformTask } from "./index.ts";

const wordsMax = 2_000;

/** Writes the text of a `write` step. A person is asked when the language model is absent or fails. */
export const writeText: PerformTask = async ({ runId, key, request }, dependencies, signal) => {
  const { logger, writeText: write } = dependencies;
  if (write === null) return { status: "asked" };
  const instruction = String(request["instruction"]);
  const maxWords = Math.max(1, Math.min(wordsMax, Math.floor(Number(request["maxWords"]))));
  try {
    return { status: "completed", value: { text: await write({ instruction, maxWords }, signal) } };
  } catch {
    // The error is not logged: it may contain the key or the text.
    signal.throwIfAborted();
    logger.warn({ runId, step: key }, "the language model wrote no text; the run asks a person");
    return { status: "asked" };
  }
};
