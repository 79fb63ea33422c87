import type { CDPSession, Page } from "playwright-core";

import { startDashboard } from "#test/support/dashboard/dashboard.ts";
import { observeVitals, type Vitals } from "#test/support/dashboard/page-vitals.ts";
import { untilLoaded } from "#test/support/dashboard/until-loaded.ts";

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

/** Web vitals of pages of the dashboard in a browser with an empty cache. */
export async function dashboard(): Promise<PartReport> {
  const started = await startDashboard();
  try {
    for (let count = 0; count < jobsCount; count += 1) {
      const jobId = await started.engine.createJob({
        message: `a red fox in the snow, ${count}, 320x240`,
        parseIntent: true,
      });
      await started.engine.waitForJob(jobId);
    }
    const measured: Record<string, Vitals[]> = {};
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
    return { rows: toRows(measured), details: { network, processorSlowdown, measured } };
  } finally {
    await started.close();
  }
}

async function measure(page: Page, { path, interact }: MeasuredPage): Promise<Vitals> {
  const readVitals = await observeVitals(page);
  const devtools = await page.context().newCDPSession(page);
  await slowDown(devtools);
  await page.goto(path);
  await untilLoaded(page);
  await page.waitForTimeout(settledMs);
  const { lcpMs } = await readVitals();
  await interact(page);
  await page.waitForTimeout(settledMs);
  return { ...(await readVitals()), lcpMs };
}

async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send("Network.enable");
  await devtools.send("Network.clearBrowserCache");
  await devtools.send("Network.emulateNetworkConditions", network);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: processorSlowdown });
}

function toRows(measured: Readonly<Record<string, readonly Vitals[]>>): Record<string, Row> {
  const rows: Record<string, Row> = {};
  for (const [name, rounds] of Object.entries(measured)) {
    const row = (value: number, limit: number): Row => ({
      measured: round(value),
      baseline: null,
      ratio: round(value / limit),
      against: `limit ${limit}`,
    });
    const median = (valueOf: (vitals: Vitals) => number) => valueOf(medianOf(rounds, valueOf));
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
  }
  return rows;
}
