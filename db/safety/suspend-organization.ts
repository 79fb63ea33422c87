import { emailOperators } from "#db/email/email-operators.ts";
import { updateOrganizationTerms } from "#db/organizations/admin-organizations.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Vault } from "#db/vault.ts";

/** Shown to the members; the operators' email has the number of refusals. */
const reason = "Repeated requests for prohibited content. Contact the operator.";

/**
 * Suspends an active organization with so many serious refusals in a day, and notifies the operators by email; their own
 * organizations stay active, so that they can act. Requires the lock of `lockOrganization`.
 */
export async function suspendAfterRefusals(
  em: EntityManager,
  {
    organizationId,
    seriousCategories,
    suspendAfter,
    vault,
  }: {
    readonly organizationId: string;
    readonly seriousCategories: readonly string[];
    /** Refusals within 24 hours; zero for never. */
    readonly suspendAfter: number;
    readonly vault: Vault;
  },
): Promise<void> {
  if (suspendAfter === 0) return;
  const [found] = await em.execute<{ name: string; refusals: number }[]>(
    `select o.name, (
       select count(*)::int from safety_decisions d
       where d.organization_id = o.id and d.created_at > now() - interval '24 hours'
         and d.action <> 'unchecked' and d.categories && ?::text[]) as refusals
     from organizations o
     where o.id = ? and o.status = 'active' and not exists (
       select from memberships m join accounts a on a.id = m.account_id
       where m.organization_id = o.id and a.is_operator)`,
    [`{${seriousCategories.join(",")}}`, organizationId],
  );
  if (found === undefined || found.refusals < suspendAfter) return;
  const now = new Date();
  const change = { status: "suspended", reason } as const;
  await updateOrganizationTerms(em, { organizationId, change, actor: {}, now });
  const { name: organizationName, refusals } = found;
  const content = {
    template: "organization_suspended",
    organizationId,
    organizationName,
    refusals,
  } as const;
  await emailOperators(em, vault, { content, now });
}
