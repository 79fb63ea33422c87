import type { IncomingMessage, ServerResponse } from "node:http";

import { afterAll, beforeAll, expect, test } from "vitest";

import { inputSlots } from "#activities/generation/store-inputs.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { reportCounts } from "#test/support/drill-counts.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import { pngOf } from "#test/support/media.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";
import { listenOnFreePort } from "#test/support/servers/listen-on-free-port.ts";

let studio: FakeStudio;
let files: Awaited<ReturnType<typeof listenOnFreePort>>;
let engine: TestEngine;
/** Open downloads of `/endless`. */
let openDownloads = 0;

beforeAll(async () => {
  studio = await startFakeStudio();
  const picture = pngOf(1_000);
  files = await listenOnFreePort();
  files.server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { "content-type": "image/png" });
    if (request.url !== "/endless") return void response.end(picture);
    openDownloads += 1;
    response.write(picture);
    // Twice the minimum rate, so only the organization's share limits these downloads.
    const timer = setInterval(() => response.write(Buffer.alloc(32_000)), 250);
    response.on("close", () => {
      clearInterval(timer);
      openDownloads -= 1;
    });
  });
  engine = await startTestEngine({
    studioUrl: studio.url,
    env: { ALLOW_PRIVATE_INPUTS: "1", WORKER_SHUTDOWN_MS: "0" },
  });
  await engine.startTemporal();
  await Promise.all([engine.startApi(), engine.startWorker()]);
}, 120_000);

afterAll(async () => {
  await files.close();
  await engine.close();
  await studio.close();
});

async function createTenant() {
  const { key } = await createOrganization(engine.orm, { credits: 1_000 });
  const call = async (method: string, path: string, body?: object): Promise<unknown> =>
    (await engine.call(method, path, body, { "x-api-key": key })).json();
  return {
    async generate(body: object): Promise<string> {
      const answer = await call("POST", "/v1/generations", { prompt: "a fox", ...body });
      return (answer as { jobId: string }).jobId;
    },
    async statusOf(jobId: string): Promise<string> {
      return ((await call("GET", `/v1/jobs/${jobId}`)) as { status: string }).status;
    },
  };
}

test("an organization whose inputs arrive slowly delays no other organization", async () => {
  const [slow, other] = await Promise.all([createTenant(), createTenant()]);
  const withInput = (path: string) => ({
    capability: "image-to-image",
    inputs: [{ kind: "image", url: files.url + path }],
  });
  await Promise.all(
    Array.from({ length: inputSlots + 10 }, async () => slow.generate(withInput("/endless"))),
  );
  await expect.poll(() => openDownloads, { timeout: 60_000 }).toBeGreaterThanOrEqual(20);

  const jobIds = [
    await other.generate({ capability: "text-to-image" }),
    await other.generate(withInput("/picture")),
  ];

  for (const jobId of jobIds) {
    await expect.poll(async () => other.statusOf(jobId), { timeout: 60_000 }).toBe("completed");
  }
  expect(openDownloads).toBeGreaterThanOrEqual(20);
  expect(openDownloads).toBeLessThanOrEqual(inputSlots / 2);
  reportCounts({ "open downloads at the slow server": openDownloads });
}, 180_000);
