import { SafetyDecision, type SafetyStage } from "#db/entities/safety.ts";
import { createId } from "#db/ids.ts";
import { lockOrganization } from "#db/organizations/lock-organization.ts";
import type { EntityManager } from "#db/orm.ts";
import { expiredRows } from "#db/retention/expired-rows.ts";
import type { Vault } from "#db/vault.ts";
import { hashMatchCategory } from "#domain/safety/hash-match.ts";
import { neverAllowed } from "#domain/safety/moderation.ts";

import { suspendAfterRefusals } from "./suspend-organization.ts";

/** Refusals with these categories are kept for reports to authorities, and several of them suspend an organization. */
const seriousCategories = [neverAllowed, hashMatchCategory];
const seriousDays = 365;
const decisionDays = 90;
const dayMs = 86_400_000;

export interface SafetyRecord {
  readonly organizationId: string;
  readonly accountId: string;
  readonly jobId: string | null;
  readonly stage: SafetyStage;
  readonly action: SafetyDecision["action"];
  readonly sources: readonly string[];
  readonly categories: readonly string[];
}

/**
 * Records a decision. A repeated step of a job records it once. `suspendAfter` serious ones within a day suspend the
 * organization in the same commit.
 */
export async function recordDecision(
  em: EntityManager,
  record: SafetyRecord,
  settings: { readonly suspendAfter: number; readonly vault: Vault },
): Promise<void> {
  const { organizationId } = record;
  if (!seriousCategories.some((one) => record.categories.includes(one))) {
    await insertDecision(em, record, decisionDays);
    return;
  }
  await em.transactional(async (tx) => {
    await lockOrganization(tx, organizationId);
    await insertDecision(tx, record, seriousDays);
    await suspendAfterRefusals(tx, { organizationId, seriousCategories, ...settings });
  });
}

async function insertDecision(
  em: EntityManager,
  record: SafetyRecord,
  days: number,
): Promise<void> {
  const now = new Date();
  await em
    .createQueryBuilder(SafetyDecision)
    .insert({
      ...record,
      sources: [...record.sources],
      categories: [...record.categories],
      id: createId("safetyDecision"),
      createdAt: now,
      expiresAt: new Date(now.getTime() + days * dayMs),
    })
    .onConflict(["jobId", "stage", "action"])
    .ignore()
    .execute();
}

export const expiredDecisions = expiredRows(SafetyDecision, (now) => ({
  expiresAt: { $lt: now },
}));
