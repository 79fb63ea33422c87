import { createHash } from "node:crypto";

import { LockMode } from "@mikro-orm/core";

import { type Actor, recordAudit } from "#db/audit.ts";
import { AbuseReport } from "#db/entities/safety.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager, MikroORM } from "#db/orm.ts";
import { expiredRows } from "#db/retention/expired-rows.ts";
import { AppError } from "#domain/errors.ts";
import {
  type AbuseCategory,
  type AbuseReportStatus,
  readReference,
} from "#domain/safety/abuse-report.ts";
import type { Storage } from "#storage/storage.ts";

import { quarantineReported } from "./reported-files.ts";

/** Open reports of content that is not stored here; further ones are not kept. */
const unknownMax = 1_000;
const repeatsMax = 1_000_000;
/** Days for which a report is kept after its decision. */
const decidedDays = 365;
const dayMs = 86_400_000;

export interface NewAbuseReport {
  /** URL or id of the content. */
  readonly reference: string;
  readonly category: AbuseCategory;
  readonly explanation: string;
  readonly email: string | null;
}

/**
 * Stores a report with one statement, whether the content exists or not. A second report of the same content is counted
 * while the first one is open.
 */
export async function createAbuseReport(em: EntityManager, report: NewAbuseReport): Promise<void> {
  const { outputId, assetId, jobId, shareToken, reference } = readReference(report.reference);
  const tokenHash = shareToken === null ? null : sha256(shareToken);
  await em.execute(
    `insert into abuse_reports (id, reference, reference_hash, organization_id, job_id, output_id,
       asset_id, category, explanation, email, repeats, status)
     select ?::text, ?::text, ?::bytea, coalesce(o.organization_id, a.organization_id, j.organization_id),
       coalesce(o.job_id, j.id), o.id, a.id, ?::text, ?::text, ?::text, 0, 'open'
     from (select 1) as report
     left join job_shares s on s.token_hash = ?::bytea and s.expires_at > now()
     left join outputs o on o.id = ?::text
     left join assets a on a.id = ?::text and o.id is null
     left join jobs j on j.id = coalesce(s.job_id, ?::text) and a.id is null
     where coalesce(o.job_id, a.id, j.id) is not null or (
       select count(*) from abuse_reports
       where status = 'open' and job_id is null and asset_id is null) < ?::integer
     on conflict (reference_hash) where status = 'open'
       do update set repeats = least(abuse_reports.repeats + 1, ?::integer)`,
    [
      createId("abuseReport"),
      reference,
      sha256(outputId ?? assetId ?? shareToken ?? jobId ?? reference),
      report.category,
      report.explanation,
      report.email,
      tokenHash,
      outputId,
      assetId,
      jobId,
      unknownMax,
      repeatsMax,
    ],
  );
}

export interface AbuseReportFilter {
  readonly status?: AbuseReportStatus | undefined;
}

/** Lists reports, newest first. */
export async function listAbuseReports(
  em: EntityManager,
  {
    filter: { status },
    limit,
    beforeId,
  }: { filter: AbuseReportFilter; limit: number; beforeId: string | undefined },
): Promise<AbuseReport[]> {
  return em.find(
    AbuseReport,
    {
      ...(beforeId === undefined ? {} : { id: { $lt: beforeId } }),
      ...(status === undefined ? {} : { status }),
    },
    { orderBy: { id: "desc" }, limit, refresh: true },
  );
}

/** Number of open reports and the age of the oldest one; 0 without any. */
export async function measureOpenReports(
  em: EntityManager,
): Promise<{ readonly open: number; readonly oldestSeconds: number }> {
  const [row] = await em.execute<{ open: number; oldest: number }[]>(
    `select count(*)::integer as open,
       coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
     from abuse_reports where status = 'open'`,
  );
  if (row === undefined) throw new Error("expected a count of reports");
  return { open: row.open, oldestSeconds: row.oldest };
}

export interface ReportDecision {
  readonly reportId: string;
  readonly decision: Exclude<AbuseReportStatus, "open">;
  readonly reason: string;
  readonly actor: Actor;
}

/**
 * Dismisses a report, or quarantines the reported output or asset; for a job without a named output all of its outputs. A
 * repetition after a crash quarantines the remaining files. Throws `report_not_found`, `report_decided`, and `output_expired` or
 * `asset_expired` when no file is left to quarantine.
 */
export async function decideAbuseReport(
  { orm, storage }: { readonly orm: MikroORM; readonly storage: Storage },
  { reportId, decision, reason, actor }: ReportDecision,
): Promise<AbuseReport> {
  const report = await orm.em.fork().findOne(AbuseReport, reportId);
  if (report === null) throw new AppError("report_not_found", { details: { reportId } });
  if (report.status !== "open") throw new AppError("report_decided");
  if (decision === "quarantined") {
    await quarantineReported({ orm, storage }, { report, actor });
  }
  return orm.em.fork().transactional(async (tx) => {
    const locked = await tx.findOneOrFail(AbuseReport, reportId, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
    });
    if (locked.status !== "open") throw new AppError("report_decided");
    const now = new Date();
    tx.assign(locked, {
      status: decision,
      decisionReason: reason,
      decidedBy: actor.actorAccountId ?? null,
      decidedAt: now,
      expiresAt: new Date(now.getTime() + decidedDays * dayMs),
    });
    await tx.flush();
    await recordAudit(tx, {
      ...actor,
      action: `abuse_report.${decision}`,
      targetType: "abuse_report",
      targetId: reportId,
      after: { jobId: locked.jobId, outputId: locked.outputId, reason },
    });
    return locked;
  });
}

export const decidedReports = expiredRows(AbuseReport, (now) => ({ expiresAt: { $lt: now } }));

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
