import type { EntityManager } from "./orm.ts";

/** Name of the gauge of messages that have not reached Temporal. */
export const outboxWaiting = "outbox_waiting";

/** Records a figure that one process measures for all. */
export async function recordGauge(em: EntityManager, name: string, value: number): Promise<void> {
  await em.execute(
    `insert into engine_gauges (name, value) values (?, ?)
     on conflict (name) do update set value = excluded.value, measured_at = now()`,
    [name, value],
  );
}

/** Reads a figure that is at most as many seconds old, by the clock of the database; null when there is none. */
export async function findGauge(
  em: EntityManager,
  name: string,
  { ageSecondsMax }: { ageSecondsMax: number },
): Promise<number | null> {
  const [row] = await em.execute<{ value: number }[]>(
    `select value from engine_gauges
     where name = ? and measured_at > now() - make_interval(secs => ?)`,
    [name, ageSecondsMax],
  );
  return row?.value ?? null;
}

/** Seconds since a figure was measured; null when there is none. */
export async function findGaugeAge(em: EntityManager, name: string): Promise<number | null> {
  const [row] = await em.execute<{ age: number }[]>(
    `select extract(epoch from now() - measured_at)::float8 as age from engine_gauges where name = ?`,
    [name],
  );
  return row?.age ?? null;
}
