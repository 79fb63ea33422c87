import type { EntityManager } from "./orm.ts";

/**
 * Runs a statement that each connection parses and plans once. MikroORM inlines the values into the SQL text,
 * so PostgreSQL plans every call again, which costs more than the execution of a long statement. Values are
 * passed as `$1`, `$2`, …. Runs in its own transaction, independent of `em`, and throws the same exceptions
 * as `em.execute`.
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
