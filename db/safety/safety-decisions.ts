import { SafetyDecision, type SafetyStage } from "#db/entities/safety.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";
import { expiredRows } from "#db/retention/expired-rows.ts";
import { hashMatchCategory } from "#domain/safety/hash-match.ts";
import { neverAllowed } from "#domain/safety/moderation.ts";

/** Refusals for minors and known illegal files are kept for reports to authorities. */
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

/** Records a decision. A repeated step of a job records it once. */
export async function recordDecision(em: EntityManager, record: SafetyRecord): Promise<void> {
  const now = new Date();
  const isSerious = [neverAllowed, hashMatchCategory].some((one) =>
    record.categories.includes(one),
  );
  const days = isSerious ? seriousDays : decisionDays;
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
