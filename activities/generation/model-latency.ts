import type { MikroORM } from "#db/orm.ts";
import { findMedianSeconds } from "#db/providers/model-latency.ts";

/** A weekly median changes slowly, while every running generation requests it every few seconds. */
const knownMs = 60_000;

/** Returns the median seconds of a model's recent generations, cached for one minute for each model. */
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
