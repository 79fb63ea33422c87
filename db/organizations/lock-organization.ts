import type { EntityManager } from "#db/orm.ts";

/**
 * Serializes transactions that check something of an organization before they change it, such as a limit or its members.
 * The weakest lock that excludes itself: rows that reference the organization, such as accepted jobs, can still be
 * inserted. A transaction that also changes the balance locks the organization first, as acceptance does.
 */
export async function lockOrganization(em: EntityManager, organizationId: string): Promise<void> {
  await em.execute("select 1 from organizations where id = ? for no key update", [organizationId]);
}
