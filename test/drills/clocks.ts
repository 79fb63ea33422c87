import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

import { Job } from "#db/entities/job.ts";
import { findFreePort } from "#scripts/embedded/ports.ts";
import type { Counts } from "#test/support/drill-counts.ts";

import type { DrillOptions } from "./drill.ts";
import { countAccepted, createJobs, judgeJobs, startDrillWorld } from "./world.ts";

/** Debian's package libfaketime puts it there; FAKETIME_LIB names another place. */
const usualLibrary = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

/**
 * The API is ten minutes ahead, one worker ten minutes behind, and the other worker right; the first worker dies while
 * jobs run. PostgreSQL and Temporal have the right time.
 */
export async function skewClocks({ scale, log }: DrillOptions): Promise<Counts> {
  // oxlint-disable-next-line node/no-process-env -- it names a library of the machine
  const library = process.env["FAKETIME_LIB"] ?? usualLibrary;
  if (!existsSync(library)) {
    throw new Error(`${library} is missing: install libfaketime, or set FAKETIME_LIB.`);
  }
  const clock = (offset: string) => ({
    LD_PRELOAD: library,
    FAKETIME: offset,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    DONT_FAKE_MONOTONIC: "1",
  });
  const world = await startDrillWorld();
  const { engine, provider } = world;
  try {
    provider.behave(() => ({ kind: "held" }));
    const [port, internalPort] = await Promise.all([findFreePort(), findFreePort()]);
    await engine.startApi(clock("+600"));
    const late = await engine.startWorker(clock("-600"));
    const aheadSeconds = await readClock(engine.url);
    if (aheadSeconds < 500) throw new Error(`the API is only ${aheadSeconds} s ahead`);
    const count = Math.max(6, Math.round(40 * scale));
    const jobIds = await createJobs(world, count / 2);
    // A process that dies before it has recorded a response loses it: the job then fails, and is not charged.
    while ((await countAccepted(world, jobIds)) < jobIds.length) await delay(100);
    log("the worker that is behind dies");
    await late.kill();
    await Promise.all([
      engine.startWorker(),
      engine.startApi({
        ...clock("-600"),
        PORT: String(port),
        INTERNAL_PORT: String(internalPort),
      }),
    ]);
    jobIds.push(...(await createJobs(world, count / 2)));
    const releasing = setInterval(() => provider.release(), 500);
    const counts = await judgeJobs(world, jobIds).finally(() => clearInterval(releasing));
    const rows = await engine.orm.em.fork().find(Job, { id: { $in: jobIds } });
    const offMs = rows.map(({ createdAt }) => Math.abs(createdAt.getTime() - Date.now()));
    return {
      ...counts,
      "clock of the API, s ahead": aheadSeconds,
      "furthest creation time, s": Math.round(Math.max(...offMs) / 1_000),
    };
  } finally {
    await world.close();
  }
}

/** Seconds by which the clock of an API is ahead, from the header Date. */
async function readClock(url: string): Promise<number> {
  const response = await fetch(`${url}/v1/status`);
  await response.body?.cancel();
  const date = new Date(response.headers.get("date") ?? Number.NaN);
  return Math.round((date.getTime() - Date.now()) / 1_000);
}
