import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

import type { Migration } from "@mikro-orm/migrations";
import { expect, test } from "vitest";

import { migrations } from "#db/migrations/index.ts";
import { connectDatabase } from "#db/orm.ts";

const squawk = fileURLToPath(new URL("../../node_modules/.bin/squawk", import.meta.url));

/** What stops requests or breaks the version that still runs while a migration does. */
const rules = new Set([
  "adding-foreign-key-constraint",
  "adding-not-nullable-field",
  "adding-required-field",
  "adding-serial-primary-key-field",
  "ban-concurrent-index-creation-in-transaction",
  "changing-column-type",
  "constraint-missing-not-valid",
  "disallowed-unique-constraint",
  "renaming-column",
  "renaming-table",
  "require-concurrent-index-creation",
  "require-concurrent-index-deletion",
]);

/** Before the first release, on tables without rows. */
const lastUnchecked = "0023";
const checked = migrations.filter(({ name }) => name > `${lastUnchecked}~`);

test.each(checked)("$name can run while requests do", async ({ class: MigrationClass }) => {
  const orm = await connectDatabase({ url: "postgresql://127.0.0.1:1/none", poolMax: 1 });
  const migration: Migration = new MigrationClass(orm.em.getDriver(), orm.config);
  await migration.up();
  const statements = migration.getQueries().map(String);
  await orm.close();

  const problems = await findProblems(statements, migration.isTransactional());

  expect(problems).toEqual([]);
});

test("what blocks is found", async () => {
  const found = await findProblems(
    ["create index x on jobs (status);", "alter table jobs add constraint c check (id <> '');"],
    true,
  );

  expect(found.join("\n")).toContain("require-concurrent-index-creation");
  expect(found.join("\n")).toContain("constraint-missing-not-valid");
});

/** Statements that are run alone are judged together: each index is new. */
async function findProblems(
  statements: readonly string[],
  isTransactional: boolean,
): Promise<string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const options = ["--reporter", "json", ...(isTransactional ? ["--assume-in-transaction"] : [])];
  // It exits with 1 when it has found something.
  const child = execFile(squawk, options, (error, stdout) => {
    if (error !== null && stdout === "") reject(error);
    else resolve(stdout);
  });
  child.stdin?.end(statements.join("\n"));
  const found = JSON.parse(await promise) as { rule_name: string; message: string; line: number }[];
  return found
    .filter(({ rule_name: rule }) => rules.has(rule))
    .map(({ rule_name: rule, line, message }) => `${rule}, line ${line + 1}: ${message}`);
}
