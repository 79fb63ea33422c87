import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";

import { inTransaction, untilLocked } from "#db/setup/short-locks.ts";
import { useDatabase } from "#test/support/fixtures.ts";

const database = useDatabase();

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(async () => client.end());
  return client;
}

test("a request and a migration that wait for each other: the migration gives way, and is repeated", async () => {
  const [request, migrator, observer] = await Promise.all([connect(), connect(), connect()]);
  await observer.query("create table first (id int); create table second (id int)");
  await request.query("begin; insert into second values (1)");
  const isWaiting = async () => {
    const waiting = "select from pg_locks where relation = 'first'::regclass and not granted";
    return ((await observer.query(waiting)).rowCount ?? 0) > 0;
  };
  const lines: string[] = [];
  let inserted: Promise<unknown> | undefined;

  await untilLocked(
    "the change",
    (line) => lines.push(line),
    async () =>
      inTransaction(migrator, { statementTimeout: "0" }, async () => {
        await migrator.query("lock table first in share row exclusive mode");
        if (inserted === undefined) {
          inserted = request.query("insert into first values (1); commit");
          await expect.poll(isWaiting).toBe(true);
        }
        await migrator.query("lock table second in share row exclusive mode");
      }),
  );

  await inserted;
  expect(lines).toEqual(["the change waits for another transaction (attempt 1 of 30)"]);
});
