import { expect, test } from "vitest";

import { createDeleteExpiredRows } from "#activities/maintenance/delete-expired-rows.ts";
import { IdempotentAnswer } from "#db/entities/idempotency.ts";
import { expiredRows } from "#db/retention/expired-rows.ts";
import { expiredTables } from "#db/retention/expired-tables.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { createMemoryLog } from "#test/support/log.ts";

const database = useDatabase();
const em = () => database.orm.em.fork();

async function insertAnswers(scope: string, rows: number): Promise<void> {
  await em().execute(
    `insert into idempotent_answers (scope, endpoint, key, request_hash, answer, expires_at)
     select ?, 'POST /v1/api-keys', n::text, '', '', now() + make_interval(secs => case when n % 2 = 0 then -60 else 60 end)
     from generate_series(1, ?::int) n`,
    [scope, rows],
  );
}

const ofScope = (scope: string) =>
  expiredRows(IdempotentAnswer, (now) => ({ scope, expiresAt: { $lt: now } }));

test("expired rows are deleted in batches, and rows that are still needed stay", async () => {
  const scope = "batches";
  await insertAnswers(scope, 5_000);
  const run = createDeleteExpiredRows({ orm: database.orm, logger: createMemoryLog().log }, [
    ofScope(scope),
  ]);
  expect(await ofScope(scope).count(em())).toBe(2_500);

  const first = await run({ after: null });
  const second = await run({ after: first.next });
  const third = await run({ after: second.next });

  expect([first.changed, second.changed, third.changed]).toEqual([1_000, 1_000, 500]);
  expect(Number(first.next)).toBeGreaterThan(Date.now() - 60_000);
  expect(second.next).toBe(first.next);
  expect(third.next).toBeNull();
  expect(await em().count(IdempotentAnswer, { scope })).toBe(2_500);
  expect(await ofScope(scope).count(em())).toBe(0);
});

test("a run whose time is over leaves the rest to the next run", async () => {
  const scope = "budget";
  await insertAnswers(scope, 4_200);
  const run = createDeleteExpiredRows({ orm: database.orm, logger: createMemoryLog().log }, [
    ofScope(scope),
  ]);

  const late = await run({ after: String(Date.now() - 301_000) });

  expect(late).toEqual({ changed: 1_000, next: null });
  expect(await ofScope(scope).count(em())).toBe(1_100);
});

test("a table whose rows cannot be deleted does not keep the others", async () => {
  const scope = "one of two";
  await insertAnswers(scope, 10);
  const { log, lines } = createMemoryLog();
  const failing = {
    ...ofScope(scope),
    deleteSome: async () => em().execute<never>("select * from missing_table"),
  };
  const run = createDeleteExpiredRows({ orm: database.orm, logger: log }, [
    failing,
    ofScope(scope),
  ]);

  expect(await run({ after: null })).toEqual({ changed: 5, next: null });
  expect(lines).toMatchObject([
    { table: "idempotent_answers", msg: "expired rows not deleted", level: 40 },
  ]);
});

test("the list has each table once, with a condition that PostgreSQL accepts", async () => {
  const tables = expiredTables.map((rows) => rows.tableOf(em()));
  expect(new Set(tables).size).toBe(tables.length);

  const longAgo = new Date(0);
  for (const rows of expiredTables) {
    expect(await rows.count(em(), longAgo)).toBe(0);
    expect(await rows.deleteSome(em(), longAgo)).toBe(0);
  }
});
