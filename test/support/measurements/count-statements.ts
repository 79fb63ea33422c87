import { vi } from "vitest";

import type { MikroORM } from "#db/orm.ts";

/** Counts the SQL statements that the ORM sends while `work` runs. */
export async function countStatements<T>(
  { config }: MikroORM,
  work: () => Promise<T>,
): Promise<{ result: T; statements: number }> {
  const log = vi.spyOn(config.getLogger(), "logQuery");
  try {
    const result = await work();
    return { result, statements: log.mock.calls.length };
  } finally {
    log.mockRestore();
  }
}
