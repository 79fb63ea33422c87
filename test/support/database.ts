import { randomBytes } from "node:crypto";

import { Client } from "pg";
import { inject } from "vitest";

import { connectDatabase, type MikroORM } from "#db/orm.ts";

export interface TestDatabase {
  readonly url: string;
  readonly orm: MikroORM;
  /** Closes the connection and drops the database. */
  drop(): Promise<void>;
}

/** Creates a database for one test file, with all tables and the catalog, as a copy of the run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject("templateDatabaseUrl"));
  const name = `test_${randomBytes(6).toString("hex")}`;
  // PostgreSQL's default strategy also writes the copy to the write-ahead log and fills its buffers with it.
  await administrate(
    template,
    `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`,
  );
  const url = new URL(template);
  url.pathname = name;
  const orm = await connectDatabase({ url: url.href, poolMax: 10 });
  return {
    url: url.href,
    orm,
    async drop() {
      await orm.close();
      await administrate(template, `drop database ${name} with (force)`);
    },
  };
}

async function administrate(template: URL, statement: string): Promise<void> {
  const url = new URL(template);
  url.pathname = "postgres";
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
