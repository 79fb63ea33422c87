import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { grantMonth } from "#db/billing/credits.ts";
import { Account, ApiKey, Membership, Organization } from "#db/entities/account.ts";
import { hashKeyValue, isKeyValue } from "#db/organizations/api-key-value.ts";
import { createApiKey, findCallerByKeyHash } from "#db/organizations/api-keys.ts";
import type { EntityManager } from "#db/orm.ts";

import { localAccountId } from "./local-owner-id.ts";

const accountId = localAccountId;
const organizationId = "org_local";
const keyName = "local";
/** Monthly credits of the local organization. */
const localCreditsPerMonth = 100_000;

/**
 * Creates owner, organization and key of an engine for local use. Repeated calls keep them, apply a changed
 * limit, grant each month once, and replace the key only when its file is missing or its value is invalid.
 */
export async function createLocalOwner(
  em: EntityManager,
  { folder, requestsPerHour, now }: { folder: string; requestsPerHour: number; now: Date },
): Promise<{ keyFile: string; created: boolean }> {
  await em.upsert(Account, {
    id: accountId,
    email: "owner@localhost",
    displayName: "Local owner",
    emailVerifiedAt: now,
    isOperator: true,
  });
  await em.upsert(Organization, {
    id: organizationId,
    name: "Local",
    plan: "enterprise",
    requestsPerHour,
    creditsPerMonth: localCreditsPerMonth,
  });
  await em.upsert(Membership, { organizationId, accountId, role: "owner" });
  await em.transactional(async (tx) => grantMonth(tx, organizationId, now));

  const keyFile = join(folder, "api-key");
  if (await keyWorks(em, keyFile)) return { keyFile, created: false };
  // Revokes the lost key, because it may have been leaked.
  await em.nativeUpdate(
    ApiKey,
    { organizationId, name: keyName, revokedAt: null },
    { revokedAt: now },
  );
  const { value } = await createApiKey(em, { organizationId, accountId, name: keyName });
  await mkdir(folder, { recursive: true });
  // Renamed into place, so that readers never see a partial key.
  await writeFile(`${keyFile}.partial`, `${value}\n`, { mode: 0o600 });
  await rename(`${keyFile}.partial`, keyFile);
  return { keyFile, created: true };
}

async function keyWorks(em: EntityManager, keyFile: string): Promise<boolean> {
  const value = await readFile(keyFile, "utf8").then(
    (text) => text.trim(),
    () => "",
  );
  if (!isKeyValue(value)) return false;
  const caller = await findCallerByKeyHash(em, hashKeyValue(value));
  return caller !== null && caller.revokedAt === null;
}
