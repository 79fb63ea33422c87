import { ModerationResult } from "#db/entities/safety.ts";
import type { EntityManager } from "#db/orm.ts";
import { expiredRows } from "#db/retention/expired-rows.ts";

/** Time for which a response of the moderation service holds; services change their models. */
const resultDays = 30;
const dayMs = 86_400_000;

/** Finds the flagged categories of inputs that were classified before, by the hash in hexadecimal digits. */
export async function findModerationResults(
  em: EntityManager,
  hashes: readonly Buffer[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await em.find(ModerationResult, { inputHash: { $in: [...hashes] } });
  return new Map(
    rows.map(({ inputHash, categories }) => [Buffer.from(inputHash).toString("hex"), categories]),
  );
}

/** Keeps responses of the service. Of two responses to one input the first stays. */
export async function saveModerationResults(
  em: EntityManager,
  results: readonly { readonly inputHash: Buffer; readonly categories: readonly string[] }[],
): Promise<void> {
  await em
    .createQueryBuilder(ModerationResult)
    .insert(results.map((result) => ({ ...result, categories: [...result.categories] })))
    .onConflict("inputHash")
    .ignore()
    .execute();
}

export const oldModerationResults = expiredRows(ModerationResult, (now) => ({
  createdAt: { $lt: new Date(now.getTime() - resultDays * dayMs) },
}));
