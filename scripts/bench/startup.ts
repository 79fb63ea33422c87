import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findFreePort } from "#scripts/embedded/ports.ts";
import { startNodeProcess } from "#test/support/engine/node-process.ts";

import { type PartReport, round } from "./report.ts";

/** Seconds from `npm start` to ready, with an existing data folder and all downloads cached. */
export async function startup(): Promise<PartReport> {
  const folder = await mkdtemp(join(tmpdir(), "gme-startup-"));
  try {
    const firstSeconds = await timeStart(folder);
    const seconds = await timeStart(folder);
    return {
      rows: {
        "start to ready, s": {
          measured: seconds,
          baseline: firstSeconds,
          ratio: round(seconds / firstSeconds),
          against: "the first start, with an empty data folder",
        },
      },
      details: { firstSeconds, seconds },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function timeStart(folder: string): Promise<number> {
  const [port, internalPort] = [await findFreePort(), await findFreePort()];
  const startedAt = performance.now();
  const engine = await startNodeProcess({
    entry: "scripts/start.ts",
    env: { PORT: String(port), INTERNAL_PORT: String(internalPort), DATA_DIR: folder },
    readyUrl: `http://127.0.0.1:${internalPort}/ready`,
  });
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  await engine.stop();
  return seconds;
}
