import type { EntityManager } from "#db/orm.ts";

export interface Balances {
  readonly held: number;
  readonly available: number;
}

/** Sums the balances of all organizations: one row for each of them. */
export async function sumBalances(em: EntityManager): Promise<Balances> {
  const [sums] = await em.execute<Balances[]>(
    `select coalesce(sum(held), 0)::float8 as held, coalesce(sum(available), 0)::float8 as available
     from credit_accounts`,
  );
  if (sums === undefined) throw new Error("expected the sums of the balances");
  return sums;
}
