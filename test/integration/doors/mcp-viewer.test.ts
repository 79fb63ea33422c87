import type { CallToolResult, Client } from "@modelcontextprotocol/client";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { describe, expect, test } from "vitest";

import { launchChromium } from "#test/support/dashboard/launch-chromium.ts";
import { useApi, useDatabase, useOrganization, useResource } from "#test/support/fixtures.ts";
import { twoSquaresGlb } from "#test/support/glb-file.ts";
import { createQueuedJob, finishJob } from "#test/support/jobs/finished-jobs.ts";
import { connectMcp } from "#test/support/mcp/mcp-clients.ts";
import { startMcpHost } from "#test/support/mcp/mcp-host.ts";

const database = useDatabase();
const api = useApi(database);
const owner = useOrganization(database);
const host = useResource(startMcpHost);
const browser: Browser = useResource(launchChromium);

test("the viewer follows a job in a host, shows its image and offers to change it", async () => {
  const client = await connectMcp({ url: `${api.url}/mcp`, key: owner.key }, "2026");
  const { tools } = await client.listTools();
  const generate = tools.find(({ name }) => name === "generate");
  expect(generate).toMatchObject({ _meta: { ui: { resourceUri: "ui://gme/viewer" } } });
  const { contents } = await client.readResource({ uri: "ui://gme/viewer" });
  const [viewer] = contents;
  expect(viewer).toMatchObject({
    mimeType: "text/html;profile=mcp-app",
    _meta: { ui: { csp: { resourceDomains: ["http://engine.test"] } } },
  });

  const args = { message: "a red fox", wait_seconds: 0 };
  const asked = await client.callTool({ name: "generate", arguments: args });
  const { jobId } = asked.structuredContent as { jobId: string };
  const { page, messages } = await openHost(client);
  const app = await showResult(page, client, asked);
  await app.getByRole("progressbar").waitFor();
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const file = { jobId, bytes, contentType: "image/png" };
  await finishJob(database.orm, api.storage, owner.organizationId, file);

  const image = app.getByRole("img", { name: "Result" });
  await image.waitFor();
  await expect
    .poll(async () => image.evaluate(({ naturalWidth }: HTMLImage) => naturalWidth))
    .toBe(64);
  expect(await app.getByRole("status").textContent()).toMatch(/^studio-\S+, 1 credit$/);
  await app.getByRole("button", { name: "Make it wider" }).click();
  await app.getByRole("button", { name: "Open" }).click();
  await expect.poll(() => messages.length).toBe(2);
  expect(messages).toEqual([
    expect.stringMatching(/16:9 \(outputId out_/),
    expect.stringMatching(/^http:\/\/engine\.test\/files\/out_/),
  ]);
  await page.close();
  await client.close();
});

/** Shows a finished job whose result is a 3D model. */
async function showModel(client: Client, bytes: Buffer) {
  const contentType = "model/gltf-binary";
  const jobId = await createQueuedJob(database.orm, owner);
  await finishJob(database.orm, api.storage, owner.organizationId, { jobId, bytes, contentType });
  const args = { job_id: jobId, preview: "none" };
  const result = await client.callTool({ name: "get_job", arguments: args });
  const { page } = await openHost(client);
  return { page, app: await showResult(page, client, result) };
}

describe("a 3D model", () => {
  const model = async () => {
    const options = { width: 4, height: 4, channels: 3, background: "blue" } as const;
    return sharp({ create: options }).png().toBuffer();
  };

  test("is drawn with its colours and pictures, and turned by keys, without a connection of the page", async () => {
    const client = await connectMcp({ url: `${api.url}/mcp`, key: owner.key }, "2026");
    const { page, app } = await showModel(client, twoSquaresGlb({ picture: await model() }));
    const canvas = app.locator("canvas[data-state=shown]");
    await canvas.waitFor();
    const countColours = async () => {
      const { data } = await sharp(await canvas.screenshot())
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const counts = { red: 0, blue: 0 };
      for (let at = 0; at < data.length; at += 3) {
        const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
        if (green < 60 && red > 120 && blue < 60) counts.red += 1;
        if (green < 60 && blue > 120 && red < 60) counts.blue += 1;
      }
      return counts;
    };
    await expect.poll(countColours).toEqual({
      red: expect.toSatisfy((count: number) => count > 2_000),
      blue: expect.toSatisfy((count: number) => count > 2_000),
    });
    const before = await countColours();
    await canvas.focus();
    // Seen from the edge, two squares have no area.
    for (let press = 0; press < 7; press += 1) await page.keyboard.press("ArrowRight");
    await expect.poll(async () => (await countColours()).red).toBeLessThan(before.red / 3);
    await page.close();
    await client.close();
  });

  test("that cannot be drawn is not half drawn: the page says so and offers to open it", async () => {
    const client = await connectMcp({ url: `${api.url}/mcp`, key: owner.key }, "2026");
    const picture = await model();
    const required = { picture, extensionsRequired: ["KHR_draco_mesh_compression"] };
    const files = [
      [twoSquaresGlb(required), "KHR_draco_mesh_compression"],
      [Buffer.concat([twoSquaresGlb({ picture }), Buffer.alloc(5 * 1_048_576)]), "too large"],
    ] as const;
    for (const [bytes, reason] of files) {
      const { page, app } = await showModel(client, bytes);
      await expect.poll(async () => app.getByRole("status").textContent()).toContain(reason);
      expect(await app.locator("canvas").count()).toBe(0);
      await app.getByRole("button", { name: "Open" }).waitFor();
      await page.close();
    }
    await client.close();
  });
});

interface Host {
  readonly showApp: (app: Record<string, unknown>) => Promise<void>;
}

interface HTMLImage {
  readonly naturalWidth: number;
}

/** Shows the result of a tool in the viewer. */
async function showResult(page: Page, client: Client, result: CallToolResult) {
  const { contents } = await client.readResource({ uri: "ui://gme/viewer" });
  const [viewer] = contents;
  const html = viewer !== undefined && "text" in viewer ? viewer.text : "";
  const shown = { html, domains: ["http://engine.test"], result };
  await page.evaluate(
    // Safe to cast: mcp-host-page.js defines the function in the page.
    async (app) => (globalThis as unknown as Host).showApp(app),
    // Safe to cast: it is sent as JSON, which the types of results do not say.
    shown as unknown as Record<string, unknown>,
  );
  return page.frameLocator("iframe");
}

/** Opens the page of the host, for which the engine has its public URL. */
async function openHost(client: Client) {
  // A model turns by itself otherwise.
  const page = await browser.newPage({ reducedMotion: "reduce" });
  const messages: string[] = [];
  await page.exposeFunction("callTool", async (params: { name: string }) =>
    client.callTool(params),
  );
  await page.exposeFunction("readResource", async (uri: string) => client.readResource({ uri }));
  await page.exposeFunction("noteMessage", (text: string) => messages.push(text));
  await page.route("http://engine.test/**", async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const response = await api.call(`${pathname}${search}`);
    const body = Buffer.from(await response.arrayBuffer());
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body,
    });
  });
  await page.goto(host.url);
  await page.waitForFunction("window.showApp !== undefined");
  return { page, messages };
}
