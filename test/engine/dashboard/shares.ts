import { expect, test } from "vitest";

import { type Dashboard, refusals } from "#test/support/dashboard/dashboard.ts";

/** Public links to a result. */
export function shareJourneys(dashboard: Dashboard): void {
  test("a result is shown to a person without an account until its link is revoked", async () => {
    const watched = await dashboard.open();
    const { page } = watched;
    await dashboard.signInByLink(page);
    await page.getByRole("textbox", { name: "Prompt" }).fill("a windmill in the fog, 320x240");
    await page.getByRole("button", { name: /^Create · / }).click();
    await page.getByRole("img", { name: "a windmill in the fog" }).waitFor({ timeout: 60_000 });
    await page.getByRole("link", { name: "Job details" }).click();
    // The page before it has the same button.
    await page.getByRole("heading", { name: "Attempts" }).waitFor();

    await page.getByRole("button", { name: "Share", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Share the result" });
    await dialog.getByText("Show the prompt").click();
    await dialog.getByRole("button", { name: "Create link" }).click();
    const url = await dialog.locator("code").textContent();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await watched.findAccessFaults()).toEqual([]);
    }

    const stranger = await dashboard.open({ expected: refusals });
    await stranger.page.goto(url ?? "");
    await stranger.page.getByRole("heading", { name: "a windmill in the fog" }).waitFor();
    const image = stranger.page.locator("img");
    await expect
      .poll(() =>
        image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth),
      )
      .toBeGreaterThan(100);
    expect(await stranger.findAccessFaults()).toEqual([]);
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await expect.poll(() => dialog.getByRole("button", { name: "Revoke" }).count()).toBe(0);
    await stranger.page.reload();
    await stranger.page.getByRole("heading", { name: "This link has ended" }).waitFor();
    await stranger.close();
    watched.expectClean();
    await watched.close();
  });
}
