import { RunStep } from "#db/entities/pipeline-run.ts";
import type { EntityManager } from "#db/orm.ts";
import { isItemKey, type StepRow } from "#domain/pipelines/runs/step-row.ts";

/** Reads the steps of a run, by key. */
export async function listRunSteps(
  em: EntityManager,
  runId: string,
): Promise<Map<string, StepRow>> {
  const rows = await em.find(RunStep, { runId }, { orderBy: { key: "asc" } });
  return new Map(rows.map((row) => [row.key, toStepRow(row)]));
}

const columnsOnly = ["runId", "kind", "endedAt"];

/** Absent fields are null in the table and missing in the row; the names of both are the same, which `fromEntries` cannot type. */
export function toStepRow(row: Partial<RunStep>): StepRow {
  const present = Object.entries(row).filter(
    ([name, field]) => field !== null && field !== undefined && !columnsOnly.includes(name),
  );
  return Object.fromEntries(present) as unknown as StepRow;
}

/**
 * Writes steps of a run, all or none. `kinds` has the kind of each step by its name. A repeated call changes nothing.
 * Triggers add an event for each change, and refuse to change a final status; the transaction is then aborted.
 */
export async function writeRunSteps(
  em: EntityManager,
  runId: string,
  rows: readonly StepRow[],
  kinds: Readonly<Record<string, string>>,
): Promise<void> {
  const given = rows.map((row) => ({
    ...row,
    kind: isItemKey(row.key) ? "item" : kinds[row.step],
  }));
  await em.execute(
    `insert into run_steps as s (run_id, key, step, kind, status, attempt, job_id, request_hash, value, error, reason,
       items, picked, started_at, ended_at)
     select ?, "key", step, kind, status, attempt, "jobId", "requestHash", value, error, reason,
       items, picked, "startedAt",
       case when status in ('completed', 'reused', 'skipped', 'failed', 'canceled') then now() end
     from jsonb_to_recordset(?::jsonb) as given (
       "key" text, step text, kind text, status text, attempt int, "jobId" text, "requestHash" text, value jsonb, error jsonb,
       reason text, items int, picked int, "startedAt" timestamptz)
     on conflict (run_id, key) do update set
       status = excluded.status, attempt = excluded.attempt, job_id = excluded.job_id,
       request_hash = excluded.request_hash, value = excluded.value, error = excluded.error,
       reason = excluded.reason, items = excluded.items, picked = excluded.picked,
       started_at = excluded.started_at, ended_at = coalesce(s.ended_at, excluded.ended_at)`,
    [runId, JSON.stringify(given)],
  );
}
