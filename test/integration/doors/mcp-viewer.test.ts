import type { Browser } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";

import { launchChromium } from "#test/support/dashboard/launch-chromium.ts";
import { finishJob } from "#test/support/finished-jobs.ts";
import { useApi, useDatabase, useOrganization, useResource } from "#test/support/fixtures.ts";
import { connectMcp } from "#test/support/mcp-clients.ts";
import { startMcpHost } from "#test/support/mcp-host.ts";

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
  const { page, messages } = await openHost(async (params) => client.callTool(params));
  const html = viewer !== undefined && "text" in viewer ? viewer.text : "";
  const shown = { html, domains: ["http://engine.test"], result: asked };
  await page.evaluate(
    async (app) => (globalThis as unknown as Host).showApp(app),
    shown as unknown as Record<string, unknown>,
  );
  const app = page.frameLocator("iframe");
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

interface Host {
  readonly showApp: (app: Record<string, unknown>) => Promise<void>;
}

interface HTMLImage {
  readonly naturalWidth: number;
}

/** Opens the page of the host, for which the engine has its public URL. */
async function openHost(callTool: (params: { name: string }) => Promise<unknown>) {
  const page = await browser.newPage();
  const messages: string[] = [];
  await page.exposeFunction("callTool", callTool);
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
