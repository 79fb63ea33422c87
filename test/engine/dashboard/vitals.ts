import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { type Dashboard, refusals } from "#test/support/dashboard/dashboard.ts";
import { countTransfers, observeVitals } from "#test/support/dashboard/page-vitals.ts";
import { untilLoaded } from "#test/support/dashboard/until-loaded.ts";
import type { WatchedPage } from "#test/support/dashboard/watched-page.ts";

const clsMax = 0.02;
const kilobyte = 1_024;
/** Limits of a page that is opened with an empty cache; styles and fonts are assets, too. */
const pages = [
  { path: "/sign-in", apiMax: 1, assetsMax: 12, kilobytesMax: 180 },
  { path: "/create", apiMax: 6, assetsMax: 30, kilobytesMax: 280 },
  { path: "/jobs", apiMax: 6, assetsMax: 30, kilobytesMax: 280 },
  { path: "/library", apiMax: 6, assetsMax: 30, kilobytesMax: 280 },
];

const twoFrames =
  "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))";

/** Lets the two large files of code wait until the returned function is called. */
async function holdCode(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(/\/assets\/(frame|shell)-.*\.js$/, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

/** Web vitals that do not depend on the machine; `npm run bench -- dashboard` measures the times. */
export function vitalsJourneys(dashboard: Dashboard): void {
  test.each(pages)(
    "$path does not move while it loads, and loads no more than it needs",
    async ({ path, apiMax, assetsMax, kilobytesMax }) => {
      const watched = await openFirstTime(path !== "/sign-in");
      const { page } = watched;
      const readVitals = await observeVitals(page);
      const readTransfer = countTransfers(page);

      await page.goto(path);
      await untilLoaded(page);
      // React has shown the data that came last.
      await page.waitForLoadState("load");
      const { cls } = await readVitals();
      const { api, assets, bytes } = await readTransfer();

      expect(cls, "CLS").toBeLessThanOrEqual(clsMax);
      expect(api.length, `requests of the API: ${api.join(", ")}`).toBeLessThanOrEqual(apiMax);
      expect(assets, "files").toBeLessThanOrEqual(assetsMax);
      expect(bytes / kilobyte, "kB").toBeLessThanOrEqual(kilobytesMax);
      watched.expectClean();
      await watched.close();
    },
  );

  test("images, which are as large as half of the code, are requested when it has arrived", async () => {
    const message = "a small heron, 320x240";
    const jobId = await dashboard.engine.createJob({ message, parseIntent: true });
    await dashboard.engine.waitForJob(jobId);
    const watched = await openFirstTime(true);
    const { page } = watched;
    const image = page.getByRole("link", { name: /a small heron/ }).locator("img");
    await page.goto("/library");
    await image.waitFor({ timeout: 60_000 });
    const images: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes(".poster?")) images.push(request.url());
    });
    const release = await holdCode(page);

    const list = page.waitForResponse(/\/app\/library\?/);
    await page.goto("/library", { waitUntil: "commit" });
    await (await list).finished();
    // The page has taken the response in these frames.
    await page.evaluate(twoFrames);
    expect(images).toEqual([]);
    release();
    await image.waitFor();

    expect(images.length).toBeGreaterThan(0);
    watched.expectClean();
    await watched.close();
  });

  test("the ways to sign in are requested once, before the code has arrived", async () => {
    const watched = await openFirstTime(false);
    const { page } = watched;
    const readTransfer = countTransfers(page);
    const release = await holdCode(page);

    const methods = page.waitForResponse(/\/app\/sign-in-methods$/);
    await page.goto("/sign-in", { waitUntil: "commit" });
    await (await methods).finished();
    release();
    await untilLoaded(page);

    expect((await readTransfer()).api).toEqual(["/app/sign-in-methods"]);
    watched.expectClean();
    await watched.close();
  });

  /** A page whose browser has nothing in its cache. */
  async function openFirstTime(isSignedIn: boolean): Promise<WatchedPage> {
    const watched = await dashboard.open({ expected: refusals });
    if (isSignedIn) await dashboard.signIn(watched.page);
    const devtools = await watched.context.newCDPSession(watched.page);
    await devtools.send("Network.clearBrowserCache");
    // An event of another journey's job would repeat a read.
    await devtools.send("Network.enable");
    await devtools.send("Network.setBlockedURLs", { urls: ["*/app/events*"] });
    return watched;
  }
}
