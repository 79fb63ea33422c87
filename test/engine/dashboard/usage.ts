import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import type { Dashboard } from "#test/support/dashboard/dashboard.ts";

/** Sums of jobs by two dimensions. */
export function usageJourneys(dashboard: Dashboard): void {
  test("the usage page shows outcomes and times by task and hour, and leads to files and jobs", async () => {
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

    const byModel = page.getByRole("figure", { name: "Credits by model" });
    const saved = page.waitForEvent("download");
    await byModel.getByRole("button", { name: "Download as CSV: Credits by model" }).click();
    const download = await saved;
    const today = new Date().toISOString().slice(0, 10);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^usage-model-.+-${today}\\.csv$`));
    expect(await readFile(await download.path(), "utf8")).toMatch(
      /^\uFEFFModel,Credits,Jobs,Requests\r\n(?:.*\r\n)*studio-image,\d+,\d+,/,
    );
    await byModel.getByRole("button", { name: "Show as table" }).click();
    await byModel.getByRole("link", { name: "studio-image" }).click();
    const jobs = page.getByRole("table", { name: "Jobs" });
    await jobs.getByText("a lighthouse at dusk").first().waitFor();
    await page.getByRole("button", { name: "studio-image Remove filter" }).waitFor();
    expect(new URL(page.url()).search).toMatch(
      new RegExp(`^\\?model=studio-image&from=.+&to=${today}$`),
    );
    await page.goBack();
    const byDay = page.getByRole("figure", { name: "Credits by day" });
    await byDay.locator(".recharts-bar-rectangle path").last().click();
    await jobs.getByText("a lighthouse at dusk").first().waitFor();
    expect(new URL(page.url()).search).toBe(`?from=${today}&to=${today}`);
    expect(await watched.findAccessFaults()).toEqual([]);
    watched.expectClean();
    await watched.close();
  });
}
