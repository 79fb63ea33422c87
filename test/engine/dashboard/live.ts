import type { BrowserContext, Page, Request } from "playwright-core";
import { beforeAll, expect, onTestFailed, test } from "vitest";

import { Job } from "#db/entities/job.ts";
import { type Dashboard, refusals } from "#test/support/dashboard/dashboard.ts";
import { untilLoaded } from "#test/support/dashboard/until-loaded.ts";
import type { NodeProcess } from "#test/support/engine/node-process.ts";

const expected = refusals;
const endMs = 120_000;

async function send(page: Page, prompt: string): Promise<void> {
  await page.getByRole("textbox", { name: "Prompt" }).fill(prompt);
  await page.getByRole("button", { name: "Create · 1 credit" }).waitFor();
  await page.keyboard.press("Control+Enter");
}

/** Fails if the page is loaded again afterwards. */
async function markPage(page: Page): Promise<() => Promise<void>> {
  const readOrigin = async () => page.evaluate<number>("performance.timeOrigin");
  const origin = await readOrigin();
  return async () => expect(await readOrigin()).toBe(origin);
}

/** Streams of all tabs that are open now, and the most there were. */
function countStreams(context: BrowserContext): { open: number; most: number } {
  const counts = { open: 0, most: 0 };
  const isStream = (url: string) => new URL(url).pathname === "/app/events";
  context.on("request", (request) => {
    if (!isStream(request.url())) return;
    counts.open += 1;
    counts.most = Math.max(counts.most, counts.open);
  });
  const close = (request: Request) => {
    if (isStream(request.url())) counts.open -= 1;
  };
  context.on("requestfinished", close);
  context.on("requestfailed", close);
  return counts;
}

/** A headless browser shows every tab; this one believes what the test says. */
const visibility = `
  let isHidden = true;
  Object.defineProperty(document, "hidden", { get: () => isHidden });
  Object.defineProperty(document, "visibilityState", { get: () => (isHidden ? "hidden" : "visible") });
  globalThis.showTab = () => {
    isHidden = false;
    document.dispatchEvent(new Event("visibilitychange"));
  };`;

/**
 * Pages stay true while processes die, connections break and tabs are hidden. These tests kill processes, start them
 * again, and at last end every session, so they come after all others.
 */
export function liveJourneys(dashboard: Dashboard): void {
  let api: NodeProcess;
  beforeAll(() => {
    ({ api } = dashboard);
  });

  /** A page that misses events does not show why. */
  function reportApiOnFailure(): void {
    onTestFailed(() => console.error(api.output()));
  }

  async function countCompleted(): Promise<number> {
    return dashboard.engine.orm.em.fork().count(Job, { status: "completed" });
  }

  async function waitForCompletedJobs(count: number): Promise<void> {
    await expect.poll(countCompleted, { timeout: endMs, interval: 500 }).toBe(count);
  }

  test("a page reads its list once, and shows a change between that read and the opening of its stream", async () => {
    const watched = await dashboard.open({ expected });
    const { page } = watched;
    await dashboard.signInByLink(page);
    await page.goto("about:blank");
    const released = Promise.withResolvers<void>();
    const positions: (string | undefined)[] = [];
    await page.route("**/app/events*", async (route) => {
      positions.push(route.request().headers()["last-event-id"]);
      await released.promise;
      await route.continue();
    });
    const reads: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === "/app/jobs") reads.push(request.url());
    });

    const session = page.waitForResponse(/\/v1\/auth\/refresh$/);
    await page.goto("/jobs");
    const { lastEventId } = (await (await session).json()) as { lastEventId: string };
    await untilLoaded(page);
    await expect.poll(() => positions).toEqual([lastEventId]);
    const message = "a green turtle, 320x240";
    const jobId = await dashboard.engine.createJob({ message, parseIntent: true });
    await dashboard.engine.waitForJob(jobId);
    const row = page.getByRole("row", { name: /a green turtle/ });
    expect(await row.count()).toBe(0);
    expect(reads).toHaveLength(1);
    released.resolve();

    await row.getByText("Completed").waitFor();
    watched.expectClean();
    await watched.close();
  });

  test("the API is killed during a job: the card ends with its image, once and without a reload", async () => {
    const watched = await dashboard.open({ expected });
    const { page } = watched;
    await dashboard.signInByLink(page);
    const completed = await countCompleted();
    const expectSamePage = await markPage(page);

    await send(page, "a grey wolf in the snow, 320x240");
    await page.getByRole("article", { name: /a grey wolf/ }).waitFor();
    await api.kill();
    api = await dashboard.engine.startApi();

    await page.getByRole("img", { name: /a grey wolf/ }).waitFor({ timeout: endMs });
    expect(await page.getByRole("article", { name: /a grey wolf/ }).count()).toBe(1);
    await waitForCompletedJobs(completed + 1);
    await expectSamePage();
    watched.expectClean();
    await watched.close();
  });

  test("the worker is killed during a job: the card ends with its image after another has started", async () => {
    const watched = await dashboard.open({ expected });
    const { page } = watched;
    await dashboard.signInByLink(page);
    const expectSamePage = await markPage(page);

    await dashboard.worker.kill();
    await send(page, "a blue bird on a branch, 320x240");
    await page.getByRole("article", { name: /a blue bird/ }).waitFor();
    await dashboard.engine.startWorker();

    await page.getByRole("img", { name: /a blue bird/ }).waitFor({ timeout: endMs });
    await expectSamePage();
    watched.expectClean();
    await watched.close();
  });

  test("the connection breaks during a job: the page says since when it is not live, and catches up", async () => {
    reportApiOnFailure();
    const watched = await dashboard.open({ expected });
    const { page } = watched;
    await dashboard.signIn(page);
    await page.goto("/jobs");
    await page.getByRole("heading", { name: "Jobs", level: 1 }).waitFor();
    const completed = await countCompleted();
    const expectSamePage = await markPage(page);

    await dashboard.engine.createJob({ message: "a purple frog, 320x240", parseIntent: true });
    await page.getByRole("row", { name: /a purple frog/ }).waitFor();
    await api.kill();
    await page.getByText(/Not live since/).waitFor({ timeout: 60_000 });
    api = await dashboard.engine.startApi();
    await waitForCompletedJobs(completed + 1);

    await page.getByText(/Not live since/).waitFor({ state: "detached", timeout: 90_000 });
    const row = page.getByRole("row", { name: /a purple frog/ });
    await expect
      .poll(() => row.allInnerTexts(), { timeout: 30_000 })
      .toEqual([expect.stringContaining("Completed")]);
    await expectSamePage();
    watched.expectClean();
    await watched.close();
  });

  test("a job that another tab creates appears in the list and ends there; two tabs renew the session at once", async () => {
    reportApiOnFailure();
    const watched = await dashboard.open({ expected });
    const { page, context } = watched;
    await dashboard.signInByLink(page);
    const list = await context.newPage();
    await list.goto("/jobs");
    await list.getByRole("heading", { name: "Jobs", level: 1 }).waitFor();

    await Promise.all([page.reload(), list.reload()]);
    await list.getByRole("heading", { name: "Jobs", level: 1 }).waitFor();
    const expectSamePage = await markPage(list);
    await send(page, "an orange cat on a sofa, 320x240");

    const row = list.getByRole("row", { name: /an orange cat/ });
    await row.getByText("Completed").waitFor({ timeout: endMs });
    await expectSamePage();
    expect(await page.getByRole("heading", { name: "Sign in" }).count()).toBe(0);
    watched.expectClean();
    await watched.close();
  });

  test("ten tabs have as many streams as are visible, and one more", async () => {
    const watched = await dashboard.open({ expected });
    const { page, context } = watched;
    const streams = countStreams(context);
    await dashboard.signInByLink(page);
    await context.addInitScript(visibility);

    const tabs: Page[] = [];
    for (let count = 0; count < 9; count += 1) {
      const tab = await context.newPage();
      await tab.goto("/jobs");
      await tab.getByRole("heading", { name: "Jobs", level: 1 }).waitFor();
      tabs.push(tab);
    }
    expect(streams).toEqual({ open: 1, most: 1 });
    const last = tabs.at(-1) as Page;
    await last.evaluate("showTab()");
    await expect.poll(() => streams.open).toBe(2);
    await send(page, "a white horse, 320x240");

    const row = last.getByRole("row", { name: /a white horse/ });
    await row.getByText("Completed").waitFor({ timeout: endMs });
    expect(streams.most).toBeLessThanOrEqual(3);
    watched.expectClean();
    await watched.close();
  });

  test("a session that is ended elsewhere leads to the sign-in page", async () => {
    const watched = await dashboard.open({ expected });
    const { page } = watched;
    await dashboard.signInByLink(page);

    await dashboard.engine.orm.em
      .fork()
      .execute(
        `update sessions set ended_at = now(), end_reason = 'logout' where ended_at is null`,
      );

    await page.getByRole("heading", { name: "Sign in" }).waitFor({ timeout: 60_000 });
    watched.expectClean();
    await watched.close();
  });
}
