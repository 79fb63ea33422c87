import { expect, test } from "vitest";

import { listCodeBlocks } from "#scripts/docs/code-blocks.ts";
import { useDatabase } from "#test/support/fixtures.ts";

/** The SQL that docs/safety.md and docs/operations.md give to operators. */
const database = useDatabase();
const blocks = listCodeBlocks().filter(
  ({ language, check }) => language === "sql" && check.kind === "file",
);

test.each(blocks)("the SQL of $page, line $line, runs on the current schema", async ({ code }) => {
  const statements = code.split(/;.*\n/).filter((statement) => statement.trim() !== "");

  for (const statement of statements) {
    await expect(database.orm.em.fork().execute(statement)).resolves.toBeDefined();
  }
  expect(statements.length).toBeGreaterThan(0);
});
