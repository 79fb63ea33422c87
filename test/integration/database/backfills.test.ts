import { expect, test } from "vitest";

import { backfills } from "#db/backfills/backfills.ts";
import { countOpenBackfills, runBackfillTurn } from "#db/backfills/run-backfill-turn.ts";
import { BackfillProgress } from "#db/entities/backfill.ts";
import { useDatabase, useOrganization } from "#test/support/fixtures.ts";

const database = useDatabase();
const organization = useOrganization(database);

const em = () => database.orm.em.fork();

/** Completes all backfills and returns the number of turns. */
async function runAllTurns(): Promise<number> {
  for (let turns = 1; ; turns += 1) {
    const { isMore } = await runBackfillTurn(em());
    if (!isMore) return turns;
  }
}

test("jobs that ended without search terms get them in turns, and nothing else changes", async () => {
  const { organizationId, accountId } = organization;
  await em().execute(
    `insert into jobs (id, organization_id, account_id, status, source, request, metadata, created_at, finished_at, words)
     select 'job_' || lpad(n::text, 6, '0'), ?, ?, case when n % 500 = 0 then 'queued' else 'completed' end, 'chat',
       '{"parseIntent":false,"prompt":"a red fox","inputs":[],"parameters":{}}', '{}', now(),
       case when n % 500 <> 0 then now() end,
       case when n % 3 = 0 then 'kept'::tsvector end
     from generate_series(1, 2500) n`,
    [organizationId, accountId],
  );
  const readRest = async () =>
    em().execute("select (to_jsonb(j) - 'words')::text as rest from jobs j order by id");
  const listEvents = async () => em().execute("select * from job_events order by job_id, sequence");
  const [rest, events] = [await readRest(), await listEvents()];
  expect(await countOpenBackfills(em())).toBe(backfills.length);

  // Two workers at once, and one that dies in its turn.
  const died = runBackfillTurn(em()).then(
    () => "done",
    () => "died",
  );
  await Promise.all([died, runBackfillTurn(em())]);
  await em()
    .transactional(async (tx) => {
      await runBackfillTurn(tx);
      throw new Error("died");
    })
    .catch(() => undefined);
  expect(await runAllTurns()).toBeGreaterThanOrEqual(2);

  const counts = await em().execute(
    `select words::text, count(*)::int from jobs where words is not null group by 1 order by 2 desc`,
  );
  const queued = 5;
  expect(counts).toEqual([
    { words: expect.stringContaining("'fox' 'red'"), count: 2500 - 833 - queued + 1 },
    { words: "'kept'", count: 833 },
  ]);
  expect(await readRest()).toEqual(rest);
  expect(await listEvents()).toEqual(events);
  expect(await countOpenBackfills(em())).toBe(0);
  expect(await em().find(BackfillProgress, {})).toMatchObject([
    { name: "job-words", next: "job_002500", changed: 2500 - 833 - queued + 1 },
  ]);
});

test("a turn that fails behind the lock of another transaction is repeated", async () => {
  await em().nativeDelete(BackfillProgress, {});
  await em().execute("update jobs set words = null where id = 'job_000001'");
  const holder = em();
  await holder.begin();
  await holder.execute("select from jobs where id = 'job_000001' for update");
  try {
    const waiting = em();
    await waiting.begin();
    await waiting.execute("set local lock_timeout = '100ms'");
    await expect(runBackfillTurn(waiting)).rejects.toThrow("lock timeout");
    await waiting.rollback();
  } finally {
    await holder.rollback();
  }

  await runAllTurns();

  const [row] = await em().execute<{ words: string }[]>(
    "select words::text from jobs where id = 'job_000001'",
  );
  expect(row?.words).toContain("'fox'");
});
