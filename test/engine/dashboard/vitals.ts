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
  { path: "/create", apiMax: 6, assetsMax: 40, kilobytesMax: 400 },
  { path: "/jobs", apiMax: 6, assetsMax: 34, kilobytesMax: 320 },
  { path: "/library", apiMax: 6, assetsMax: 38, kilobytesMax: 400 },
];

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

  /** A page whose browser has nothing in its cache. */
  async function openFirstTime(isSignedIn: boolean): Promise<WatchedPage> {
    const watched = await dashboard.open({ expected: refusals });
    if (isSignedIn) {
      await dashboard.signInByLink(watched.page);
      // The first page still reads; a read that ends later would count for the page that is measured.
      await untilLoaded(watched.page);
      await watched.page.goto("about:blank");
    }
    const devtools = await watched.context.newCDPSession(watched.page);
    await devtools.send("Network.clearBrowserCache");
    // An event of another journey's job would repeat a read.
    await devtools.send("Network.enable");
    await devtools.send("Network.setBlockedURLs", { urls: ["*/app/events*"] });
    return watched;
  }
}
