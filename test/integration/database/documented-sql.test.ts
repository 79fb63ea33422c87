import { expect, test } from "vitest";

import { listBlocksOfFile } from "#scripts/docs/code-blocks.ts";
import { useDatabase } from "#test/support/fixtures.ts";

/** The SQL that docs/safety.md and docs/operations.md give to operators. */
const database = useDatabase();
const blocks = listBlocksOfFile("test/integration/database/documented-sql.test.ts");

test.each(blocks)("the SQL of $page, line $line, runs on the current schema", async ({ code }) => {
  const statements = code.split(/;.*\n/).filter((statement) => statement.trim() !== "");

  for (const statement of statements) {
    await expect(database.orm.em.fork().execute(statement)).resolves.toBeDefined();
  }
  expect(statements.length).toBeGreaterThan(0);
});
