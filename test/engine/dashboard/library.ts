import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";

import { Asset } from "#db/entities/asset.ts";
import { Batch } from "#db/entities/batch.ts";
import { Model, Provider } from "#db/entities/catalog.ts";
import { Job } from "#db/entities/job.ts";
import { copyOutputs } from "#test/support/dashboard/copy-outputs.ts";
import type { Dashboard } from "#test/support/dashboard/dashboard.ts";
import { readHeapBytes } from "#test/support/dashboard/page-vitals.ts";
import { integrateSecondProvider, secondProvider } from "#test/support/engine/second-provider.ts";
import { until } from "#test/support/jobs/finished-jobs.ts";

const modelId = "recraftv4_1";
/** Waits between two reads of all models, which take the API as much processor time as a job. */
const readMs = 1_000;

/** The library, the painter of masks and the comparison of models. */
export function libraryJourneys(dashboard: Dashboard): void {
  test("the library shows a created image with its preview, opens it and uses it as input", async () => {
    const watched = await dashboard.open();
    const { page } = watched;
    await dashboard.signInByLink(page);
    await createImage("a small owl, 320x240");

    await page.getByRole("link", { name: "Library" }).click();
    const tile = page.getByRole("link", { name: /a small owl.* · Image · Deleted in \d+ days/ });
    await tile.locator("img").waitFor({ timeout: 60_000 });
    await tile.click();
    const panel = page.getByRole("complementary", { name: /a small owl/ });
    await panel.getByRole("img", { name: /a small owl/ }).waitFor();
    await panel.getByRole("button", { name: "Zoom in" }).click();
    expect(await watched.findAccessFaults()).toEqual([]);
    await panel.getByRole("button", { name: "Use as input" }).click();
    await page.getByRole("button", { name: /^Remove / }).waitFor();

    expect(page.url()).toBe(`${dashboard.engine.url}/create`);
    watched.expectClean();
    await watched.close();
  });

  test("the filters of the library are its URL, and its search finds texts and labels", async () => {
    const watched = await dashboard.open();
    const { page } = watched;
    await dashboard.signIn(page);
    const jobId = await createImage("a quiet owl, 320x240");
    const marks = { labels: ["night"] };
    await dashboard.engine.orm.em.fork().nativeUpdate(Job, { id: jobId }, marks);

    await page.goto("/library?kind=3d&search=owl");
    await page.getByRole("heading", { name: "No file matches these filters" }).waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    const tiles = page.getByRole("region", { name: "Files by day" }).getByRole("link");
    await tiles.first().waitFor();
    expect(page.url()).toBe(`${dashboard.engine.url}/library`);

    const search = page.getByRole("searchbox", { name: "Search" });
    expect(await search.inputValue()).toBe("");
    await search.fill("quiet ow");
    await expect.poll(() => tiles.count()).toBe(1);
    await tiles.click();
    await page.getByRole("link", { name: "night" }).click();
    await page.getByRole("button", { name: "night Remove filter" }).waitFor();
    await expect.poll(() => tiles.count()).toBe(1);
    expect(new URL(page.url()).search).toBe("?label=night");
    expect(await watched.findAccessFaults()).toEqual([]);
    watched.expectClean();
    await watched.close();
  });

  test("a wall of 500 files holds only the tiles near the screen, and less than 150 MB", async () => {
    const watched = await dashboard.open();
    const { page } = watched;
    await dashboard.signIn(page);
    const jobId = await createImage("a small owl, 320x240");
    await copyOutputs(dashboard.engine, { jobId, count: 500 });

    await page.goto("/library?kind=image");
    const tiles = page.getByRole("region", { name: "Files by day" }).getByRole("link");
    await tiles.first().waitFor();
    const scrollToEnd = async () => {
      await page.keyboard.press("End");
      return page.evaluate<number>("document.documentElement.scrollHeight");
    };

    await expect.poll(scrollToEnd, { interval: 300, timeout: 60_000 }).toBeGreaterThan(15_000);
    expect(await tiles.count()).toBeLessThan(80);
    expect(await readHeapBytes(page)).toBeLessThan(150_000_000);
    watched.expectClean();
    await watched.close();
  });

  test("a mask that is painted by keyboard leads to an inpainting job", async () => {
    await useSecondProvider("stable-image-inpaint");
    const watched = await dashboard.open();
    const { page } = watched;
    await dashboard.signInByLink(page);
    const image = await sharp({
      create: { width: 640, height: 480, channels: 3, background: "#336699" },
    })
      .png()
      .toBuffer();
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "sea.png", mimeType: "image/png", buffer: image });
    await page.getByRole("button", { name: "Paint a mask for sea.png" }).click();
    await page.getByRole("button", { name: "Add rectangle" }).click();
    await page.getByRole("button", { name: "Use this mask" }).click();
    await page.getByRole("textbox", { name: "Prompt" }).fill("a red boat");
    const send = page.getByRole("button", { name: /^Create · \d+ credits?/ });
    await send.click();

    const em = dashboard.engine.orm.em.fork();
    const find = async () => em.fork().findOne(Job, { capability: "inpainting" });
    await until(async () => (await find()) !== null);
    const inputs = (await find())?.request.inputs ?? [];
    expect(inputs).toMatchObject([{ kind: "image" }, { kind: "mask" }]);
    const mask = await em.findOneOrFail(Asset, { name: "Mask of sea.png" });
    expect({ width: mask.width, height: mask.height }).toEqual({ width: 640, height: 480 });
    watched.expectClean();
    await watched.close();
  });

  test("two models are compared in one batch at one price, and their images zoom together", async () => {
    await useSecondProvider("recraftv4_1_flash");
    const watched = await dashboard.open();
    const { page } = watched;
    await dashboard.signInByLink(page);

    await page.getByRole("link", { name: "Compare models" }).click();
    // Create has a prompt, too.
    await page.getByRole("heading", { name: "Compare models" }).waitFor();
    await page.getByRole("textbox", { name: "Prompt" }).fill("a green frog");
    await page.getByText("0 of 6 chosen; at least two").waitFor();
    for (const box of await page.getByRole("checkbox").all()) await box.check({ force: true });
    const send = page.getByRole("button", { name: /^Compare · \d+ credits/ });
    await send.hover();
    // The colours of the button have changed by then.
    await page.waitForTimeout(300);
    expect(await watched.findAccessFaults()).toEqual([]);
    await send.click();
    const results = page.getByRole("region", { name: "Results side by side" });
    await expect.poll(async () => results.getByRole("img").count()).toBe(2);
    await results.getByRole("button", { name: "Zoom in" }).first().click();

    const frames = results.getByRole("group", { name: /^Image/ });
    const zoomed = frames.evaluateAll((all) => all.map((frame) => frame.dataset["zoomed"]));
    expect(await zoomed).toEqual(["true", "true"]);
    const [batch] = await dashboard.engine.orm.em
      .fork()
      .findAll(Batch, { orderBy: { createdAt: "desc" }, limit: 1 });
    expect(batch?.budget).toBeGreaterThan(0);
    watched.expectClean();
    await watched.close();
  });

  /** Creates an image by the API, waits for it and returns the id of its job. */
  async function createImage(message: string): Promise<string> {
    const { url, key } = dashboard.engine;
    const response = await fetch(`${url}/v1/chat`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json", prefer: "wait=60" },
      body: JSON.stringify({ message, parseIntent: true }),
    });
    const job = (await response.json()) as { jobId: string };
    expect(job).toMatchObject({ status: "completed" });
    return job.jobId;
  }

  /** Gives the second provider, which is studio under another name, one model that works like another one. */
  async function useSecondProvider(like: string): Promise<void> {
    const { orm, env } = dashboard.engine;
    const { slug } = secondProvider;
    const { capabilities, parameters } = await orm.em.fork().findOneOrFail(Model, like);
    await orm.em.fork().nativeUpdate(Model, { providerSlug: slug }, { enabled: false });
    const model = { enabled: true, capabilities, parameters };
    await orm.em.fork().nativeUpdate(Model, { id: modelId }, model);
    await integrateSecondProvider(orm, { url: env["STUDIO_URL"] ?? "" });
    const [capability = ""] = capabilities;
    await untilOffered(capability, true);
    onTestFinished(async () => {
      await orm.em.fork().nativeUpdate(Provider, { slug }, { integrated: false });
      await untilOffered(capability, false);
    });
  }

  /** The API keeps the catalog for a moment, so its parts agree later. */
  async function untilOffered(capability: string, isOffered: boolean): Promise<void> {
    await expect
      .poll(async () => findOffers(capability), { timeout: 45_000, interval: readMs })
      .toSatisfy(
        ({ available, counted }: Offers) =>
          available.length === counted && available.includes(modelId) === isOffered,
      );
  }

  async function findOffers(capability: string): Promise<Offers> {
    const { url, key } = dashboard.engine;
    const headers = { "x-api-key": key };
    const [models, kinds] = await Promise.all([
      fetch(`${url}/v1/models?capability=${capability}`, { headers }),
      fetch(`${url}/v1/capabilities`, { headers }),
    ]);
    const { data: found } = (await models.json()) as { data: { id: string; available: boolean }[] };
    const { data: entries } = (await kinds.json()) as {
      data: { capability: string; modelsAvailable: number }[];
    };
    return {
      available: found.filter((model) => model.available).map(({ id }) => id),
      counted: entries.find((entry) => entry.capability === capability)?.modelsAvailable,
    };
  }
}

/** Available models with a capability, as the catalog lists and counts them. */
interface Offers {
  readonly available: readonly string[];
  readonly counted: number | undefined;
}
