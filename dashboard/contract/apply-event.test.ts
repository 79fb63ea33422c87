import { ApiError, ConnectionError, type Job, type JobEvent } from "@gme/client";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { createEventSink } from "./apply-event.ts";

const job = (jobId: string, status = "processing", percent = 10) =>
  ({ jobId, status, progress: { percent, stage: "generating" } }) as Job;
const event = (jobId: string, change: Partial<JobEvent> = {}): JobEvent => ({
  jobId,
  sequence: 4,
  type: "job.progress",
  status: "processing",
  progress: { percent: 60, stage: "generating" },
  createdAt: "2026-11-23T10:00:00.000Z",
  ...change,
});

const all = ["listJobs", { query: { limit: 50 } }];
const failed = ["listJobs", { query: { status: "failed" } }];
const one = ["getJob", { path: { jobId: "job_1" } }];

let client: QueryClient;
let reads: string[];
const readJob = vi.fn(
  async (jobId: string) => ({ ...job(jobId, "completed", 100), outputs: [{}] }) as Job,
);

const addNewestFiles = vi.fn(async () => undefined);
const reading = { readJob, addNewestFiles };

beforeEach(() => {
  vi.useFakeTimers();
  readJob.mockClear();
  addNewestFiles.mockClear();
  client = new QueryClient();
  reads = [];
  client.setQueryData(all, {
    pages: [{ data: [job("job_1"), job("job_2")] }],
    pageParams: [{ cursor: null }],
  });
  client.setQueryData(failed, { data: [job("job_3", "failed")] });
  client.setQueryData(one, job("job_1"));
  vi.spyOn(client, "invalidateQueries").mockImplementation(async (filters) => {
    reads.push(JSON.stringify(filters?.queryKey));
  });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A page shows what the query reads. */
function show(queryKey: unknown[], queryFn: () => Promise<unknown>): () => void {
  const options = { queryKey, queryFn, retry: false, staleTime: Infinity };
  return new QueryObserver(client, options).subscribe(() => undefined);
}

const percentOf = (key: unknown[]) =>
  JSON.stringify(client.getQueryData(key)).match(/"percent":\d+/g);

describe("an event", () => {
  test("changes its job in every list and page that shows the job, and reads nothing", async () => {
    createEventSink(client, reading).apply(event("job_1"));
    await vi.runAllTimersAsync();

    expect(percentOf(all)).toEqual(['"percent":60', '"percent":10']);
    expect(percentOf(one)).toEqual(['"percent":60']);
    expect(reads).toEqual([]);
  });

  test("that came before, or is older than another, changes nothing", () => {
    const sink = createEventSink(client, reading);
    sink.apply(event("job_1", { sequence: 5 }));

    sink.apply(event("job_1", { sequence: 5, progress: { percent: 80, stage: "generating" } }));
    sink.apply(event("job_1", { sequence: 3, progress: { percent: 90, stage: "generating" } }));

    expect(percentOf(one)).toEqual(['"percent":60']);
  });

  test("of the end reads the job once, with its files, into all lists", async () => {
    const sink = createEventSink(client, reading);
    const completed = { type: "job.completed", status: "completed", sequence: 9 } as const;

    sink.apply(event("job_1", completed));
    sink.apply(event("job_1", completed));
    await vi.runAllTimersAsync();

    expect(readJob).toHaveBeenCalledTimes(1);
    expect(client.getQueryData(one)).toMatchObject({ status: "completed", outputs: [{}] });
    expect(client.getQueryData(all)).toMatchObject({
      pages: [{ data: [{ status: "completed", outputs: [{}] }, { status: "processing" }] }],
    });
  });

  test("reads only the lists whose members may have changed, once for a burst", async () => {
    const sink = createEventSink(client, reading);

    sink.apply(event("job_2", { type: "job.failed", status: "failed" }));
    sink.apply(event("job_4", { type: "job.failed", status: "failed" }));
    await vi.advanceTimersByTimeAsync(1_000);

    expect(reads.filter((key) => key.includes('"listJobs"'))).toEqual([JSON.stringify(failed)]);
    // All pages of a library would be a request each.
    expect(addNewestFiles).toHaveBeenCalledTimes(1);
    expect(reads).not.toContain(JSON.stringify(["listLibrary"]));
    sink.apply(event("job_5", { type: "job.queued", status: "queued", sequence: 1 }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reads.filter((key) => key.includes('"listJobs"'))).toEqual([
      JSON.stringify(failed),
      JSON.stringify(all),
    ]);
  });

  test("is added to the shown log of its job; a gap is read", async () => {
    const log = ["listJobEvents", { path: { jobId: "job_1" }, query: { limit: 100 } }];
    const first = event("job_1", { sequence: 1 });
    client.setQueryData(log, { data: [first], nextCursor: null });
    const sink = createEventSink(client, reading);

    sink.apply(event("job_1", { sequence: 2 }));
    expect(client.getQueryData<{ data: unknown[] }>(log)?.data).toHaveLength(2);
    sink.apply(event("job_1", { sequence: 4 }));
    await vi.advanceTimersByTimeAsync(1_000);

    expect(reads).toEqual([JSON.stringify(log)]);
  });
});

test("credits change where they are shown, and the ledger is read again", async () => {
  client.setQueryData(["getCredits", {}], { available: 10, held: 0, granted: 10 });
  const sink = createEventSink(client, reading);

  sink.apply({ type: "credits.changed", available: 10, held: 0 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reads).toEqual([]);
  sink.apply({ type: "credits.changed", available: 7, held: 3 });
  await vi.advanceTimersByTimeAsync(1_000);

  expect(client.getQueryData(["getCredits", {}])).toEqual({ available: 7, held: 3, granted: 10 });
  expect(reads).toEqual(['["listLedger"]']);
});

describe("a read after an event", () => {
  test("is repeated until the engine is reachable, because the event comes only once", async () => {
    vi.restoreAllMocks();
    let failures = 0;
    const queryFn = vi.fn(async () => {
      if (failures++ < 5) throw new ConnectionError("The engine could not be reached.");
      return { data: [job("job_1", "completed", 100)] };
    });
    const stop = show(failed, queryFn);

    createEventSink(client, reading).apply(
      event("job_4", { type: "job.failed", status: "failed" }),
    );
    await vi.advanceTimersByTimeAsync(20_000);

    expect(queryFn).toHaveBeenCalledTimes(6);
    expect(client.getQueryData(failed)).toMatchObject({ data: [{ status: "completed" }] });
    stop();
  });

  test("follows a slow read that began before the event and does not know it", async () => {
    vi.restoreAllMocks();
    const slowMs = 2_500;
    const answers = ["processing", "completed"];
    const queryFn = vi.fn(async () => {
      const status = answers.shift();
      await new Promise((resolve) => setTimeout(resolve, slowMs));
      return { data: [job("job_9", status)] };
    });
    const unread = ["listJobs", { query: { limit: 20 } }];
    const stop = show(unread, queryFn);

    createEventSink(client, reading).apply(
      event("job_9", { type: "job.completed", status: "completed" }),
    );
    await vi.advanceTimersByTimeAsync(20_000);

    expect(client.getQueryData(unread)).toMatchObject({ data: [{ status: "completed" }] });
    expect(queryFn).toHaveBeenCalledTimes(2);
    stop();
  });

  test("follows the slow first read of the credits", async () => {
    vi.restoreAllMocks();
    const answers = [10, 7];
    const stop = show(["getCredits", {}], async () => {
      const available = answers.shift();
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      return { available, held: 0 };
    });

    createEventSink(client, reading).apply({ type: "credits.changed", available: 7, held: 0 });
    await vi.advanceTimersByTimeAsync(20_000);

    expect(client.getQueryData(["getCredits", {}])).toMatchObject({ available: 7 });
    stop();
  });

  test("that is refused is not repeated", async () => {
    vi.restoreAllMocks();
    const queryFn = vi.fn(async () => {
      throw new ApiError({ status: 403, code: "permission_denied" });
    });
    const stop = show(failed, queryFn);

    createEventSink(client, reading).apply(
      event("job_4", { type: "job.failed", status: "failed" }),
    );
    await vi.advanceTimersByTimeAsync(20_000);

    expect(queryFn).toHaveBeenCalledTimes(1);
    stop();
  });

  test("of a job that cannot be read at its end reads the lists that show the job", async () => {
    readJob.mockRejectedValueOnce(new ConnectionError("The engine could not be reached."));

    createEventSink(client, reading).apply(
      event("job_1", { type: "job.completed", status: "completed", sequence: 9 }),
    );
    await vi.advanceTimersByTimeAsync(1_000);

    expect(reads).toContain(JSON.stringify(all));
  });
});
