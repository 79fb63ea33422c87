import { expect, test } from "vitest";

import type { Dashboard } from "#test/support/dashboard/dashboard.ts";

/** Navigation on a phone: the main pages, and the others in a sheet. */
export function phoneJourneys(dashboard: Dashboard): void {
  test("a phone shows five entries without scrolling, and the other pages under More", async () => {
    const watched = await dashboard.open();
    const { page } = watched;
    await page.setViewportSize({ width: 390, height: 844 });
    await dashboard.signInByLink(page);
    const bar = page.getByRole("navigation", { name: "Main navigation" });
    await expect.poll(() => bar.getByRole("listitem").count()).toBe(5);
    expect(await bar.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);

    const more = bar.getByRole("button", { name: "More" });
    await more.focus();
    await page.keyboard.press("Enter");
    const sheet = page.getByRole("dialog", { name: "More" });
    await sheet.getByRole("link", { name: "Usage" }).waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await watched.findAccessFaults()).toEqual([]);
    }
    await page.keyboard.press("Escape");
    await expect.poll(() => more.evaluate((element) => element.matches(":focus"))).toBe(true);
    await more.click();
    await sheet.getByRole("link", { name: "Usage" }).click();

    await page.getByRole("heading", { name: "Usage", level: 1 }).waitFor();
    await expect.poll(() => sheet.count()).toBe(0);
    watched.expectClean();
    await watched.close();
  });
}
