import { MediaEngine, type JobEvent } from "@gme/client";
import { describe, expect, test } from "vitest";

import { beginJob, completeJob, noteStage } from "#db/jobs/job-steps.ts";
import { jobStages } from "#domain/jobs/job.ts";
import { useApi, useDatabase, useOrganization, useResource } from "#test/support/fixtures.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";
import { startFaultyProxy } from "#test/support/servers/faulty-proxy.ts";

const database = useDatabase();
const api = useApi(database);
const owner = useOrganization(database, { credits: 100 });
const proxy = useResource(async () => startFaultyProxy(api));

const em = () => database.orm.em.fork();
const last = jobStages.length + 3;
const sequences = Array.from({ length: last }, (_, index) => index + 1);

const connect = (options = {}) =>
  new MediaEngine({ baseUrl: proxy.url, apiKey: owner.key, ...options });

async function run(jobId: string): Promise<void> {
  await beginJob(em(), jobId);
  for (const stage of jobStages) await noteStage(em(), { jobId, stage });
  await completeJob(em(), { jobId, step: "main", generation: 1 });
}

async function collect(events: AsyncIterable<JobEvent>): Promise<JobEvent[]> {
  const all: JobEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

test("the events of a job arrive as they happen, and end with the job", async () => {
  proxy.behave(() => "pass");
  const jobId = await queueJob(database.orm, owner, 1);
  const events = connect().jobs.attach(jobId).events();
  expect((await events.next()).value).toMatchObject({ sequence: 1, type: "job.queued" });

  await run(jobId);

  const rest = await collect(events);
  expect(rest.map(({ sequence }) => sequence)).toEqual(sequences.slice(1));
  expect(rest.at(-1)).toMatchObject({ type: "job.completed", status: "completed" });
  expect(proxy.requests).toHaveLength(1);
});

test("a stream resumes after a position, and a known end needs no events", async () => {
  const jobId = await queueJob(database.orm, owner, 1);
  await run(jobId);
  const job = connect().jobs.attach(jobId);

  const later = await collect(job.events({ after: 4 }));

  expect(later.map(({ sequence }) => sequence)).toEqual(sequences.slice(4));
  expect(await collect(job.events({ after: last }))).toEqual([]);
});

describe("a stream that is cut", () => {
  test("at any byte has no gap and no repetition", async () => {
    const recorded = await recordStream();
    for (let cut = recorded.indexOf("\n") + 1; cut < recorded.length; cut += 1) {
      const engine = new MediaEngine({
        baseUrl: "http://engine.test",
        fetch: replay(recorded, cut),
      });
      const events = await collect(engine.jobs.attach("job_recorded").events());
      const received = events.map(({ sequence }) => sequence);
      if (received.join() !== sequences.join()) expect({ cut, received }).toEqual({ sequences });
    }
  });

  test("on its socket is resumed after the last event", async () => {
    const cuts = new Map<string, number>();
    for (const cut of [0, 7, 300, 500, 777]) {
      const jobId = await queueJob(database.orm, owner, 1);
      await run(jobId);
      cuts.set(jobId, cut);
    }
    const jobIds = [...cuts.keys()];
    proxy.behave(({ path }) => {
      const jobId = path.split("/")[3] ?? "";
      const cut = cuts.get(jobId) ?? "pass";
      cuts.delete(jobId);
      return cut;
    });

    const followed = await Promise.all(
      jobIds.map(async (jobId) => collect(connect().jobs.attach(jobId).events())),
    );

    expect(followed.map((events) => events.map(({ sequence }) => sequence))).toEqual(
      jobIds.map(() => sequences),
    );
    expect(proxy.requests).toHaveLength(2 * jobIds.length);
  });
});

test("aborting the signal ends the stream and leaves the job", async () => {
  proxy.behave(() => "pass");
  const jobId = await queueJob(database.orm, owner, 1);
  const controller = new AbortController();
  const events = connect().jobs.attach(jobId).events({ signal: controller.signal });
  await events.next();

  controller.abort();

  await expect(events.next()).rejects.toMatchObject({ name: "AbortError" });
  const job = await api.call(`/v1/jobs/${jobId}`, { key: owner.key });
  expect(await job.json()).toMatchObject({ status: "queued" });
});

test("an unavailable server is tried again, a refused credential is not", async () => {
  const jobId = await queueJob(database.orm, owner, 1);
  await run(jobId);
  proxy.behave((_, attempt) =>
    attempt === 0 ? { status: 503, headers: { "retry-after": "0" } } : "pass",
  );
  expect(await collect(connect().jobs.attach(jobId).events())).toHaveLength(last);

  proxy.behave(() => "pass");
  const stranger = connect({ apiKey: `gme_${"0".repeat(38)}` });
  await expect(collect(stranger.jobs.attach(jobId).events())).rejects.toMatchObject({
    name: "AuthenticationError",
  });
  expect(proxy.requests).toHaveLength(1);
});

test("a stream ends with its last error when no connection succeeds for too long", async () => {
  proxy.behave(() => ({ status: 503 }));
  const events = connect().events("/v1/jobs/x/events", { giveUpAfterMs: 0 });
  await expect(events.next()).rejects.toMatchObject({ name: "ServerError" });
});

/** The stream of a whole job; its clients reconnect at once. */
async function recordStream(): Promise<string> {
  const jobId = await queueJob(database.orm, owner, 1);
  await run(jobId);
  const response = await api.call(`/v1/jobs/${jobId}/events`, {
    key: owner.key,
    headers: { accept: "text/event-stream" },
  });
  return (await response.text()).replace("retry: 2000", "retry: 0");
}

/** Serves a recorded stream from the position of each request; the first one breaks after some bytes. */
function replay(recorded: string, cut: number): typeof fetch {
  const [head = "", ...messages] = recorded.split(/(?<=\n\n)/);
  let isFirst = true;
  return async (_, init) => {
    const position = Number(new Headers(init?.headers).get("last-event-id"));
    const text = [head, ...messages.slice(position)].join("");
    const pieces = isFirst ? [text.slice(0, cut), null] : [text];
    isFirst = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces.shift();
        if (piece === undefined) controller.close();
        else if (piece === null) controller.error(new Error("cut"));
        else controller.enqueue(new TextEncoder().encode(piece));
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
}
