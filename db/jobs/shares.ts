import { createHash, randomBytes } from "node:crypto";

import { LockMode } from "@mikro-orm/core";

import { type Actor, recordAudit } from "#db/audit.ts";
import { Organization } from "#db/entities/account.ts";
import { Job, type Output } from "#db/entities/job.ts";
import { JobShare } from "#db/entities/share.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";
import { listFilesOfJob } from "#db/pipelines/run-views.ts";
import { expiredRows } from "#db/retention/expired-rows.ts";
import { AppError } from "#domain/errors.ts";
import { isFinal } from "#domain/jobs/job.ts";

import { findJob, refuseJob } from "./jobs.ts";

const sharesMax = 20;
const tokenBytes = 32;
const dayMs = 86_400_000;

interface OwnJob {
  readonly jobId: string;
  readonly organizationId: string;
}

/**
 * Creates a public link to a completed job and returns its token, which is stored as a hash only. Locks the job, so that
 * a concurrent deletion leaves no link. Throws `job_not_found`, `outside_organization`, `job_not_final`,
 * `output_not_found` for a job without a result, or `share_limit_reached`.
 */
export async function createShare(
  em: EntityManager,
  {
    jobId,
    organizationId,
    accountId,
    showsPrompt,
    days,
    actor,
  }: OwnJob & { accountId: string; showsPrompt: boolean; days: number; actor: Actor },
): Promise<{ share: JobShare; token: string }> {
  return em.transactional(async (tx) => {
    const found = await tx.findOne(Job, jobId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const { status } = refuseJob(found, { jobId, organizationId });
    if (!isFinal(status)) throw new AppError("job_not_final", { details: { status } });
    if (status !== "completed") throw new AppError("output_not_found", { details: { status } });
    const now = new Date();
    if ((await tx.count(JobShare, { jobId, expiresAt: { $gt: now } })) >= sharesMax) {
      throw new AppError("share_limit_reached", { details: { limit: sharesMax } });
    }
    const token = randomBytes(tokenBytes).toString("base64url");
    const share = tx.create(JobShare, {
      id: createId("share"),
      organizationId,
      jobId,
      accountId,
      tokenHash: hashOf(token),
      showsPrompt,
      createdAt: now,
      expiresAt: new Date(now.getTime() + days * dayMs),
    });
    await tx.persist(share).flush();
    const after = { shareId: share.id, showsPrompt, expiresAt: share.expiresAt.toISOString() };
    await recordAudit(tx, { ...actor, action: "job.shared", ...targetOf(jobId), after });
    return { share, token };
  });
}

/** Lists the valid links of a job, newest first. Throws as `findJob` does. */
export async function listShares(em: EntityManager, job: OwnJob): Promise<JobShare[]> {
  await findJob(em, job);
  const isValid = { expiresAt: { $gt: new Date() } };
  return em.find(JobShare, { ...job, ...isValid }, { orderBy: { id: "desc" }, limit: sharesMax });
}

/** Deletes a link; its page and its files are gone at once. Throws `share_not_found`, or as `findJob` does. */
export async function revokeShare(
  em: EntityManager,
  { shareId, jobId, organizationId, actor }: OwnJob & { shareId: string; actor: Actor },
): Promise<void> {
  await em.transactional(async (tx) => {
    await findJob(tx, { jobId, organizationId });
    const deleted = await tx.nativeDelete(JobShare, { id: shareId, jobId, organizationId });
    if (deleted === 0) throw new AppError("share_not_found");
    const before = { shareId };
    await recordAudit(tx, { ...actor, action: "job.unshared", ...targetOf(jobId), before });
  });
}

export interface SharedResult {
  readonly share: JobShare;
  readonly job: Job;
  /** Files that are still kept. */
  readonly files: readonly Output[];
}

/**
 * Finds the result behind a token. The index compares SHA-256 hashes, so response times reveal nothing about a token.
 * Throws `share_not_found` for a token that is unknown, expired or revoked, and while the organization is suspended.
 */
export async function findSharedResult(em: EntityManager, token: string): Promise<SharedResult> {
  const now = new Date();
  const share = await em.findOne(JobShare, { tokenHash: hashOf(token), expiresAt: { $gt: now } });
  if (share === null) throw new AppError("share_not_found");
  const { jobId, organizationId } = share;
  const [job, organizations] = [
    await em.findOne(Job, { id: jobId, organizationId, deletedAt: null }),
    await em.count(Organization, { id: organizationId, status: "active" }),
  ];
  if (job === null || organizations === 0) throw new AppError("share_not_found");
  const files = await listFilesOfJob(em, job);
  return { share, job, files: files.filter(({ expiresAt }) => expiresAt > now) };
}

export const expiredShares = expiredRows(JobShare, (now) => ({ expiresAt: { $lt: now } }));

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function targetOf(jobId: string) {
  return { targetType: "job", targetId: jobId };
}
