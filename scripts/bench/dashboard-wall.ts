import { copyOutputs } from "#test/support/dashboard/copy-outputs.ts";
import type { Dashboard } from "#test/support/dashboard/dashboard.ts";
import { readHeapBytes } from "#test/support/dashboard/page-vitals.ts";

import { round, type Row } from "./report.ts";

const filesCount = 10_000;
/** Files of one page of the list (`dashboard/contract/library.ts`). */
const pageSize = 60;
const wallCount = 500;
const heapMbMax = 150;
const framesMin = 50;
const pressMs = 50;
const endMs = 300_000;
const secondMs = 1_000;

/** The library with 10,000 files and without a slowed network: the End key to the last row, frames and heap. */
export async function measureWall(
  dashboard: Dashboard,
  jobId: string,
): Promise<Record<string, Row>> {
  const oldest = await copyOutputs(dashboard.engine, { jobId, count: filesCount });
  const watched = await dashboard.open();
  const { page } = watched;
  await dashboard.signInByLink(page);
  const readHeapMb = async () => (await readHeapBytes(page)) / 1_000_000;
  let loaded = 0;
  page.on("requestfinished", (request) => {
    if (new URL(request.url()).pathname === "/app/library") loaded += pageSize;
  });
  await page.goto("/library?kind=image");
  const tiles = page.getByRole("region", { name: "Files by day" }).getByRole("link");
  await tiles.first().waitFor();

  await page.evaluate(countFrames);
  const startedAt = performance.now();
  const pressEndUntil = async (isReached: () => Promise<boolean>) => {
    while (!(await isReached())) {
      if (performance.now() - startedAt > endMs) throw new Error("the last row does not appear");
      await page.keyboard.press("End");
      await page.waitForTimeout(pressMs);
    }
  };
  await pressEndUntil(async () => loaded >= wallCount);
  const wallMb = await readHeapMb();
  const last = page.locator(`a[href*="${oldest}"]`);
  await pressEndUntil(async () => (await last.count()) > 0);
  const seconds = (performance.now() - startedAt) / secondMs;
  const frames = await page.evaluate<number>("globalThis.framesShown");
  const tilesShown = await tiles.count();
  const endMb = await readHeapMb();
  await watched.close();

  const row = (value: number, against = "no limit", ratio: number | null = null): Row => ({
    measured: round(value),
    baseline: null,
    ratio,
    against,
  });
  return {
    [`library, heap of ${wallCount} tiles in MB`]: row(
      wallMb,
      `limit ${heapMbMax}`,
      round(wallMb / heapMbMax),
    ),
    [`library, seconds to file ${filesCount}`]: row(seconds),
    [`library, frames a second on the way`]: row(frames / seconds, `at least ${framesMin}`),
    [`library, heap of ${filesCount} files in MB`]: row(endMb),
    [`library, tiles in the page at its end`]: row(tilesShown),
  };
}

const countFrames = `
  globalThis.framesShown = 0;
  const count = () => {
    globalThis.framesShown += 1;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);`;
