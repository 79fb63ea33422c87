import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

import type { Migration } from "@mikro-orm/migrations";
import { expect, test } from "vitest";

import { backfills } from "#db/backfills/backfills.ts";
import { lastWithoutPhases, migrations, phaseOf } from "#db/migrations/index.ts";
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

/** Rules against statements that break the previous version, which runs until the phase `after`. */
const beforeRules = new Set([
  "adding-not-nullable-field",
  "ban-drop-column",
  "ban-drop-not-null",
  "ban-drop-table",
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

const phased = checked.filter(({ name }) => name > lastWithoutPhases);

test.each(phased.filter((entry) => phaseOf(entry) === "before"))(
  "$name takes nothing from processes of the previous version",
  async ({ class: MigrationClass }) => {
    const { statements, isTransactional } = await readMigration(MigrationClass);

    expect(await findProblems(statements, isTransactional, beforeRules)).toEqual([]);
  },
);

test.each(phased)("$name moves no data, and validates outside a transaction", async (entry) => {
  const { statements, isTransactional } = await readMigration(entry.class);

  expect(statements.filter((statement) => movesData(statement))).toEqual([]);
  if (!isTransactional) return;
  expect(statements.filter((statement) => /\bvalidate\s+constraint\b/i.test(statement))).toEqual(
    [],
  );
});

test.each(phased)("$name locks one table that requests use", async ({ class: MigrationClass }) => {
  const { statements, isTransactional } = await readMigration(MigrationClass);
  if (!isTransactional) return;

  expect(listLocked(statements).length).toBeLessThanOrEqual(1);
});

test("migrations have unique names in order, and need backfills that exist", () => {
  const names = migrations.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].toSorted());
  const known = new Set(backfills.map(({ name }) => name));
  expect(known.size).toBe(backfills.length);
  for (const entry of migrations) {
    if (entry.needs === undefined) continue;
    expect(known).toContain(entry.needs);
    expect(phaseOf(entry)).toBe("after");
  }
});

test("reports statements that break the previous version or move data", async () => {
  const statements = [
    "alter table jobs drop column title;",
    "alter table jobs alter column title set not null;",
    "drop table jobs;",
  ];

  const found = (await findProblems(statements, true, beforeRules)).join("\n");

  expect(found).toContain("ban-drop-column");
  expect(found).toContain("adding-not-nullable-field");
  expect(found).toContain("ban-drop-table");
  expect(
    [
      "update jobs set title = ''",
      "\n with a as (delete from jobs) select",
      "do $$ begin end $$",
    ].map(movesData),
  ).toEqual([true, true, true]);
  expect(["create table updates (id int)", "alter table a add b int"].map(movesData)).toEqual([
    false,
    false,
  ]);
});

test("reports a renamed table that the same transaction does not replace", async () => {
  const rename = "alter table jobs rename to former_jobs";
  const create = "create table jobs (id text)";

  expect((await findProblems([`${rename};`], true)).join()).toContain("renaming-table");
  expect(await findProblems([`${rename};`, `${create};`], true)).toEqual([]);
});

test("reports tables that are locked together", () => {
  const statements = [
    "create table new_ones (id text)",
    "alter table new_ones add b int",
    "alter table jobs add c text",
  ];

  expect(listLocked(statements)).toEqual(["jobs"]);
  expect(listLocked([...statements, "\n alter table outbox add c text"])).toEqual([
    "jobs",
    "outbox",
  ]);
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

/**
 * Lists the tables that statements alter, without those that they create. A request that uses two of them in the other
 * order than the migration would be ended as a deadlock.
 */
function listLocked(statements: readonly string[]): string[] {
  const namesOf = (pattern: RegExp) =>
    statements.flatMap((statement) => pattern.exec(statement)?.[1] ?? []);
  const created = namesOf(/^\s*create table (?:if not exists )?(\w+)/i);
  const altered = namesOf(/^\s*alter table (?:only )?(?:if exists )?(\w+)/i);
  return [...new Set(altered)].filter((table) => !created.includes(table));
}

/** Backfills move data. */
function movesData(statement: string): boolean {
  return /^\s*(?:update|delete|insert|merge|with|do|select)\b/i.test(statement);
}

/** Reports whether each renamed table is replaced by one of its name, which requests use after the same transaction. */
function replacesRenamed(statements: readonly string[]): boolean {
  const text = statements.join(";\n");
  const renamed = [...text.matchAll(/alter table (\w+) rename to/gi)].map(([, name]) => name);
  return renamed.every((name) => new RegExp(`create table ${name} `, "i").test(text));
}

/** Statements outside a transaction are checked together, because each creates a new index. */
async function findProblems(
  statements: readonly string[],
  isTransactional: boolean,
  wanted: ReadonlySet<string> = rules,
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
  const isReplaced = replacesRenamed(statements);
  return found
    .filter(({ rule_name: rule }) => wanted.has(rule))
    .filter(({ rule_name: rule }) => rule !== "renaming-table" || !(isTransactional && isReplaced))
    .map(({ rule_name: rule, line, message }) => `${rule}, line ${line + 1}: ${message}`);
}
