import { DriverException } from "@mikro-orm/core";

import { firstIdAt } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";

import { listMonths, type Month } from "./months.ts";

const monthsAhead = 3;
/** Requests wait behind the lock that a change of partitions waits for. The next run tries again. */
const lockTimeout = "500ms";
const lockNotFree = "55P03";
/** Rows of the month are in the default partition, which keeps them. */
const rowsInDefault = "23514";

export interface KeptPartitions {
  readonly made: readonly string[];
  readonly dropped: readonly string[];
  /** Partitions that could be neither made nor dropped in this run. */
  readonly left: readonly string[];
}

/**
 * Makes the partitions of `job_events` for the current month and the next three, and drops those of months that ended more than
 * `eventDays` days ago, unless one of their jobs is open; 0 keeps all. A repetition changes nothing. Of concurrent calls one may fail.
 */
export async function keepPartitions(
  em: EntityManager,
  { now, eventDays }: { now: Date; eventDays: number },
): Promise<KeptPartitions> {
  const done = { made: [] as string[], dropped: [] as string[], left: [] as string[] };
  const partitions = await listPartitions(em);
  // The first partition has several months.
  const first = partitions[0]?.to ?? "";
  const known = new Set(partitions.map(({ to }) => to));
  for (const month of listMonths(now, monthsAhead)) {
    if (month.to <= first || known.has(month.to)) continue;
    const name = `job_events_${month.name}`;
    done[(await tryChange(em, makePartition(name, month))) ? "made" : "left"].push(name);
  }
  const before = firstIdAt("job", now.getTime() - eventDays * 86_400_000);
  for (const { name, to } of partitions.filter((each) => eventDays > 0 && each.to <= before)) {
    if (await hasOpenJobs(em, to)) continue;
    done[(await tryChange(em, [`drop table ${name}`])) ? "dropped" : "left"].push(name);
  }
  // Autovacuum analyzes partitions and never their parent, whose statistics decide the plans.
  await em.execute("analyze job_events");
  return done;
}

/** Partitions except the default one, the oldest first. */
async function listPartitions(em: EntityManager): Promise<{ name: string; to: string }[]> {
  return em.execute(
    `select name, upper_bound as "to" from (
       select c.relname as name,
         substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''([^'']+)''\\)') as upper_bound
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'job_events'::regclass) partition
     where upper_bound is not null
     order by upper_bound`,
  );
}

/** Attaching blocks no request of the parent; creating a table as a partition would. */
function makePartition(name: string, { from, to }: Month): string[] {
  return [
    `create table ${name} (like job_events including defaults)`,
    `alter table job_events attach partition ${name} for values from ('${from}') to ('${to}')`,
  ];
}

async function hasOpenJobs(em: EntityManager, beforeId: string): Promise<boolean> {
  const rows = await em.execute("select from jobs where finished_at is null and id < ? limit 1", [
    beforeId,
  ]);
  return rows.length > 0;
}

async function tryChange(em: EntityManager, statements: readonly string[]): Promise<boolean> {
  try {
    await em.transactional(async (tx) => {
      await tx.execute(`set local lock_timeout = '${lockTimeout}'`);
      for (const statement of statements) await tx.execute(statement);
    });
    return true;
  } catch (error) {
    const code = error instanceof DriverException ? error.code : undefined;
    if (code === lockNotFree || code === rowsInDefault) return false;
    throw error;
  }
}
