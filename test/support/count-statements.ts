import { Client } from "pg";
import { vi } from "vitest";

/** Counts the SQL statements that this process sends while `work` runs. */
export async function countStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; statements: number }> {
  const query = vi.spyOn(Client.prototype, "query");
  try {
    const result = await work();
    return { result, statements: query.mock.calls.length };
  } finally {
    query.mockRestore();
  }
}
