import type { CDPSession, Page } from "playwright-core";

import { startDashboard } from "#test/support/dashboard/dashboard.ts";
import { observeVitals, type Vitals } from "#test/support/dashboard/page-vitals.ts";
import { untilLoaded } from "#test/support/dashboard/until-loaded.ts";

import { measureWall } from "./dashboard-wall.ts";
import { medianOf, type PartReport, round, type Row } from "./report.ts";

/** Slow 4G and the slow processor of Lighthouse's mobile profile. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1_638.4 * 1_000) / 8,
  uploadThroughput: (675 * 1_000) / 8,
};
const processorSlowdown = 4;
const rounds = 3;
const jobsCount = 6;
const settledMs = 1_500;
const limits = { lcpMs: 2_000, cls: 0.02, inpMs: 150 };

interface Measured extends Vitals {
  /** Processor time of the page's thread until its content has settled, and in the interaction. */
  readonly loadMs: number;
  readonly interactionMs: number;
}

interface MeasuredPage {
  readonly path: string;
  /** First action of a person on the page. */
  readonly interact: (page: Page) => Promise<void>;
}

const pages: Readonly<Record<string, MeasuredPage>> = {
  "sign-in": {
    path: "/sign-in",
    interact: async (page) => {
      await page.getByLabel("Email address").pressSequentially("owner@example.org");
      await page.getByLabel("Password").click();
    },
  },
  home: {
    path: "/",
    interact: async (page) => page.getByRole("button", { name: "Account menu" }).click(),
  },
  create: {
    path: "/create",
    interact: async (page) =>
      page.getByRole("textbox", { name: "Prompt" }).pressSequentially("a red fox in the snow"),
  },
  jobs: {
    path: "/jobs",
    interact: async (page) => page.getByRole("row").nth(1).click(),
  },
  library: {
    path: "/library",
    interact: async (page) =>
      page.getByRole("region", { name: "Files by day" }).getByRole("link").first().click(),
  },
};

/** Web vitals of pages of the dashboard in a browser with an empty cache, and its library with 10,000 files. */
export async function dashboard(): Promise<PartReport> {
  const started = await startDashboard();
  try {
    let jobId = "";
    for (let count = 0; count < jobsCount; count += 1) {
      jobId = await started.engine.createJob({
        message: `a red fox in the snow, ${count}, 320x240`,
        parseIntent: true,
      });
      await started.engine.waitForJob(jobId);
    }
    const measured: Record<string, Measured[]> = {};
    for (const [name, measuredPage] of Object.entries(pages)) {
      const watched = await started.open();
      if (name !== "sign-in") await started.signInByLink(watched.page);
      measured[name] = [];
      for (let count = 0; count < rounds; count += 1) {
        const page = await watched.context.newPage();
        measured[name].push(await measure(page, measuredPage));
        await page.close();
      }
      await watched.close();
    }
    const rows = { ...toRows(measured), ...(await measureWall(started, jobId)) };
    return { rows, details: { network, processorSlowdown, measured } };
  } finally {
    await started.close();
  }
}

async function measure(page: Page, { path, interact }: MeasuredPage): Promise<Measured> {
  const readVitals = await observeVitals(page);
  const devtools = await page.context().newCDPSession(page);
  await slowDown(devtools);
  await page.goto(path);
  await page.waitForTimeout(settledMs);
  // A query repeats in each frame and takes the processor of the page, so it must not run during the load.
  await untilLoaded(page);
  await page.waitForTimeout(settledMs);
  const { lcpMs, longTasks } = await readVitals();
  const loadMs = await readThreadMs(devtools);
  await interact(page);
  await page.waitForTimeout(settledMs);
  const interactionMs = (await readThreadMs(devtools)) - loadMs;
  return { ...(await readVitals()), lcpMs, longTasks, loadMs, interactionMs };
}

async function readThreadMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1_000;
}

async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send("Network.enable");
  await devtools.send("Network.clearBrowserCache");
  await devtools.send("Network.emulateNetworkConditions", network);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: processorSlowdown });
  // Other processes of the machine do not count.
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
}

function toRows(measured: Readonly<Record<string, readonly Measured[]>>): Record<string, Row> {
  const rows: Record<string, Row> = {};
  for (const [name, rounds] of Object.entries(measured)) {
    const row = (value: number, limit?: number): Row => ({
      measured: round(value),
      baseline: null,
      ratio: limit === undefined ? null : round(value / limit),
      against: limit === undefined ? "no limit" : `limit ${limit}`,
    });
    const median = (valueOf: (one: Measured) => number) => valueOf(medianOf(rounds, valueOf));
    rows[`${name}, LCP in ms`] = row(
      median(({ lcpMs }) => lcpMs ?? Number.NaN),
      limits.lcpMs,
    );
    rows[`${name}, CLS`] = row(
      median(({ cls }) => cls),
      limits.cls,
    );
    rows[`${name}, INP in ms`] = row(
      median(({ inpMs }) => inpMs),
      limits.inpMs,
    );
    rows[`${name}, long tasks of the load`] = row(median(({ longTasks }) => longTasks));
    rows[`${name}, processor of the load in ms`] = row(median(({ loadMs }) => loadMs));
    rows[`${name}, processor of the interaction in ms`] = row(
      median(({ interactionMs }) => interactionMs),
    );
  }
  return rows;
}
