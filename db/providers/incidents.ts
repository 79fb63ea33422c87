import { CircuitTransition } from "#db/entities/provider-health.ts";
import type { EntityManager } from "#db/orm.ts";
import { type Incident, toIncidents } from "#domain/providers/incidents.ts";

export const incidentDays = 14;
/** Limit of the latest circuit transitions that are read. */
const transitionsMax = 1_000;
const incidentsMax = 50;

/** Lists the incidents of all providers and their models that began in the last `incidentDays`, newest first. */
export async function listIncidents(em: EntityManager, now: Date): Promise<Incident[]> {
  const since = new Date(now.getTime() - incidentDays * 86_400_000);
  const latest = await em.find(
    CircuitTransition,
    { createdAt: { $gt: since } },
    { orderBy: { createdAt: "desc", id: "desc" }, limit: transitionsMax },
  );
  return toIncidents(latest.toReversed()).slice(0, incidentsMax);
}
