import { Job } from "#db/entities/job.ts";
import { textsIn } from "#domain/safety/screened-texts.ts";

import type { PerformTask } from "./index.ts";

const wordsMax = 2_000;

/** Writes the text of a `write` step. A person is asked when the language model is absent or fails. */
export const writeText: PerformTask = async ({ runId, key, request }, dependencies, signal) => {
  const { logger, orm, safety, writeText: write } = dependencies;
  if (write === null) return { status: "asked" };
  const instruction = String(request["instruction"]);
  const { organizationId } = await orm.em.fork().findOneOrFail(Job, runId);
  const texts = textsIn(instruction, "/instruction");
  const refusal = await safety.screening.findBlocked({ texts, hasPicture: false }, organizationId);
  if (refusal !== null) throw refusal.error;
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
