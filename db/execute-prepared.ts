import type { EntityManager } from "./orm.ts";

/**
 * Runs a statement that each connection parses and plans once. MikroORM writes the values into the
 * text, so PostgreSQL plans every call anew: for a long statement that costs more than running it.
 * `$1`, `$2`, … stand for the values. It runs in a transaction of its own, whatever `em` is in, and
 * throws the same exceptions as `em.execute`.
 */
export async function executePrepared<Row extends object>(
  em: EntityManager,
  { name, sql, values }: { name: string; sql: string; values: readonly unknown[] },
): Promise<Row[]> {
  const pool = await em.getConnection().getNativeClient();
  try {
    const { rows } = await pool.query<Row>({ name, text: sql, values: [...values] });
    return rows;
  } catch (error) {
    throw error instanceof Error ? em.getDriver().convertException(error) : error;
  }
}
