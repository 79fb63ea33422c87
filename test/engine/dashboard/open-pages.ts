import { expect, test } from "vitest";

import { WebhookEndpoint } from "#db/entities/webhook.ts";
import type { Dashboard } from "#test/support/dashboard/dashboard.ts";
import { observeVitals } from "#test/support/dashboard/page-vitals.ts";

const jobMs = 90_000;
const clsMax = 0.002;

/** Pages of the dashboard receive what happens while they are open. */
export function openPageJourneys(dashboard: Dashboard): void {
  /** Creates an image by the API and waits for its end. */
  async function createImage(message: string): Promise<void> {
    const jobId = await dashboard.engine.createJob({ message, parseIntent: true });
    expect(await dashboard.engine.waitForJob(jobId)).toMatchObject({ status: "completed" });
  }

  test("a person receives webhooks in the page, without a server, and sees their signatures checked", async () => {
    const watched = await dashboard.open();
    const { page } = watched;
    await dashboard.signIn(page);
    await page.goto("/developers/webhooks");

    await page.getByRole("button", { name: "Receive events here" }).click();
    await page.getByText("Listening", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Send a test" }).click();
    const received = page.getByRole("list", { name: "Live receiver" }).getByRole("listitem");
    await received.getByText("Signature valid").waitFor();
    await createImage("a brown owl, 320x240");
    await received.getByText("job.completed", { exact: true }).waitFor({ timeout: jobMs });
    expect(await received.count()).toBe(2);
    await received.first().getByText("job.completed", { exact: true }).click();
    await received
      .first()
      .getByText(/webhook-signature: v1,/)
      .waitFor();
    expect(await watched.findAccessFaults()).toEqual([]);
    await received.first().getByRole("button", { name: "Send again" }).click();
    await expect.poll(async () => received.count()).toBe(3);

    // The secret ends with the page; the deliveries stay.
    await page.reload();
    await received.getByText("Signature not checked").first().waitFor();
    await page.getByText("this tab does not have the signing secret").waitFor();
    const em = dashboard.engine.orm.em.fork();
    expect(await em.find(WebhookEndpoint, { url: "listen:", deletedAt: null })).toHaveLength(1);
    watched.expectClean();
    await watched.close();
  });

  test("the list of jobs does not move when the permissions of the person arrive after it", async () => {
    const watched = await dashboard.open();
    const { page } = watched;
    await dashboard.signInByLink(page);
    await createImage("a grey heron, 320x240");
    const { promise: isListed, resolve } = Promise.withResolvers<void>();
    await page.route("**/v1/account", async (route) => {
      await isListed;
      await route.continue();
    });
    const readVitals = await observeVitals(page);

    await page.goto("/jobs");
    const row = page.getByRole("row", { name: /a grey heron/ }).first();
    await row.waitFor();
    expect(await row.getByRole("button").count()).toBe(0);
    resolve();
    await row.getByRole("button").waitFor();

    expect((await readVitals()).cls).toBeLessThanOrEqual(clsMax);
    watched.expectClean();
    await watched.close();
  });

  test("a library that is open gets the file of a job that ends, and reads one page for it", async () => {
    const watched = await dashboard.open();
    const { page } = watched;
    await dashboard.signIn(page);
    await createImage("a white stork, 320x240");
    await page.goto("/library");
    const tiles = page.getByRole("region", { name: "Files by day" }).getByRole("link");
    await tiles.filter({ hasText: "white stork" }).locator("img").waitFor({ timeout: jobMs });
    const reads: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/app/library")) reads.push(request.url());
    });

    await createImage("a black raven, 320x240");
    await tiles.filter({ hasText: "black raven" }).locator("img").waitFor({ timeout: jobMs });

    expect(reads.filter((url) => url.includes("cursor"))).toEqual([]);
    watched.expectClean();
    await watched.close();
  });
}
