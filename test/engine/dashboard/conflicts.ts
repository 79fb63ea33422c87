import { expect, test } from "vitest";

import { type Dashboard } from "#test/support/dashboard/dashboard.ts";

/** Two people change the same thing: nothing is overwritten unseen. */
export function conflictJourneys(dashboard: Dashboard): void {
  test("settings that another user has changed are refused, and the current ones appear", async () => {
    const watched = await dashboard.open({ expected: /412/ });
    const { page: first } = watched;
    await dashboard.signInByLink(first);
    const second = await watched.context.newPage();
    for (const page of [first, second]) await page.goto("/organization/settings");
    const lowCredits = (page: typeof first) =>
      page.getByRole("textbox", { name: "Alert when fewer credits are available" });
    const save = async (page: typeof first) =>
      page.getByRole("button", { name: "Save", exact: true }).first().click();

    await lowCredits(second).waitFor();
    await lowCredits(first).fill("11");
    await save(first);
    await first.getByText("Saved.").waitFor();
    await lowCredits(second).fill("22");
    await save(second);
    await second.getByRole("alert").waitFor();
    expect(await watched.findAccessFaults()).toEqual([]);

    watched.expectClean();
    await watched.close();
  });
}
