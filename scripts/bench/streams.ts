import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import { startFakeStudio } from "#test/support/servers/fake-studio.ts";

import { timeWork } from "./load.ts";
import { type PartReport, round } from "./report.ts";

/** Opened before the measurement, so one-time costs of a process are not counted. */
const warmUpStreams = 200;
const idleSeconds = 15;
const waitSecondsMax = 60;

/**
 * Cost of open event streams in one API process, one job per stream, read over HTTP. Measures memory per
 * connection; the share of one core while idle (heartbeats, polls, access checks); the time from one commit
 * that changes every job until the last stream has sent the event; and, for many jobs one after the other,
 * the time from the commit to the job's stream.
 */
export async function streams({ count }: { count: number }): Promise<PartReport> {
  const studio = await startFakeStudio();
  const engine = await startTestEngine({
    studioUrl: studio.url,
    env: {
      RELAY_BACKLOG_MAX: "10000000",
      CONNECTIONS_PER_ADDRESS: "100000",
      // The limit per organization applies in full only while the process is not crowded, so the total limit
      // is twice as high.
      EVENT_STREAMS_MAX: String(2 * (count + warmUpStreams)),
      EVENT_STREAMS_PER_ORGANIZATION: String(count + warmUpStreams),
    },
  });
  const readers: StreamReader[] = [];
  try {
    await engine.startApi();
    const jobIds = await createJobs(engine, count + warmUpStreams);
    await openAll(engine, jobIds.slice(0, warmUpStreams), readers);
    const before = await measure(engine);
    await openAll(engine, jobIds.slice(warmUpStreams), readers);
    const idleFrom = await measure(engine);
    await delay(idleSeconds * 1_000);
    const idleTo = await measure(engine);

    const perStream = (bytes: number) => Math.round(bytes / count / 102.4) / 10;
    const tellAllMs = await timeTelling(engine, readers);
    const one = await timeOneByOne(engine, readers.slice(0, 100));
    const alone = { baseline: null, ratio: null, against: `${idleTo.streams} open streams` };
    return {
      rows: {
        "kB for each stream": { measured: perStream(idleTo.bytes - before.bytes), ...alone },
        "share of a core while idle": {
          measured: round((idleTo.cpuSeconds - idleFrom.cpuSeconds) / idleSeconds),
          ...alone,
        },
        "a change told to all, ms": { measured: tellAllMs, ...alone },
        "a change told to one, p95 in ms": { measured: one.p95Ms, ...alone },
      },
      details: { idleFrom, idleTo, one },
    };
  } finally {
    for (const reader of readers) reader.socket.destroy();
    await engine.close();
    await studio.close();
  }
}

async function createJobs(engine: TestEngine, count: number): Promise<string[]> {
  const jobIds: string[] = [];
  await timeWork(count, 16, async () => {
    jobIds.push(await engine.createJob({ message: "a red fox" }));
  });
  return jobIds;
}

interface StreamReader {
  readonly jobId: string;
  readonly socket: Socket;
  events(): number;
}

async function openAll(
  engine: TestEngine,
  jobIds: readonly string[],
  readers: StreamReader[],
): Promise<void> {
  await timeWork(jobIds.length, 32, async (index) => {
    const reader = openStream(engine, jobIds[index] ?? "");
    readers.push(reader);
    await waitUntil(() => reader.events() === 1);
  });
}

/** Reads with a socket and a counter only, so the reader does not distort the measurement. */
function openStream(engine: TestEngine, jobId: string): StreamReader {
  const { hostname, port } = new URL(engine.url);
  const socket = connect({ host: hostname, port: Number(port) });
  let events = 0;
  socket.setEncoding("latin1");
  socket.on("data", (text: string) => {
    events += text.split("\nevent: ").length - 1;
  });
  socket.write(
    `GET /v1/jobs/${jobId}/events HTTP/1.1\r\nHost: ${hostname}\r\n` +
      `Accept: text/event-stream\r\nX-API-Key: ${engine.key}\r\n\r\n`,
  );
  return { jobId, socket, events: () => events };
}

async function timeTelling(engine: TestEngine, readers: readonly StreamReader[]): Promise<number> {
  const startedAt = performance.now();
  await engine.orm.em.fork().execute(`update jobs set status = 'processing', started_at = now()`);
  await waitUntil(() => readers.every((reader) => reader.events() >= 2));
  return Math.round(performance.now() - startedAt);
}

async function timeOneByOne(engine: TestEngine, readers: readonly StreamReader[]) {
  return timeWork(readers.length, 1, async (index) => {
    const reader = readers[index];
    if (reader === undefined) throw new Error("there are as many readers as pieces of work");
    await engine.orm.em
      .fork()
      .execute(`update jobs set stage = 'submitting', progress = 8 where id = ?`, [reader.jobId]);
    await waitUntil(() => reader.events() >= 3);
  });
}

async function waitUntil(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + waitSecondsMax * 1_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error("an event did not come");
    await delay(1);
  }
}

async function measure(
  engine: TestEngine,
): Promise<{ bytes: number; cpuSeconds: number; streams: number }> {
  const response = await fetch(`http://127.0.0.1:${engine.env["INTERNAL_PORT"]}/metrics`);
  const text = await response.text();
  const value = (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
  return {
    bytes: value("process_resident_memory_bytes"),
    cpuSeconds: value("process_cpu_seconds_total"),
    streams: value("gme_event_streams_open"),
  };
}
