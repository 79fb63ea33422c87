import { Organization } from "#db/entities/account.ts";
import { Output } from "#db/entities/job.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";
import { retentionDaysOf } from "#domain/billing/plans.ts";
import { AppError } from "#domain/errors.ts";
import type { InputFacts } from "#domain/requests/input-facts.ts";
import type { OutputProvenance } from "#domain/requests/provenance.ts";

export interface NewOutput {
  readonly jobId: string;
  readonly organizationId: string;
  readonly step: string;
  readonly ordinal: number;
  readonly storageKey: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly durationSeconds?: number | undefined;
  readonly text?: string | undefined;
  readonly provenance?: OutputProvenance | undefined;
}

/**
 * Registers a stored file. Returns false, and changes nothing, for a repeated call with the same (job, step, ordinal), and when a
 * file of the step is quarantined: the condition is part of the statement, so that it costs no round trip.
 */
export async function createOutput(em: EntityManager, output: NewOutput): Promise<boolean> {
  const days = await findRetentionDays(em, output.organizationId);
  const created = await em.execute<{ id: string }[]>(
    `insert into outputs (id, job_id, organization_id, step, ordinal, storage_key, content_type, bytes,
       sha256, width, height, duration_seconds, text, provenance, expires_at)
     select ?::text, ?::text, ?::text, ?::text, ?::integer, ?::text, ?::text, ?::bigint, ?::text, ?::integer,
       ?::integer, ?::double precision, ?::text, ?::jsonb, now() + make_interval(days => ?)
     where not exists (
       select from quarantined_files where job_id = ? and step = ? and ended_at is null)
     on conflict do nothing returning id`,
    [
      createId("output"),
      output.jobId,
      output.organizationId,
      output.step,
      output.ordinal,
      output.storageKey,
      output.contentType,
      output.bytes,
      output.sha256,
      output.width ?? null,
      output.height ?? null,
      output.durationSeconds ?? null,
      output.text ?? null,
      output.provenance === undefined ? null : JSON.stringify(output.provenance),
      days,
      output.jobId,
      output.step,
    ],
  );
  return created.length > 0;
}

/** Days for which an organization's files are kept. */
export async function findRetentionDays(
  em: EntityManager,
  organizationId: string,
): Promise<number> {
  const { plan, retentionDays } = await em.findOneOrFail(Organization, organizationId, {
    fields: ["plan", "retentionDays"],
  });
  return retentionDaysOf(plan, retentionDays);
}

/** Returns the measurements that a provider reported, or that were taken when the file was stored. */
export function outputFactsOf({
  durationSeconds,
  width,
  height,
}: Output): Omit<InputFacts, "kind"> {
  return {
    ...(durationSeconds == null ? {} : { durationSeconds: Number(durationSeconds) }),
    ...(width == null ? {} : { width }),
    ...(height == null ? {} : { height }),
  };
}

/** Lists the outputs of many jobs in one query, by step and ordinal. */
export async function listOutputs(em: EntityManager, jobIds: readonly string[]): Promise<Output[]> {
  if (jobIds.length === 0) return [];
  return em.find(
    Output,
    { jobId: { $in: [...jobIds] }, deletedAt: null },
    { orderBy: { step: "asc", ordinal: "asc" } },
  );
}

/**
 * Throws `output_not_found`, or `output_expired` when the output is no longer kept. Omit both the job id and the organization only
 * after verifying the caller's signed URL, or to check the organization of the result.
 */
export async function findOutput(
  em: EntityManager,
  { outputId, ...within }: { outputId: string; jobId?: string; organizationId?: string },
): Promise<Output> {
  const output = await em.findOne(Output, { id: outputId, ...within });
  if (output === null) throw new AppError("output_not_found", { details: { outputId } });
  if (output.deletedAt || output.expiresAt < new Date()) {
    throw new AppError("output_expired", {
      details: { expiredAt: output.expiresAt.toISOString() },
    });
  }
  return output;
}
