import * as fc from "fast-check";
import { Client } from "pg";
import { describe, expect, test } from "vitest";

import { followChanges } from "#api/routes/app/follow-changes.ts";
import { beginJob, completeJob, noteStage } from "#db/jobs/job-steps.ts";
import { jobStages } from "#domain/jobs/job.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { startApi } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { createTestBatch } from "#test/support/jobs/batches.ts";
import { until } from "#test/support/jobs/finished-jobs.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";
import { openEventSource, type EventSourceReader } from "#test/support/servers/event-source.ts";
import { createTestWebhook, publishEvents } from "#test/support/webhooks/webhooks.ts";

const database = useDatabase();
const api = useApi(database);

const em = () => database.orm.em.fork();

async function follow(
  caller: Pick<TestOrganization, "key">,
  { query = "", after, url = api.url }: { query?: string; after?: string; url?: string } = {},
): Promise<EventSourceReader> {
  return openEventSource(`${url}/app/events${query}`, {
    "x-api-key": caller.key,
    ...(after === undefined ? {} : { "last-event-id": after }),
  });
}

async function placeOf(caller: Pick<TestOrganization, "key">): Promise<string> {
  const response = await api.call("/app/events", { key: caller.key });
  const { lastEventId } = (await expectDocumented(followChanges, response)) as {
    lastEventId: string;
  };
  return lastEventId;
}

/** Reads job events until the given number has come. */
async function readEvents(source: EventSourceReader, count: number): Promise<string[]> {
  const read: string[] = [];
  while (read.length < count) {
    const message = await source.next();
    if (message === null) break;
    // The events of `/app/events` have other fields than those of a job, which the reader knows.
    const { jobId, sequence } = message.data as unknown as { jobId?: string; sequence?: number };
    if (jobId !== undefined) read.push(`${jobId}/${sequence}`);
  }
  return read;
}

async function run(jobId: string): Promise<void> {
  await beginJob(em(), jobId);
  for (const stage of jobStages) await noteStage(em(), { jobId, stage });
  await completeJob(em(), { jobId, step: "main", generation: 1 });
}
const eventsOfRun = jobStages.length + 3;

describe("a stream of an organization", () => {
  test("begins with a reset, and has the changes of all jobs and the credits", async () => {
    const owner = await createOrganization(database.orm, { credits: 100 });
    const source = await follow(owner);
    expect(await source.next()).toMatchObject({ type: "reset", data: { type: "reset" } });
    expect(await source.next()).toMatchObject({
      type: "credits.changed",
      data: { available: 100, held: 0 },
    });

    const jobIds = [await queueJob(database.orm, owner, 2), await queueJob(database.orm, owner, 3)];
    await Promise.all(jobIds.map(run));

    const read = await readEvents(source, 2 * eventsOfRun);
    expect(new Set(read).size).toBe(2 * eventsOfRun);
    for (const jobId of jobIds) {
      const sequences = read.filter((one) => one.startsWith(jobId)).map((one) => one.split("/")[1]);
      expect(sequences.map(Number)).toEqual(
        Array.from({ length: eventsOfRun }, (_, index) => index + 1),
      );
    }
    const areCharged = () => {
      const last = source.messages.findLast(({ type }) => type === "credits.changed");
      const credits = last?.data as unknown as { available: number; held: number } | undefined;
      return credits?.available === 95 && credits.held === 0;
    };
    while (!areCharged()) await source.next();
    source.close();
  });

  test("has nothing of another organization", async () => {
    const [owner, other] = [
      await createOrganization(database.orm),
      await createOrganization(database.orm),
    ];
    const after = await placeOf(owner);
    const foreign = await queueJob(database.orm, other, 1);
    await run(foreign);
    const jobId = await queueJob(database.orm, owner, 1);
    await run(jobId);

    const source = await follow(owner, { after });
    const read = await readEvents(source, eventsOfRun);

    expect(read.every((one) => one.startsWith(jobId))).toBe(true);
    source.close();
  });

  test("has states of batches and ends of deliveries", async () => {
    const owner = await createOrganization(database.orm);
    await createTestWebhook(database.orm, owner);
    const after = await placeOf(owner);
    const { batchId, jobIds } = await createTestBatch(database.orm, owner, [1, 1]);
    for (const jobId of jobIds) await run(jobId);
    await publishEvents(database.orm);
    await em().execute(
      `update webhook_deliveries set state = 'delivered', next_attempt_at = null, finished_at = now(), attempts = 1
       where organization_id = ?`,
      [owner.organizationId],
    );

    const source = await follow(owner, { after, query: "?types=batches,deliveries" });
    const messages = [];
    while (messages.length < 4) messages.push(await source.next());

    expect(messages.map((message) => message?.type)).toEqual([
      "batch.changed",
      ...Array<string>(3).fill("delivery.delivered"),
    ]);
    expect(messages[0]?.data).toMatchObject({
      batch: { batchId, status: "completed", counts: { completed: 2 } },
    });
    expect(messages[1]?.data).toMatchObject({ attemptCount: 1 });
    source.close();
  });

  test("can be limited to some jobs and some kinds", async () => {
    const owner = await createOrganization(database.orm);
    const [first, second] = [
      await queueJob(database.orm, owner, 1),
      await queueJob(database.orm, owner, 1),
    ];
    const source = await follow(owner, { query: `?types=jobs&jobs=${second}` });
    expect((await source.next())?.type).toBe("reset");

    await run(first);
    await run(second);

    const read = await readEvents(source, eventsOfRun - 1);
    expect(read.every((one) => one.startsWith(second))).toBe(true);
    expect(source.messages.some(({ type }) => type === "credits.changed")).toBe(false);
    source.close();
  });
});

describe("every event comes exactly once", () => {
  /** Transactions overlap, some stay open for long, and commit in any order. */
  const steps = fc.array(
    fc.record({
      writer: fc.nat({ max: 3 }),
      act: fc.constantFrom("write", "write", "commit", "rollback", "read"),
      count: fc.nat({ max: 5 }),
    }),
    { minLength: 10, maxLength: 40 },
  );

  test("whatever the order of commits, and wherever the stream is cut", async () => {
    const clients = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const client = new Client({ connectionString: database.url });
        await client.connect();
        return client;
      }),
    );
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const owner = await createOrganization(database.orm, { credits: 0 });
        const expected: string[] = [];
        const read: string[] = [];
        const open = clients.map((): string[] | null => null);
        let after = await placeOf(owner);

        async function end(writer: number, word: "commit" | "rollback"): Promise<void> {
          if (open[writer] == null) return;
          await clients[writer]?.query(word);
          if (word === "commit") expected.push(...(open[writer] ?? []));
          open[writer] = null;
        }
        async function cutAfter(count: number): Promise<void> {
          if (count === 0) return;
          const source = await follow(owner, { after, query: "?types=jobs" });
          read.push(...(await readEvents(source, count)));
          after = source.messages.findLast(({ id }) => id !== "")?.id ?? after;
          source.close();
        }

        for (const { writer, act, count } of given) {
          if (act === "read") await cutAfter(Math.min(count, expected.length - read.length));
          else if (act === "write") {
            if (open[writer] === null) await clients[writer]?.query("begin");
            const jobId = `job_${crypto.randomUUID()}`;
            await clients[writer]?.query(
              `insert into job_events (job_id, sequence, organization_id, type, status, progress, created_at)
               values ($1, 1, $2, 'job.queued', 'queued', 0, now())`,
              [jobId, owner.organizationId],
            );
            open[writer] = [...(open[writer] ?? []), `${jobId}/1`];
          } else await end(writer, act);
        }
        for (const writer of clients.keys()) await end(writer, "commit");
        await cutAfter(expected.length - read.length);

        expect(read.toSorted()).toEqual(expected.toSorted());
      }),
      { numRuns: 25 },
    );
    for (const client of clients) await client.end();
    await until(() => api.streams.count() === 0);
  });

  test("for a reader of a burst that is longer than a page", async () => {
    const owner = await createOrganization(database.orm);
    const after = await placeOf(owner);
    await em().execute(
      `insert into job_events (job_id, sequence, organization_id, type, status, progress, created_at)
       select 'job_' || gen_random_uuid(), 1, ?, 'job.queued', 'queued', 0, now() from generate_series(1, 350)`,
      [owner.organizationId],
    );
    const first = await follow(owner, { after, query: "?types=jobs" });
    const read = await readEvents(first, 130);
    const place = first.messages.at(-1)?.id ?? "";
    first.close();

    const second = await follow(owner, { after: place, query: "?types=jobs" });
    read.push(...(await readEvents(second, 220)));

    expect(new Set(read).size).toBe(350);
    second.close();
  });

  test("in another process after the first one has stopped", async () => {
    const owner = await createOrganization(database.orm);
    const other = await startApi(database);
    const after = await placeOf(owner);
    const jobId = await queueJob(database.orm, owner, 1);
    const source = await follow(owner, { after, url: other.url, query: "?types=jobs" });
    const read = await readEvents(source, 1);
    const place = source.messages.at(-1)?.id ?? "";

    await other.close();

    expect(await source.rest()).toEqual([]);
    expect(source.retries).toHaveLength(2);
    await run(jobId);
    const back = await follow(owner, { after: place, query: "?types=jobs" });
    read.push(...(await readEvents(back, eventsOfRun - 1)));
    expect(read).toEqual(
      Array.from({ length: eventsOfRun }, (_, index) => `${jobId}/${index + 1}`),
    );
    back.close();
  });
});

describe("a place", () => {
  test("of too many changes ago, or of another database, begins again with a reset", async () => {
    const owner = await createOrganization(database.orm);
    const after = await placeOf(owner);
    await em().execute(
      `insert into job_events (job_id, sequence, organization_id, type, status, progress, created_at)
       select 'job_' || gen_random_uuid(), 1, ?, 'job.queued', 'queued', 0, now() from generate_series(1, 5001)`,
      [owner.organizationId],
    );

    for (const place of [after, "900000000000:900000000000:"]) {
      const source = await follow(owner, { after: place, query: "?types=jobs" });
      expect(await source.next()).toMatchObject({ type: "reset" });
      const jobId = await queueJob(database.orm, owner, 1);
      expect(await readEvents(source, 1)).toEqual([`${jobId}/1`]);
      source.close();
    }
  });

  test.each(["nonsense", "5:4:", "1:2:3", "7"])(
    "that no stream has sent is 400: %s",
    async (id) => {
      const owner = await createOrganization(database.orm);

      const { response } = await follow(owner, { after: id });

      expect(await expectDocumented(followChanges, response)).toMatchObject({
        status: 400,
        errors: [{ pointer: "header/Last-Event-ID", code: "out_of_range" }],
      });
    },
  );
});

describe("access", () => {
  test("has only the kinds that the permissions allow, and refuses others by name", async () => {
    const caller = await createOrganization(database.orm, { permissions: ["jobs:read"] });
    const source = await follow(caller);
    expect((await source.next())?.type).toBe("reset");
    const jobId = await queueJob(database.orm, caller, 1);
    await run(jobId);
    await readEvents(source, eventsOfRun);

    expect(source.messages.some(({ type }) => type === "credits.changed")).toBe(false);
    source.close();
    const refused = await follow(caller, { query: "?types=jobs,credits" });
    expect(await expectDocumented(followChanges, refused.response)).toMatchObject({
      status: 403,
      code: "permission_missing",
      details: { permission: "billing:read" },
    });
  });

  test("ends with the key, the session, the membership and a permission of the role", async () => {
    const losses = [
      `update sessions set ended_at = now(), end_reason = 'logout' where account_id = ?`,
      `delete from memberships where account_id = ?`,
    ];
    for (const loss of losses) {
      const person = await createOrganization(database.orm);
      const { token } = await createTestSession(database.orm, person.accountId);
      const source = await openEventSource(`${api.url}/app/events`, {
        authorization: `Bearer ${token}`,
      });
      await source.next();

      await em().execute(loss, [person.accountId]);

      await source.rest();
      expect(source.retries).toHaveLength(2);
    }
    const caller = await createOrganization(database.orm);
    const source = await follow(caller);
    await source.next();
    await em().execute(`update api_keys set permissions = '{jobs:read}' where id = ?`, [
      caller.keyId,
    ]);
    await source.rest();
    expect(source.retries).toHaveLength(2);
  });

  test("of one person is bounded, and leaves streams to the others", async () => {
    const small = await startApi(database, { settings: { eventStreamsOfPersonMax: 1 } });
    const owner = await createOrganization(database.orm);
    const first = await follow(owner, { url: small.url });

    const second = await follow(owner, { url: small.url });

    expect(await expectDocumented(followChanges, second.response)).toMatchObject({
      status: 429,
      code: "streams_limited",
      details: { limit: 1 },
    });
    first.close();
    await until(() => small.streams.count() === 0);
    expect((await follow(owner, { url: small.url })).response.status).toBe(200);
    await small.close();
  });
});

test("a reader that pauses is not buffered for, and reads on from its place or from a reset", async () => {
  const owner = await createOrganization(database.orm);
  const source = await follow(owner);
  await source.next();
  await em().execute(
    `insert into job_events (job_id, sequence, organization_id, type, status, progress, data, created_at)
     select 'job_' || gen_random_uuid(), 1, ?, 'job.started', 'processing', 0,
       jsonb_build_object('model', jsonb_build_object('id', repeat('m', 2000), 'provider', 'studio')), now()
     from generate_series(1, 4000)`,
    [owner.organizationId],
  );

  await expect.poll(() => api.streams.unreadBytes()).toBeGreaterThan(0);
  const unread: number[] = [];
  for (let looks = 0; looks < 5; looks += 1) {
    unread.push(api.streams.unreadBytes());
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }

  // The events are eight megabytes; a page is 100 of them.
  expect(Math.max(...unread)).toBeLessThan(500_000);
  expect(new Set(await readEvents(source, 4_000)).size).toBe(4_000);
  source.close();
});
