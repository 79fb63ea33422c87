import { LockMode } from "@mikro-orm/core";

import { type Actor, recordAudit } from "#db/audit.ts";
import { Organization } from "#db/entities/account.ts";
import { OrganizationSafety } from "#db/entities/safety.ts";
import type { EntityManager } from "#db/orm.ts";

export interface SafetyRules {
  readonly terms: readonly string[];
  readonly refusedCategories: readonly string[];
}

/** Reads the rules that an organization adds to those of the platform; empty without any. */
export async function findSafetyRules(
  em: EntityManager,
  organizationId: string,
): Promise<SafetyRules> {
  const row = await em.findOne(OrganizationSafety, organizationId);
  return { terms: row?.terms ?? [], refusedCategories: row?.refusedCategories ?? [] };
}

/** Changes the rules; omitted ones stay. The audit log has counts, because terms may quote what they forbid. */
export async function updateSafetyRules(
  em: EntityManager,
  {
    organizationId,
    change,
    actor,
  }: {
    organizationId: string;
    change: { readonly [Name in keyof SafetyRules]?: SafetyRules[Name] | undefined };
    actor: Actor;
  },
): Promise<SafetyRules> {
  return em.transactional(async (tx) => {
    // The organization's row is the lock: the rules have none before their first change.
    await tx.findOneOrFail(Organization, organizationId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const before = await findSafetyRules(tx, organizationId);
    const { terms = before.terms, refusedCategories = before.refusedCategories } = change;
    const rules = { terms: [...terms], refusedCategories: [...refusedCategories] };
    await tx.upsert(OrganizationSafety, { organizationId, ...rules, updatedAt: new Date() });
    await recordAudit(tx, {
      ...actor,
      organizationId,
      action: "safety.updated",
      targetType: "organization",
      targetId: organizationId,
      before: summaryOf(before),
      after: summaryOf(rules),
    });
    return rules;
  });
}

function summaryOf({ terms, refusedCategories }: SafetyRules) {
  return { terms: terms.length, refusedCategories };
}
