import { expect, test } from "vitest";

import type { Dashboard } from "#test/support/dashboard/dashboard.ts";

/** Sums of jobs by two dimensions. */
export function usageJourneys(dashboard: Dashboard): void {
  test("the usage page shows outcomes and times by task and hour", async () => {
    const watched = await dashboard.open();
    const { page } = watched;
    await dashboard.signInByLink(page);
    await page.getByRole("textbox", { name: "Prompt" }).fill("a lighthouse at dusk, 320x240");
    await page.getByRole("button", { name: /^Create · / }).click();
    await page.getByRole("img", { name: "a lighthouse at dusk" }).waitFor({ timeout: 60_000 });
    await page.goto("/usage");
    const table = page.getByRole("table", { name: "Jobs in detail" });
    await table.getByRole("rowheader", { name: "studio-image" }).waitFor();
    await page.getByRole("img", { name: /^Most jobs at .+: \d+$/ }).waitFor();

    await page.getByRole("button", { name: /By$/ }).click();
    await page.getByRole("option", { name: "Task" }).click();
    await page.getByRole("button", { name: /and by$/ }).click();
    await page.getByRole("option", { name: "Hour" }).click();

    await table.getByRole("columnheader", { name: "Hour" }).waitFor();
    await page.getByText("Hours cover the last 7 days.").waitFor();
    const row = table.getByRole("row", { name: /Text to image/i }).last();
    await expect.poll(async () => row.textContent()).toMatch(/:00.*credit.*s/);
    expect(new URL(page.url()).search).toBe("?by=capability&second=hour");
    expect(await watched.findAccessFaults()).toEqual([]);
    watched.expectClean();
    await watched.close();
  });
}
