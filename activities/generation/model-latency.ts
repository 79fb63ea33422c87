import type { MikroORM } from "#db/orm.ts";
import { findMedianSeconds } from "#db/providers/model-latency.ts";

/** A median of a week changes slowly, and every running generation asks for it every few seconds. */
const knownMs = 60_000;

/** What a model's generations took lately, in seconds, at most a minute old; one entry for each model. */
export function createModelLatency(
  orm: MikroORM,
): (model: { providerSlug: string; modelId: string }) => Promise<number | null> {
  const known = new Map<string, { seconds: number | null; until: number }>();
  return async (model) => {
    const entry = known.get(model.modelId);
    if (entry !== undefined && entry.until > Date.now()) return entry.seconds;
    const seconds = await findMedianSeconds(orm.em.fork(), model);
    known.set(model.modelId, { seconds, until: Date.now() + knownMs });
    return seconds;
  };
}
