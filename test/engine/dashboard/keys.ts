import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { recordAudit } from "#db/audit.ts";
import { type Dashboard } from "#test/support/dashboard/dashboard.ts";

/** API keys, and the audit log of their changes. */
export function keyJourneys(dashboard: Dashboard): void {
  test("an API key is shown once, replaced with an overlap, and refused after its revocation", async () => {
    const watched = await dashboard.open();
    const { page } = watched;
    const dialog = page.getByRole("dialog");
    await dashboard.signIn(page);

    await page.goto("/developers/keys");
    await page.getByRole("button", { name: "Create API key" }).click();
    await dialog.getByLabel("Name").fill("Build server");
    await dialog.getByLabel("Credits per month").fill("500");
    await dialog.getByRole("button", { name: "Create API key" }).click();
    await page.getByRole("heading", { name: "Your new API key" }).waitFor();
    const value = page.getByText(/^gme_[A-Za-z0-9_-]{30,}$/);
    const first = (await value.textContent()) ?? "";
    await page.getByRole("button", { name: "I have saved it" }).click();
    expect(await page.getByText(first).count()).toBe(0);
    await page.getByRole("button", { name: "Actions for Build server" }).click();
    await page.getByRole("menuitem", { name: "Rotate" }).click();
    await dialog.getByRole("button", { name: "Rotate" }).click();
    await page.getByRole("heading", { name: "The new value of the API key" }).waitFor();
    const second = (await value.textContent()) ?? "";
    expect(await statusWith(dashboard, first)).toBe(200);
    expect(await statusWith(dashboard, second)).toBe(200);
    await page.getByRole("button", { name: "I have saved it" }).click();
    await page.getByRole("button", { name: "Actions for Build server" }).click();
    await page.getByRole("menuitem", { name: "Revoke" }).click();
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await page.getByText("“Build server” is revoked.").waitFor();

    // Each API process drops its cached lookup when PostgreSQL notifies it of the revocation.
    await expect.poll(async () => statusWith(dashboard, first)).toBe(401);
    await expect.poll(async () => statusWith(dashboard, second)).toBe(401);
    watched.expectClean();
    await watched.close();
  });

  test("all entries of the audit log are saved as a file, also those that the filter hides", async () => {
    const watched = await dashboard.open();
    const { page } = watched;
    await dashboard.signIn(page);
    await recordAudit(dashboard.engine.orm.em.fork(), {
      organizationId: "org_local",
      action: "journey.recorded",
    });

    await page.goto("/organization/audit-log?action=member.removed");
    await page.getByRole("heading", { name: "No entry matches" }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download all entries" }).click(),
    ]);

    expect(download.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.ndjson$/);
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\n");
    const entries = lines.map((line) => JSON.parse(line) as { action: string });
    expect(entries.map(({ action }) => action)).toContain("journey.recorded");
    watched.expectClean();
    await watched.close();
  });
}

async function statusWith(dashboard: Dashboard, apiKey: string): Promise<number> {
  const response = await fetch(`${dashboard.engine.url}/v1/models`, {
    headers: { "x-api-key": apiKey },
  });
  await response.body?.cancel();
  return response.status;
}
