import type { MikroORM } from "#db/orm.ts";

import { type FakeProvider, isBilled, type Made, sha256Of, statusOf } from "./fake-provider.ts";
import type { Journal } from "./journal.ts";
import type { ProviderClass } from "./providers.ts";
import { attemptMsMax } from "./scaled-time-limits.ts";

/**
 * Outcome of a generation at a provider. `stopped`: canceled while it was running. `undelivered`: recorded by
 * the engine as made for a job that had ended. `lost`: recorded by the engine as a request with an unknown
 * outcome. Every other outcome is `unaccounted`, a violation.
 */
export type Fate = "delivered" | "failed" | "stopped" | "undelivered" | "lost" | "unaccounted";

export type FateCounts = Readonly<Record<Fate | "made", number>>;

export interface MadeWork {
  readonly byClass: Readonly<Partial<Record<ProviderClass, FateCounts>>>;
  readonly violations: readonly { readonly jobId: string; readonly rule: string }[];
}

interface SubmissionRow {
  readonly job_id: string;
  readonly idempotency_key: string;
  readonly state: string;
  readonly error_code: string | null;
  readonly provider_slug: string;
  readonly undelivered_at: string | null;
  readonly job_status: string;
}

/**
 * Checks that every generation was delivered, stopped or recorded as lost, and that every billed one belongs
 * to a job that was paid for once. The source of truth is the providers' records, not the engine's.
 */
export async function judgeMadeWork(
  orm: MikroORM,
  { providers, journal }: { providers: readonly FakeProvider[]; journal: Journal },
): Promise<MadeWork> {
  const em = orm.em.fork();
  const rows = await em.execute<SubmissionRow[]>(
    `select s.job_id, s.idempotency_key, s.state, s.error_code, s.provider_slug, s.undelivered_at,
       j.status as job_status
     from provider_submissions s join jobs j on j.id = s.job_id`,
  );
  const delivered = await em.execute<{ job_id: string; sha256: string }[]>(
    `select o.job_id, o.sha256 from outputs o join jobs j on j.id = o.job_id
     where j.status = 'completed'`,
  );
  const books = new Map(rows.map((row) => [row.idempotency_key, row]));
  const files = new Map(delivered.map(({ sha256, job_id: jobId }) => [sha256, jobId]));
  const violations: { jobId: string; rule: string }[] = [];
  const counts = new Map<ProviderClass, Record<Fate | "made", number>>();
  const billedJobs = new Map<string, number>();

  for (const { log } of providers) {
    for (const key of log.keys()) {
      if (books.has(key)) continue;
      violations.push({ jobId: key, rule: "a provider was asked under a key that no row has" });
    }
  }
  for (const made of providers.flatMap((fake) => fake.made)) {
    const row = books.get(made.idempotencyKey);
    const jobId = row?.job_id ?? made.idempotencyKey;
    const fate = fateOf(made, { row, deliveredTo: files.get(sha256Of(made)) });
    const ofClass = counts.get(made.provider.class) ?? noneYet();
    counts.set(made.provider.class, ofClass);
    ofClass.made += 1;
    ofClass[fate] += 1;
    if (isBilled(made)) billedJobs.set(jobId, (billedJobs.get(jobId) ?? 0) + 1);
    if (fate === "unaccounted") {
      const state = `${row?.state ?? "no row"}${row?.error_code == null ? "" : ` ${row.error_code}`}`;
      violations.push({
        jobId,
        rule: `${made.provider.slug} made ${made.id}, and it was neither delivered, nor stopped, nor counted as lost (${state})`,
      });
    }
    // A caller may cancel a job whose generation is already finished.
    if (fate === "undelivered" && row?.job_status !== "canceled") {
      violations.push({
        jobId,
        rule: `${made.provider.slug} made ${made.id} for a job that failed`,
      });
    }
    if (fate === "lost" && !isExcusable(made, journal)) {
      violations.push({ jobId, rule: `${made.provider.slug} responded, and ${made.id} was lost` });
    }
  }
  for (const [jobId, times] of billedJobs) {
    if (times > 1) violations.push({ jobId, rule: `providers bill it ${times} times` });
  }
  return { byClass: Object.fromEntries(counts), violations };
}

function fateOf(
  made: Made,
  { row, deliveredTo }: { row: SubmissionRow | undefined; deliveredTo: string | undefined },
): Fate {
  if (deliveredTo !== undefined && deliveredTo === row?.job_id) return "delivered";
  if (statusOf(made) === "failed") return "failed";
  if (made.isAskedToStop) return "stopped";
  if (row?.undelivered_at != null) return "undelivered";
  return row?.state === "unknown" ? "lost" : "unaccounted";
}

/**
 * A lost generation is excusable when no process could know of it: the provider sent no response, or each
 * process that received one died before it could record it, or died or timed out while waiting. No loss is
 * excusable at a provider with idempotency keys or lookup: its outages in a run are shorter than the engine's
 * time limit for lost responses.
 */
function isExcusable({ answered, hungUp, provider }: Made, journal: Journal): boolean {
  if (provider.class === "key" || provider.class === "lookup") return false;
  const wasProviderHit = (at: number) => journal.wasHit([provider.slug], at - 500, at + 500);
  return (
    answered.every(
      ({ member, at }) => journal.mayHaveForgotten(member, at) || wasProviderHit(at),
    ) &&
    hungUp.every(
      ({ member, at, afterMs }) =>
        journal.wasKilled(member, at) || wasProviderHit(at) || afterMs > attemptMsMax - 1_000,
    )
  );
}

function noneYet(): Record<Fate | "made", number> {
  return { made: 0, delivered: 0, failed: 0, stopped: 0, undelivered: 0, lost: 0, unaccounted: 0 };
}
