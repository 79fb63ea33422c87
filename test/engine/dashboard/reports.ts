import { randomBytes } from "node:crypto";
import { join } from "node:path";

import { expect, test } from "vitest";

import { AbuseReport, QuarantinedFile } from "#db/entities/safety.ts";
import { createId } from "#db/ids.ts";
import { createDiskStorage } from "#storage/disk-storage.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { type Dashboard, refusals } from "#test/support/dashboard/dashboard.ts";
import { createQueuedJob, finishJob } from "#test/support/jobs/finished-jobs.ts";
import { pngOf } from "#test/support/media.ts";

const looks = [
  { width: 1_280, theme: "light", language: "en" },
  { width: 1_280, theme: "dark", language: "de" },
  { width: 390, theme: "light", language: "de" },
  { width: 390, theme: "dark", language: "en" },
] as const;

/** A stranger reports a file, and an operator quarantines it. */
export function reportJourneys(dashboard: Dashboard): void {
  test("a stranger reports a file, and an operator quarantines it and ends the legal hold", async () => {
    const outputId = await createOutput();
    const stranger = await dashboard.open();
    await stranger.page.goto(`/app/report#reference=${outputId}`);
    await stranger.page.getByLabel("What is wrong with it?").selectOption("personal_data");
    await stranger.page.getByLabel("Explanation").fill("The image shows me. I have not agreed.");
    expect(await stranger.findAccessFaults()).toEqual([]);
    await stranger.page.getByRole("button", { name: "Send report" }).click();
    await stranger.page.getByText("An operator reads the report.").waitFor();
    stranger.expectClean();
    await stranger.close();

    const watched = await dashboard.open({ expected: refusals });
    const { page } = watched;
    await dashboard.signIn(page);
    await page.goto("/admin/reports?status=open");
    await page.getByRole("row", { name: /Personal data without consent/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("I have not agreed.").waitFor();
    expect(await watched.findAccessFaults()).toEqual([]);
    await dialog.getByRole("button", { name: /Decision/ }).click();
    await page.getByRole("option", { name: "Quarantine the content" }).click();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Case 12");
    await dialog.getByRole("button", { name: "Apply" }).click();
    await page.getByText("The change applies.").waitFor();

    await page.goto("/admin/quarantine");
    const file = page.getByRole("row", { name: /image\/png/ });
    await file.getByText("Legal hold").waitFor();
    await file.click();
    await dialog.getByText("SHA-256").waitFor();
    expect(await watched.findAccessFaults()).toEqual([]);
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Released by counsel");
    await dialog.getByRole("button", { name: "Apply" }).click();
    await file.getByText("Hold ended").waitFor();
    watched.expectClean();
    await watched.close();
  });

  test.each(looks)(
    "reports and quarantine are readable at $width px, $theme, $language",
    async (look) => {
      await createRows();
      const watched = await dashboard.open({ ...look, expected: refusals });
      const { page } = watched;
      await dashboard.signIn(page);
      for (const path of ["/admin/reports", "/admin/quarantine"]) {
        await page.goto(path);
        await page.getByRole("row").nth(1).waitFor();
        expect(await watched.findAccessFaults()).toEqual([]);
        const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        expect(overflow).toBeLessThanOrEqual(0);
      }
      watched.expectClean();
      await watched.close();
    },
  );

  async function createOutput(): Promise<string> {
    const { orm, env } = dashboard.engine;
    const owner = await createOrganization(orm);
    const jobId = await createQueuedJob(orm, owner);
    const storage = createDiskStorage(join(env["DATA_DIR"] ?? "", "storage"));
    const file = { jobId, bytes: pngOf(300), contentType: "image/png" };
    return (await finishJob(orm, storage, owner.organizationId, file)).outputId;
  }

  /** A report with a long reference, and a file in quarantine. */
  async function createRows(): Promise<void> {
    const em = dashboard.engine.orm.em.fork();
    await em.insert(AbuseReport, {
      id: createId("abuseReport"),
      reference: `https://elsewhere.example/${"long-path/".repeat(12)}fox.png`,
      referenceHash: randomBytes(32),
      category: "intimate_image",
      explanation: "A test.",
      repeats: 3,
      status: "open",
    });
    const id = createId("quarantinedFile");
    await em.insert(QuarantinedFile, {
      id,
      organizationId: createId("organization"),
      jobId: createId("job"),
      step: "main",
      ordinal: 0,
      storageKey: `quarantine/${id}`,
      contentType: "video/mp4",
      bytes: 1,
      sha256: "0".repeat(64),
      categories: ["hash_match"],
    });
  }
}
