import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { Client } from "pg";

import { type LaunchedProcess, launchProcess } from "#scripts/embedded/launch-process.ts";
import { findFreePort } from "#scripts/embedded/ports.ts";
import { findPostgresUrl } from "#scripts/embedded/postgres.ts";
import { countRequests, type Counts } from "#test/support/drill-counts.ts";
import { startFakeStudio } from "#test/support/servers/fake-studio.ts";

import type { DrillOptions } from "./drill.ts";
import { expectCounts } from "./world.ts";

const diskMegabytes = 400;
const readyMsMax = 180_000;
/** Time for which the disk stays full, so that the launcher restarts parts several times. */
const fullMs = 40_000;
/** After delays of 1, 2, 4 … 30 s a part is started at most so often in that time. */
const restartsMax = 12;

interface Engine {
  readonly url: string;
  readonly internalUrl: string;
  readonly folder: string;
  readonly process: LaunchedProcess;
  restarts(): number;
}

/** The disk of a whole engine (`npm start`) is full while jobs come, and has room again after a while. */
export async function fillDisk({ scale, log }: DrillOptions): Promise<Counts> {
  const mount = mountDisk();
  const studio = await startFakeStudio();
  let engine: Engine | null = null;
  try {
    engine = await launch(mount, studio.url);
    await untilReady(engine);
    const key = (await readFile(join(engine.folder, "api-key"), "utf8")).trim();
    const orders = createOrders(engine, key);
    await orders.send(Math.max(5, Math.round(20 * scale)));
    const accepted = orders.jobIds.length;

    const filler = join(mount, "filler");
    writeFileSync(filler, "");
    fillUp(filler);
    await forceWrites(join(engine.folder, "postgres"));
    log("the disk is full");
    const until = Date.now() + fullMs;
    while (Date.now() < until) {
      await orders.send(1);
      await delay(1_000);
    }
    const { refused } = orders;
    const restarts = engine.restarts();
    log(
      `${refused} orders refused, ${orders.jobIds.length - accepted} accepted, ${restarts} restarts`,
    );

    await rm(filler);
    const freedAt = Date.now();
    await untilReady(engine);
    const readyAfter = Math.round((Date.now() - freedAt) / 1_000);
    await orders.send(5);
    const completed = await orders.countCompleted();
    const counts = {
      "orders accepted": orders.jobIds.length,
      "orders refused": refused,
      "responses other than 202 and 503": orders.strange,
      completed,
      "restarts of parts while full": restarts,
      "seconds until ready": readyAfter,
      ...countRequests(studio.submissions),
    };
    expectCounts(counts, {
      completed: orders.jobIds.length,
      "generations at the provider": orders.jobIds.length,
      "responses other than 202 and 503": 0,
    });
    if (refused === 0) throw new Error("the disk did not become full");
    if (restarts > restartsMax) throw new Error(`${restarts} restarts: the launcher loops`);
    return counts;
  } finally {
    await engine?.process.stop("SIGTERM", 60_000);
    await studio.close();
    execFileSync("umount", ["--lazy", mount]);
    rmSync(mount, { recursive: true, force: true });
  }
}

function mountDisk(): string {
  const mount = mkdtempSync(join(tmpdir(), "gme-full-disk-"));
  try {
    execFileSync(
      "mount",
      ["-t", "tmpfs", "-o", `size=${diskMegabytes}m,mode=0755`, "tmpfs", mount],
      {
        stdio: "pipe",
      },
    );
    return mount;
  } catch (error) {
    rmSync(mount, { recursive: true });
    throw new Error("This drill mounts a small disk: run it as root on Linux.", { cause: error });
  }
}

async function launch(mount: string, studioUrl: string): Promise<Engine> {
  const [port, internalPort] = await Promise.all([findFreePort(), findFreePort()]);
  const folder = join(mount, "data");
  let restarts = 0;
  const launched = await launchProcess({
    command: process.execPath,
    args: ["scripts/start.ts"],
    env: {
      ...process.env,
      PORT: String(port),
      INTERNAL_PORT: String(internalPort),
      DATA_DIR: folder,
      STUDIO_URL: studioUrl,
      DASHBOARD: "off",
      PREVIEWS: "off",
      RECONCILE_SECONDS: "5",
    },
    onLine: (line) => {
      if (line.includes("starts again in")) restarts += 1;
    },
  });
  return {
    url: `http://127.0.0.1:${port}`,
    internalUrl: `http://127.0.0.1:${internalPort}`,
    folder,
    process: launched,
    restarts: () => restarts,
  };
}

async function untilReady({ internalUrl }: Engine): Promise<void> {
  const deadline = Date.now() + readyMsMax;
  for (;;) {
    const isReady = await fetch(`${internalUrl}/ready`, {
      signal: AbortSignal.timeout(5_000),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > deadline) throw new Error("the engine is not ready");
    await delay(500);
  }
}

/** Writes until there is no room for a byte. */
function fillUp(file: string): void {
  for (const bytes of [1_048_576, 4_096, 1]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(bytes), { flag: "a" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
}

/** A server with room in its current WAL file notices a full disk late only. */
async function forceWrites(folder: string): Promise<void> {
  const connectionString = (await findPostgresUrl(folder)) ?? "";
  const client = new Client({ connectionString });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(
      "create table filler as select repeat('x', 1000) from generate_series(1, 50000)",
    );
  } catch {
    // The server refuses the write, or ends.
  } finally {
    await client.end().catch(() => undefined);
  }
}

function createOrders({ url }: Engine, key: string) {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const jobIds: string[] = [];
  const counts = { refused: 0, strange: 0 };

  async function sendOne(): Promise<void> {
    try {
      const response = await fetch(`${url}/v1/generations`, {
        method: "POST",
        headers,
        body: JSON.stringify({ capability: "text-to-image", prompt: "a red fox" }),
        signal: AbortSignal.timeout(20_000),
      });
      const { jobId } = (await response.json()) as { jobId?: string };
      if (response.status === 202 && jobId !== undefined) jobIds.push(jobId);
      else if (response.status === 503) counts.refused += 1;
      else counts.strange += 1;
    } catch {
      // The API restarts, or PostgreSQL keeps it waiting: nothing is promised without a response.
      counts.refused += 1;
    }
  }

  return {
    jobIds,
    get refused() {
      return counts.refused;
    },
    get strange() {
      return counts.strange;
    },
    async send(count: number) {
      for (let sent = 0; sent < count; sent += 1) await sendOne();
    },
    async countCompleted() {
      const deadline = Date.now() + readyMsMax;
      const open = new Set(jobIds);
      while (open.size > 0 && Date.now() < deadline) {
        for (const jobId of open) {
          const response = await fetch(`${url}/v1/jobs/${jobId}`, { headers });
          const { status } = (await response.json()) as { status: string };
          if (status === "completed") open.delete(jobId);
        }
        await delay(500);
      }
      return jobIds.length - open.size;
    },
  };
}
