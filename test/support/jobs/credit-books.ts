import { expect } from "vitest";

import { findWrongBooks } from "#db/billing/verify-books.ts";
import type { MikroORM } from "#db/orm.ts";

/** Checks the books of an organization whose jobs the test charges by hand, as no engine does. */
export async function expectBalancedBooks(
  orm: MikroORM,
  { organizationId }: { organizationId: string },
): Promise<void> {
  const wrong = await findWrongBooks(orm.em.fork(), [organizationId]);
  expect(wrong.filter(({ rule }) => !/ charge/.test(rule))).toEqual([]);
}
