import { expect, test } from "vitest";

import { createOrganization } from "#test/support/accounts/organization.ts";
import { type Dashboard, refusals } from "#test/support/dashboard/dashboard.ts";
import { createQueuedJob } from "#test/support/jobs/finished-jobs.ts";

/** Pages whose data is missing, refused or unreachable. */
export function faultJourneys(dashboard: Dashboard): void {
  test("a missing job, the job of another organization, a refused request, an unreachable engine and an unknown parameter of the URL each end well", async () => {
    const watched = await dashboard.open({ expected: refusals });
    const { page } = watched;
    await dashboard.signIn(page);
    await dashboard.engine.createJob({ message: "a small fox, 320x240", parseIntent: true });

    const stranger = await createOrganization(dashboard.engine.orm);
    const foreign = await createQueuedJob(dashboard.engine.orm, stranger);
    for (const jobId of ["job_00000000-0000-7000-8000-000000000000", foreign]) {
      await page.goto(`/jobs/${jobId}`);
      await page.getByRole("heading", { name: "This job does not exist" }).waitFor();
    }
    await page.goto("/nowhere");
    await page.getByRole("heading", { name: "This page does not exist", level: 1 }).waitFor();
    await page.goto("/create");
    await page.getByRole("textbox", { name: "Prompt" }).fill("something nice");
    await page.getByRole("button", { name: "Image", exact: true }).click();
    await page.getByRole("button", { name: "Create · 1 credit" }).waitFor();
    await page.route("**/app/jobs?*", async (route) => route.abort());
    await page.getByRole("link", { name: "Jobs" }).click();
    await page.getByText("The engine cannot be reached.").first().waitFor({ timeout: 30_000 });
    await page.unroute("**/app/jobs?*");
    await page.getByRole("button", { name: "Try again" }).first().click();
    await page.getByRole("table", { name: "Jobs" }).waitFor();

    // A parameter that a page does not know leaves the URL, and its list is read without it.
    await page.goto("/models?type=image&utm_source=mail");
    await page.getByRole("table", { name: "Models" }).waitFor();
    expect(page.url()).toBe(`${dashboard.engine.url}/models?type=image`);
    await page.goto("/jobs?search=2024&utm_source=mail");
    await page.getByRole("heading", { name: "No job matches these filters" }).waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("2024");

    watched.expectClean();
    await watched.close();
  });
}
