import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { listJobEvents } from "#api/routes/jobs/list-job-events.ts";
import { beginJob, completeJob, endWithoutResult, noteStage } from "#db/jobs/job-steps.ts";
import { jobStages } from "#domain/jobs/job.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { startApi } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { until } from "#test/support/jobs/finished-jobs.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";
import { openEventSource, type EventSourceReader } from "#test/support/servers/event-source.ts";

const database = useDatabase();
const api = useApi(database);
const owner = useOrganization(database, { credits: 100_000 });

const em = () => database.orm.em.fork();
const pathOf = (jobId: string) => `/v1/jobs/${jobId}/events`;

async function open(
  jobId: string,
  headers: Record<string, string> = {},
  query = "",
): Promise<EventSourceReader> {
  return openEventSource(`${api.url}${pathOf(jobId)}${query}`, {
    "x-api-key": owner.key,
    ...headers,
  });
}

/** Leads a job through all stages to its end. Its events are `typesOfRun`. */
async function run(jobId: string): Promise<void> {
  await beginJob(em(), jobId);
  for (const stage of jobStages) await noteStage(em(), { jobId, stage });
  await completeJob(em(), { jobId, step: "main", generation: 1 });
}
const typesOfRun = [
  "job.queued",
  "job.started",
  ...jobStages.map(() => "job.stage"),
  "job.completed",
];
const last = typesOfRun.length;
const sequences = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe("a stream", () => {
  test("sends past events, then new ones as they happen, and ends with the job", async () => {
    const jobId = await queueJob(database.orm, owner, 1);
    const source = await open(jobId);
    expect(await source.next()).toMatchObject({ id: "1", type: "job.queued" });

    await run(jobId);

    const rest = await source.rest();
    expect(source.messages.map(({ type }) => type)).toEqual(typesOfRun);
    expect(source.messages.map(({ id }) => Number(id))).toEqual(sequences(1, last));
    expect(rest.at(-1)?.data).toMatchObject({
      sequence: last,
      type: "job.completed",
      jobId,
      status: "completed",
      progress: { percent: 100, stage: "done" },
    });
    expect(source.retries).toEqual([2_000]);
    await until(() => api.streams.count() === 0);
  });

  test("is passed through unbuffered: no cache, no buffering, no length", async () => {
    const jobId = await queueJob(database.orm, owner, 1);

    const source = await open(jobId);

    const { response } = source;
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-accel-buffering")).toBe("no");
    expect(response.headers.get("content-length")).toBeNull();
    source.close();
  });

  test("counts as one request, however long it lasts", async () => {
    const caller = await createOrganization(database.orm);
    const jobId = await queueJob(database.orm, caller, 1);
    const source = await openEventSource(`${api.url}${pathOf(jobId)}`, { "x-api-key": caller.key });
    await run(jobId);
    await source.rest();

    const after = await api.call(pathOf(jobId), { key: caller.key });

    const remaining = (response: Response) => Number(response.headers.get("x-ratelimit-remaining"));
    expect(remaining(after)).toBe(remaining(source.response) - 1);
  });

  test("serves many concurrent readers at different positions", async () => {
    const jobId = await queueJob(database.orm, owner, 1);
    await beginJob(em(), jobId);
    const sources = await Promise.all(
      [0, 1, 2, 0, 1, 2].map(async (after) => open(jobId, {}, `?after=${after}`)),
    );

    await run(jobId);

    const read = await Promise.all(sources.map(async (source) => source.rest()));
    expect(read.map((messages) => messages.map(({ id }) => Number(id)))).toEqual(
      [0, 1, 2, 0, 1, 2].map((after) => sequences(after + 1, last)),
    );
  });

  test("requested after the last event returns 204, so that a browser does not reconnect", async () => {
    const jobId = await queueJob(database.orm, owner, 1);
    await run(jobId);

    const { response } = await open(jobId, { "last-event-id": String(last) });

    expect(response.status).toBe(204);
    await expectDocumented(listJobEvents, response);
  });
});

// Both wait for more than ten seconds.
describe.concurrent("a stream in which nothing happens", () => {
  test("sends a keep-alive every 15 seconds", async () => {
    const jobId = await queueJob(database.orm, owner, 1);
    const source = await open(jobId);
    const ending = source.rest();

    await expect.poll(() => source.comments(), { timeout: 40_000 }).toBeGreaterThan(0);

    expect(api.streams.count()).toBeGreaterThan(0);
    source.close();
    expect((await ending).map(({ type }) => type)).toEqual(["job.queued"]);
  });

  test("ends when its key expires, without a notification", async () => {
    const caller = await createOrganization(database.orm);
    await em().execute(
      `update api_keys set expires_at = now() + interval '3 seconds' where id = ?`,
      [caller.keyId],
    );
    const jobId = await queueJob(database.orm, caller, 1);
    const source = await openEventSource(`${api.url}${pathOf(jobId)}`, { "x-api-key": caller.key });
    expect(source.response.status).toBe(200);

    expect((await source.rest()).map(({ type }) => type)).toEqual(["job.queued"]);
  });
});

describe("a reader that reconnects", () => {
  test("gets exactly the remaining events, wherever and however often it was cut off", async () => {
    const cuts = fc.array(fc.nat({ max: last }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(cuts, fc.boolean(), async (counts, isRunning) => {
        const jobId = await queueJob(database.orm, owner, 1);
        const work = run(jobId);
        if (!isRunning) await work;
        const read: number[] = [];

        for (const count of counts) {
          const source = await open(jobId, read.length === 0 ? {} : idOf(read));
          for (let index = 0; index < count; index += 1) {
            const message = await source.next();
            if (message === null) break;
            read.push(Number(message.id));
          }
          source.close();
        }
        await work;
        const again = await open(jobId, read.length === 0 ? {} : idOf(read));
        read.push(...(await again.rest()).map(({ id }) => Number(id)));

        expect(read).toEqual(sequences(1, last));
      }),
      { numRuns: 25 },
    );
    await until(() => api.streams.count() === 0);
  });

  const idOf = (read: readonly number[]) => ({ "last-event-id": String(read.at(-1)) });

  test("continues from its Last-Event-ID header rather than the URL's `after`", async () => {
    const jobId = await queueJob(database.orm, owner, 1);
    await run(jobId);

    const source = await open(jobId, { "last-event-id": String(last - 2) }, "?after=2");

    expect((await source.rest()).map(({ id }) => id)).toEqual([String(last - 1), String(last)]);
  });

  test.each(["nonsense", "-1", "1.5", String(last + 1), "99999999999"])(
    "gets 400 for an id that no event has: %s",
    async (id) => {
      const jobId = await queueJob(database.orm, owner, 1);
      await run(jobId);

      const { response } = await open(jobId, { "last-event-id": id });

      expect(await expectDocumented(listJobEvents, response)).toMatchObject({
        status: 400,
        code: "parameters_invalid",
        errors: [{ pointer: "header/Last-Event-ID", code: "out_of_range" }],
      });
    },
  );
});

describe("no event is lost", () => {
  test("after the listening connection is killed", async () => {
    const jobId = await queueJob(database.orm, owner, 1);
    const source = await open(jobId);
    await beginJob(em(), jobId);
    await source.next();
    expect(await source.next()).toMatchObject({ type: "job.started" });

    const killed = await em().execute<{ killed: boolean }[]>(
      `select pg_terminate_backend(pid) as killed from pg_stat_activity
       where application_name like 'gme-job-listener/%' and datname = current_database()`,
    );
    await run(jobId);

    expect(killed).toEqual([{ killed: true }]);
    expect((await source.rest()).map(({ id }) => Number(id))).toEqual(sequences(3, last));
  });

  test("without any notification", async () => {
    const deaf = await startApi(database, { deaf: true });
    const jobId = await queueJob(database.orm, owner, 1);
    const source = await openEventSource(`${deaf.url}${pathOf(jobId)}`, { "x-api-key": owner.key });

    await run(jobId);

    expect((await source.rest()).map(({ id }) => Number(id))).toEqual(sequences(1, last));
    await deaf.close();
  });

  test("by a reader that pauses, and nothing is buffered for it", async () => {
    const jobId = await queueJob(database.orm, owner, 1);
    await beginJob(em(), jobId);
    await em().execute(
      `insert into job_events (job_id, sequence, organization_id, type, status, progress, data, created_at)
       select ?, number, ?, 'job.progress', 'processing', 0,
         jsonb_build_object('model', jsonb_build_object('id', repeat('m', 2000), 'provider', 'studio')), now()
       from generate_series(3, 4000) number`,
      [jobId, owner.organizationId],
    );
    const { hostname, port } = new URL(api.url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write(
      `GET ${pathOf(jobId)} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nX-API-Key: ${owner.key}\r\n\r\n`,
    );
    await until(() => api.streams.count() === 1);
    socket.pause();
    await endWithoutResult(em(), { jobId, status: "failed" });
    const heldBytes = await settled(() => api.streams.unreadBytes());

    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      text += chunk;
    });
    socket.resume();
    await until(() => text.includes("event: job.failed"));

    // The events are eight megabytes; unread events stay in the log.
    expect(heldBytes).toBeLessThan(200_000);
    const read = [...text.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]));
    expect(read).toEqual(sequences(1, 4001));
    socket.destroy();
    await until(() => api.streams.count() === 0);
  });
});

/** Returns the number once it no longer changes. */
async function settled(measure: () => number): Promise<number> {
  let before = -1;
  for (;;) {
    const now = measure();
    if (now === before && now > 0) return now;
    before = now;
    await delay(200);
  }
}

describe("an open stream", () => {
  test("ends alone when an event of its job cannot be presented", async () => {
    const [broken, sound] = await Promise.all(
      [1, 2].map(async () => queueJob(database.orm, owner, 1)),
    );
    const sources = await Promise.all([open(broken ?? ""), open(sound ?? "")]);
    for (const source of sources) await source.next();

    await em().execute(
      `update jobs set status = 'failed', finished_at = now(), error = '{"code":"of_another_version"}'
       where id = ?`,
      [broken],
    );
    await run(sound ?? "");

    expect(await sources[0]?.rest()).toEqual([]);
    expect((await sources[1]?.rest())?.at(-1)?.type).toBe("job.completed");
    await until(() => api.streams.count() === 0);
  });

  test("releases everything when its reader hangs up", async () => {
    const jobIds = await Promise.all(
      Array.from({ length: 50 }, async () => queueJob(database.orm, owner, 1)),
    );
    const sources = await Promise.all(jobIds.map(async (jobId) => open(jobId)));
    expect(api.streams.count()).toBe(50);

    for (const source of sources) source.close();

    await until(() => api.streams.count() === 0);
  });

  test("ends when its key is revoked", async () => {
    const caller = await createOrganization(database.orm);
    const jobId = await queueJob(database.orm, caller, 1);
    const source = await openEventSource(`${api.url}${pathOf(jobId)}`, { "x-api-key": caller.key });
    await source.next();

    await em().execute(`update api_keys set revoked_at = now() where id = ?`, [caller.keyId]);

    expect(await source.rest()).toEqual([]);
    await until(() => api.streams.count() === 0);
  });

  test("ends with its session, its membership, or the suspension of its organization", async () => {
    const losses = [
      `update sessions set ended_at = now(), end_reason = 'logout' where account_id = ?`,
      `delete from memberships where account_id = ?`,
      `update organizations set status = 'suspended'
       where id = (select organization_id from memberships where account_id = ?)`,
    ];
    for (const loss of losses) {
      const person = await createOrganization(database.orm);
      const { token } = await createTestSession(database.orm, person.accountId);
      const jobId = await queueJob(database.orm, person, 1);
      const source = await openEventSource(`${api.url}${pathOf(jobId)}`, {
        authorization: `Bearer ${token}`,
      });
      await source.next();

      await em().execute(loss, [person.accountId]);

      expect(await source.rest()).toEqual([]);
    }
  });

  test("ends with a retry delay when the process stops; another process sends the remaining events", async () => {
    const other = await startApi(database);
    const jobId = await queueJob(database.orm, owner, 1);
    const source = await openEventSource(`${other.url}${pathOf(jobId)}`, {
      "x-api-key": owner.key,
    });
    await source.next();

    await other.close();

    expect(await source.rest()).toEqual([]);
    expect(source.retries).toHaveLength(2);
    await run(jobId);
    const back = await open(jobId, { "last-event-id": "1" });
    expect((await back.rest()).map(({ id }) => Number(id))).toEqual(sequences(2, last));
  });
});

describe("limits", () => {
  test("of an organization return 429, of a process 503, and both are freed when streams end", async () => {
    const small = await startApi(database, {
      settings: { eventStreamsOfOrganizationMax: 2, eventStreamsMax: 3 },
    });
    const other = await createOrganization(database.orm);
    const ask = async (caller: TestOrganization) => {
      const jobId = await queueJob(database.orm, caller, 1);
      return openEventSource(`${small.url}${pathOf(jobId)}`, { "x-api-key": caller.key });
    };
    const first = await ask(owner);
    await ask(owner);

    const third = await ask(owner);
    expect(await expectDocumented(listJobEvents, third.response)).toMatchObject({
      status: 429,
      code: "streams_limited",
      details: { limit: 2 },
    });
    expect(third.response.headers.get("retry-after")).toMatch(/^\d+$/);
    expect((await ask(other)).response.status).toBe(200);
    const fifth = await ask(other);
    expect(await expectDocumented(listJobEvents, fifth.response)).toMatchObject({
      status: 503,
      code: "overloaded",
    });

    first.close();
    await until(() => small.streams.count() === 2);
    expect((await ask(owner)).response.status).toBe(200);
    await small.close();
  });
});

describe("the event list", () => {
  test("is oldest first, in pages, and equals the stream", async () => {
    const jobId = await queueJob(database.orm, owner, 1);
    await run(jobId);
    const source = await open(jobId);
    await source.rest();

    const read: unknown[] = [];
    let query = "?limit=4";
    for (;;) {
      const page = (await expectDocumented(
        listJobEvents,
        await api.call(`${pathOf(jobId)}${query}`, { key: owner.key }),
      )) as { data: unknown[]; nextCursor: string | null };
      read.push(...page.data);
      if (page.nextCursor === null) break;
      query = `?limit=4&cursor=${page.nextCursor}`;
    }

    expect(read).toEqual(source.messages.map(({ data }) => data));
    expect(read).toHaveLength(last);
  });

  test("begins after a sequence; a sequence beyond the end is refused", async () => {
    const jobId = await queueJob(database.orm, owner, 1);
    await run(jobId);
    const get = async (after: string) =>
      expectDocumented(
        listJobEvents,
        await api.call(`${pathOf(jobId)}?after=${after}`, { key: owner.key }),
      );

    expect(await get(String(last - 1))).toMatchObject({
      data: [{ sequence: last }],
      nextCursor: null,
    });
    expect(await get(String(last))).toMatchObject({ data: [], nextCursor: null });
    expect(await get(String(last + 1))).toMatchObject({
      status: 400,
      errors: [{ pointer: "query/after" }],
    });
    expect(await get("x")).toMatchObject({ status: 400, errors: [{ pointer: "query/after" }] });
  });

  test("is returned to every client that does not accept text/event-stream", async () => {
    const jobId = await queueJob(database.orm, owner, 1);
    for (const accept of ["*/*", "application/json", "text/event-stream;q=0", "text/html"]) {
      const response = await api.call(pathOf(jobId), { key: owner.key, headers: { accept } });

      expect(await expectDocumented(listJobEvents, response)).toMatchObject({
        data: [{ type: "job.queued" }],
      });
    }
  });

  test("is linked from its job", async () => {
    const jobId = await queueJob(database.orm, owner, 1);

    const response = await api.call(`/v1/jobs/${jobId}`, { key: owner.key });

    expect(await response.json()).toMatchObject({ links: { events: pathOf(jobId) } });
  });
});

test("a stream of another organization's job is refused like any read of it", async () => {
  const stranger = await createOrganization(database.orm);
  const jobId = await queueJob(database.orm, stranger, 1);

  const { response } = await open(jobId);

  expect(await expectDocumented(listJobEvents, response)).toMatchObject({
    status: 403,
    code: "outside_organization",
  });
});
