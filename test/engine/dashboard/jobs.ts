import { expect, test } from "vitest";

import type { Dashboard } from "#test/support/dashboard/dashboard.ts";

/** Finding a job among others: search, star, title and labels. */
export function jobsJourneys(dashboard: Dashboard): void {
  test("a job is found by its prompt, gets a title and labels, is found by them, and another is deleted", async () => {
    const watched = await dashboard.open();
    const { page } = watched;
    await dashboard.signIn(page);
    for (const subject of ["a heron over the lagoon", "a badger in the moonlight"]) {
      await page.goto("/create");
      await page.getByRole("textbox", { name: "Prompt" }).fill(`${subject}, 320x240`);
      await page.getByRole("button", { name: /^Create · / }).click();
      await page.getByRole("img", { name: subject }).waitFor({ timeout: 60_000 });
    }
    await page.goto("/jobs");
    const rows = page.getByRole("table", { name: "Jobs" }).getByRole("row");

    await page.getByRole("searchbox", { name: "Search" }).fill("lagoon her");
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole("button", { name: "Star", exact: true }).click();
    await rows.getByText("a heron over the lagoon").click();
    await page.getByRole("button", { name: "Title and labels" }).click();
    await page.getByRole("textbox", { name: "Title" }).fill("Cover of the almanac");
    await page.getByRole("textbox", { name: "Labels" }).fill("spring, cover");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Cover of the almanac", level: 1 }).waitFor();
    expect(await watched.findAccessFaults()).toEqual([]);
    await page.getByRole("link", { name: "spring" }).click();

    await rows.getByText("Cover of the almanac").waitFor();
    expect(await rows.count()).toBe(2);
    expect(new URL(page.url()).search).toBe("?label=spring");
    await page.getByRole("button", { name: "Remove filter" }).click();
    await page.getByRole("button", { name: "Starred", exact: true }).click();
    await rows.getByText("Cover of the almanac").waitFor();
    await expect.poll(() => rows.count()).toBe(2);
    expect(await watched.findAccessFaults()).toEqual([]);

    await page.getByRole("button", { name: "Starred", exact: true }).click();
    await page.getByRole("checkbox", { name: "Select a badger in the moonlight" }).check();
    await page.getByRole("button", { name: "Delete 1 job" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete 1 job" }).click();
    await page.getByText("1 job was deleted.").waitFor();
    await page.keyboard.press("Enter");
    await rows.getByText("a badger in the moonlight").waitFor({ state: "detached" });
    watched.expectClean();
    await watched.close();
  });
}
