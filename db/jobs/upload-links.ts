import { createHash, randomBytes } from "node:crypto";

import type { Caller } from "#db/caller.ts";
import { UploadLink } from "#db/entities/upload-link.ts";
import { findCallerByKeyId } from "#db/organizations/api-keys.ts";
import type { EntityManager } from "#db/orm.ts";
import { expiredRows } from "#db/retention/expired-rows.ts";
import { AppError } from "#domain/errors.ts";

const tokenBytes = 32;
/** Time to start the upload. */
const validMs = 15 * 60_000;

/** Creates a link and returns its token, which is stored as a hash only. */
export async function createUploadLink(
  em: EntityManager,
  {
    organizationId,
    accountId,
    apiKeyId,
    name,
  }: { organizationId: string; accountId: string; apiKeyId: string; name: string | null },
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(tokenBytes).toString("base64url");
  const expiresAt = new Date(Date.now() + validMs);
  const link = { tokenHash: hashOf(token), organizationId, accountId, apiKeyId, name, expiresAt };
  await em.insert(UploadLink, link);
  return { token, expiresAt };
}

/**
 * Takes a link for its only upload: of concurrent uploads, one gets it. Returns the caller as the key stands now. Throws
 * `upload_link_invalid` for a link that is unknown, used or expired, or whose key is no longer valid.
 */
export async function takeUploadLink(
  em: EntityManager,
  token: string,
): Promise<{ caller: Caller; name: string | null }> {
  const tokenHash = hashOf(token);
  const now = new Date();
  const isOpen = { tokenHash, usedAt: null, expiresAt: { $gt: now } };
  const link = await em.findOne(UploadLink, { tokenHash });
  const taken = await em.nativeUpdate(UploadLink, isOpen, { usedAt: now });
  if (taken === 0 || link === null) throw new AppError("upload_link_invalid");
  const caller = await findCallerByKeyId(em, link.apiKeyId);
  const isValid =
    caller !== null &&
    caller.organizationId === link.organizationId &&
    caller.revokedAt === null &&
    (caller.expiresAt === null || caller.expiresAt > now);
  if (!isValid) throw new AppError("upload_link_invalid");
  return { caller, name: link.name ?? null };
}

/** Opens the link again after an upload that has stored nothing. */
export async function reopenUploadLink(em: EntityManager, token: string): Promise<void> {
  await em.nativeUpdate(UploadLink, { tokenHash: hashOf(token) }, { usedAt: null });
}

export const expiredUploadLinks = expiredRows(UploadLink, (now) => ({ expiresAt: { $lt: now } }));

/** The token has 256 random bits, so a fast hash without salt is sufficient. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
