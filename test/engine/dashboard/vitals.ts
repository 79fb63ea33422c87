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

/** Lets a large file of code wait until the returned function is called. */
async function holdCode(page: Page, name: "frame" | "shell"): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(new RegExp(`/assets/${name}-.*\\.js$`), async (route) => {
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

  test("images, which are as large as half of the code, are requested after it, but the first one before its last file", async () => {
    for (const message of ["a small egret, 320x240", "a small heron, 320x240"]) {
      const jobId = await dashboard.engine.createJob({ message, parseIntent: true });
      await dashboard.engine.waitForJob(jobId);
    }
    const watched = await openFirstTime(true);
    const { page } = watched;
    const image = page.getByRole("link", { name: /a small heron/ }).locator("img");
    await page.goto("/library");
    await image.waitFor({ timeout: 60_000 });
    const images: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes(".poster?")) images.push(request.url());
    });
    const releaseFrame = await holdCode(page, "frame");
    const releaseShell = await holdCode(page, "shell");

    const list = page.waitForResponse(/\/app\/library\?/);
    await page.goto("/library", { waitUntil: "commit" });
    await (await list).finished();
    // The page has taken the response in these frames.
    await page.evaluate(twoFrames);
    expect(images).toEqual([]);
    releaseFrame();
    await expect.poll(() => images.length).toBe(1);
    await page.evaluate(twoFrames);
    expect(images.length).toBe(1);
    releaseShell();
    await image.waitFor();

    await expect.poll(() => images.length).toBeGreaterThan(1);
    watched.expectClean();
    await watched.close();
  });

  test.each(["/create", "/library"])(
    "images of %s have one size in whole pixels, so that no later one is a larger content than the first",
    async (path) => {
      for (const message of ["a small stork, 320x240", "a small crane, 320x240"]) {
        const jobId = await dashboard.engine.createJob({ message, parseIntent: true });
        await dashboard.engine.waitForJob(jobId);
      }
      const watched = await dashboard.open({ width: 1_277 });
      const { page } = watched;
      await dashboard.signIn(page);

      await page.goto(path);
      const images = page.locator("main img");
      await expect.poll(() => images.count()).toBeGreaterThan(1);
      const sizes = await page.evaluate<string[]>(
        `[...document.querySelectorAll("main img")].map((image) => {
          const { width, height } = image.getBoundingClientRect();
          return width + " x " + height;
        })`,
      );

      expect(new Set(sizes).size).toBe(1);
      expect(sizes[0]).toMatch(/^\d+ x \d+$/);
      watched.expectClean();
      await watched.close();
    },
  );

  test("the ways to sign in are requested once, before the code has arrived", async () => {
    const watched = await openFirstTime(false);
    const { page } = watched;
    const readTransfer = countTransfers(page);
    const release = await holdCode(page, "frame");

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
