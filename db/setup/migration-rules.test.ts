import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

import type { Migration } from "@mikro-orm/migrations";
import { expect, test } from "vitest";

import { migrations } from "#db/migrations/index.ts";
import { connectDatabase } from "#db/orm.ts";

const squawk = fileURLToPath(new URL("../../node_modules/.bin/squawk", import.meta.url));

/** Rules against statements that block requests or break the version that runs during the migration. */
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

/** Earlier migrations precede the first release and ran on empty tables. */
const lastUnchecked = "0023";
const checked = migrations.filter(({ name }) => name > `${lastUnchecked}~`);

test.each(checked)(
  "$name does not block concurrent requests",
  async ({ class: MigrationClass }) => {
    const { statements, isTransactional } = await readMigration(MigrationClass);

    const problems = await findProblems(statements, isTransactional);

    expect(problems).toEqual([]);
  },
);

test.each(checked)("$name defines no function or trigger, which db/sql defines", async (entry) => {
  const { statements } = await readMigration(entry.class);

  expect(
    statements.filter((statement) => /\bcreate\b[^;(]*\b(?:function|trigger)\b/i.test(statement)),
  ).toEqual([]);
});

test("reports statements that block requests", async () => {
  const found = await findProblems(
    ["create index x on jobs (status);", "alter table jobs add constraint c check (id <> '');"],
    true,
  );

  expect(found.join("\n")).toContain("require-concurrent-index-creation");
  expect(found.join("\n")).toContain("constraint-missing-not-valid");
});

async function readMigration(
  MigrationClass: (typeof migrations)[number]["class"],
): Promise<{ statements: string[]; isTransactional: boolean }> {
  const orm = await connectDatabase({ url: "postgresql://127.0.0.1:1/none", poolMax: 1 });
  const migration: Migration = new MigrationClass(orm.em.getDriver(), orm.config);
  await migration.up();
  await orm.close();
  return {
    statements: migration.getQueries().map(String),
    isTransactional: migration.isTransactional(),
  };
}

/** Statements outside a transaction are checked together, because each creates a new index. */
async function findProblems(
  statements: readonly string[],
  isTransactional: boolean,
): Promise<string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const options = ["--reporter", "json", ...(isTransactional ? ["--assume-in-transaction"] : [])];
  // squawk exits with 1 when it reports problems.
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
