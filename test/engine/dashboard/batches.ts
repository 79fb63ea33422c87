import { expect, test } from "vitest";

import { type Dashboard, refusals } from "#test/support/dashboard/dashboard.ts";

const batchMs = 120_000;
const csv = "prompt,width,height\na red fox,256,256\na snowy owl,256,-1\na green frog,256,256\n";

/** Batches from a file. */
export function batchJourneys(dashboard: Dashboard): void {
  test(
    "the wrong row of a CSV file is named and corrected before anything is paid",
    async () => {
      const watched = await dashboard.open({ expected: refusals });
      const { page } = watched;
      await dashboard.signIn(page);

      await page.goto("/batches/new");
      await page.locator("input[type=file]").setInputFiles({
        name: "animals.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(csv),
      });
      await page.getByRole("button", { name: "Check and show the price" }).click();
      await page.getByText("1 problem. Nothing was created.").waitFor();
      const wrong = page.getByRole("textbox", { name: "height of row 2" });
      expect(await wrong.getAttribute("aria-invalid")).toBe("true");
      expect(await watched.findAccessFaults()).toEqual([]);
      await wrong.fill("256");
      await page.getByRole("button", { name: "Check and show the price" }).click();
      await page.getByText("All 3 rows are valid.").waitFor();
      await page.getByRole("button", { name: "Create 3 items · 3 credits" }).click();
      await page.getByRole("heading", { name: "animals", level: 1 }).waitFor();
      await page.getByText("3 of 3 have ended").waitFor({ timeout: batchMs });
      await page
        .getByRole("link", { name: /Item 3 Completed/ })
        .locator("img")
        .waitFor();
      expect(await watched.findAccessFaults()).toEqual([]);

      watched.expectClean();
      await watched.close();
    },
    batchMs * 2,
  );
}
