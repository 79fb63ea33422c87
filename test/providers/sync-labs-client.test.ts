import { type Sync, SyncClient, SyncError } from "@sync.so/sdk";
import { beforeEach, expect, test } from "vitest";

import { mediaFile } from "#test/support/providers/media-files.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";
import { startSyncLabs } from "#test/support/providers/sync-labs.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

/** Tests the simulated provider with the provider's official client. */
const simulator = useSimulator(startSyncLabs);
let client: SyncClient;
beforeEach(() => {
  client = new SyncClient({ apiKey: simulatorKey, baseUrl: simulator.url });
});

const once = { maxRetries: 0 };
const request: Sync.CreateGenerationDto = {
  model: "lipsync-2",
  input: [
    { type: "video", url: "https://example.com/a.mp4" },
    { type: "audio", url: "https://example.com/a.wav" },
  ],
  options: { sync_mode: "cut_off" },
};

test("the official client makes a lip sync, waits for it and downloads the video", async () => {
  const made = await client.generations.create(request, once);

  const running = await client.generations.get(made.id, once);
  const done = await client.generations.get(made.id, once);

  expect([made.status, running.status, done.status]).toEqual([
    "PENDING",
    "PROCESSING",
    "COMPLETED",
  ]);
  expect(done.outputDuration).toBe(1.5);
  const bytes = Buffer.from(await (await fetch(done.outputUrl ?? "")).arrayBuffer());
  expect(bytes.equals(mediaFile("mp4"))).toBe(true);
  expect(simulator.submissions()).toBe(1);
});

test("the official client gets one generation for two requests with one key", async () => {
  const keyed = { ...once, headers: { "Idempotency-Key": "order~17" } };

  const first = await client.generations.create(request, keyed);
  const second = await client.generations.create(request, keyed);

  expect(second.id).toBe(first.id);
});

test("the official client lists generations", async () => {
  expect(await client.generations.list({ status: ["PENDING"] }, once)).toEqual([]);
});

test.each([
  ["balance", 402],
  ["on_hold", 403],
  ["rate_limited", 429],
  ["too_many", 429],
  ["invalid", 400],
  ["retired", 400],
])("the official client reads the refusal %s", async (refusal, statusCode) => {
  simulator.play({ refusal });

  const error: unknown = await client.generations
    .create(request, once)
    .then(undefined, (failure: unknown) => failure);

  expect(error).toBeInstanceOf(SyncError);
  expect(error).toMatchObject({ statusCode, body: { message: expect.any(String) as string } });
  expect(simulator.submissions()).toBe(1);
});
