import { expect, test } from "vitest";

import type { JobEngine } from "#test/support/engine/job-engine.ts";
import { openEventSource, type EventSourceReader } from "#test/support/servers/event-source.ts";

const chat = { message: "a red fox", capability: "text-to-image" };

/** Each path of a job emits its events in order. */
export function eventTests(engine: JobEngine): void {
  async function follow(jobId: string, after = 0): Promise<EventSourceReader> {
    return openEventSource(`${engine.url}/v1/jobs/${jobId}/events?after=${after}`, {
      "x-api-key": engine.key,
    });
  }

  /**
   * Follows a job to its end and returns the types of its events; checks that no sequence number is missing.
   */
  async function typesOf(source: EventSourceReader): Promise<string[]> {
    await source.rest();
    const { messages } = source;
    expect(messages.map(({ id }) => Number(id))).toEqual(messages.map((_, index) => index + 1));
    const percents = messages.map(({ data }) => data.progress.percent);
    expect(percents).toEqual(percents.toSorted((left, right) => left - right));
    return messages.map(({ type, data }) =>
      type === "job.stage" ? `${type} ${data.progress.stage}` : type,
    );
  }

  test("a completed job emits its events in order", async () => {
    engine.studio.behave(() => ({ kind: "polls", count: 3 }));

    const types = await typesOf(await follow(await engine.createJob(chat)));

    expect(types.filter((type) => type !== "job.progress")).toEqual([
      "job.queued",
      "job.started",
      "job.stage submitting",
      "job.stage generating",
      "job.stage storing",
      "job.completed",
    ]);
  });

  test("a job that is parsed and routed first emits its events in order", async () => {
    engine.studio.behave(() => ({ kind: "instant" }));
    const message = { message: "draw a red fox in the snow", parseIntent: true };

    const types = await typesOf(await follow(await engine.createJob(message)));

    expect(types.filter((type) => type !== "job.progress")).toEqual([
      "job.queued",
      "job.started",
      "job.stage parsing",
      "job.stage reserving",
      "job.planned",
      "job.stage submitting",
      "job.stage storing",
      "job.completed",
    ]);
  });

  test("a job that ends with a question emits its events in order", async () => {
    const message = { message: "make it 4x bigger", parseIntent: true };

    const types = await typesOf(await follow(await engine.createJob(message)));

    expect(types).toEqual(["job.queued", "job.started", "job.stage parsing", "job.needs_input"]);
  });

  test("a job that fails, refused by the provider or during generation, emits its events in order", async () => {
    engine.studio.behave(() => ({ kind: "refuses", message: "no" }));
    const refused = await typesOf(await follow(await engine.createJob(chat)));
    engine.studio.behave(() => ({ kind: "fails", message: "broken" }));
    const failed = await typesOf(await follow(await engine.createJob(chat)));

    expect(refused.slice(0, 3)).toEqual(["job.queued", "job.started", "job.stage submitting"]);
    for (const types of [refused, failed]) {
      expect(types.at(-1)).toBe("job.failed");
      expect(types.filter((type) => type === "job.failed")).toHaveLength(1);
    }
  });

  test("a job canceled during generation emits its events in order", async () => {
    engine.studio.behave(() => ({ kind: "held" }));
    const jobId = await engine.createJob(chat);
    const source = await follow(jobId);
    while ((await source.next())?.data.progress.stage !== "generating");

    await engine.call("POST", `/v1/jobs/${jobId}/cancel`);

    expect((await typesOf(source)).slice(-2)).toEqual(["job.canceling", "job.canceled"]);
  });

  test("a job canceled at any moment has one final event and no gap", async () => {
    engine.studio.behave(() => ({ kind: "polls", count: 2 }));
    const cuts = [1, 2, 3, 4, 5];
    const ends = await Promise.all(
      cuts.map(async (cut) => {
        const jobId = await engine.createJob(chat);
        const source = await follow(jobId);
        for (let count = 0; count < cut; count += 1) await source.next();
        await engine.call("POST", `/v1/jobs/${jobId}/cancel`);
        return (await typesOf(source)).filter((type) => /completed|canceled|failed/.test(type));
      }),
    );

    for (const end of ends) expect(end).toHaveLength(1);
  });

  test("a reader of a killed or stopped API continues at the next one without a gap", async () => {
    engine.studio.behave(() => ({ kind: "held" }));
    const jobId = await engine.createJob(chat);
    const first = await follow(jobId);
    while ((await first.next())?.data.progress.stage !== "generating");

    await engine.killApi();
    await first.rest();
    await engine.startApi();
    const second = await follow(jobId, Number(first.messages.at(-1)?.id));
    await engine.stopApi();
    await second.rest();
    engine.studio.release();
    await engine.startApi();
    const read = [...first.messages, ...second.messages];
    const third = await follow(jobId, Number(read.at(-1)?.id));
    await third.rest();

    // The retry time is sent at the start of the stream and again by the process that stops.
    expect(second.retries).toHaveLength(2);
    read.push(...third.messages);
    expect(read.map(({ id }) => Number(id))).toEqual(read.map((_, index) => index + 1));
    expect(read.at(-1)?.type).toBe("job.completed");
  });

  test("no job on any path has a gap, a second final event, or an event after it", async () => {
    const broken = await engine.orm.em.fork().execute(
      `select j.id, array_agg(e.type order by e.sequence) as types
       from jobs j left join job_events e on e.job_id = j.id
       group by j.id, j.status, j.finished_at
       having count(e.*) <> coalesce(max(e.sequence), 0) or min(e.sequence) is distinct from 1
         or (array_agg(e.status order by e.sequence desc))[1] <> j.status
         or (j.finished_at is not null) <> (count(*) filter (
           where e.type in ('job.completed', 'job.failed', 'job.canceled', 'job.needs_input')) = 1)`,
    );

    expect(broken).toEqual([]);
  });
}
