import { APIError, LumaAI } from "lumaai";
import { beforeEach, expect, test } from "vitest";

import { startLumaDreamMachine } from "#test/support/providers/luma-dream-machine.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

/** Tests the simulated provider with the provider's official client. */
const simulator = useSimulator(async () => startLumaDreamMachine());
let client: LumaAI;
beforeEach(() => {
  client = new LumaAI({ authToken: simulatorKey, baseURL: simulator.url, maxRetries: 0 });
});

const picture = "https://example.com/a.jpg";

test("the official client makes a video from two frames, waits for it and downloads it", async () => {
  const made = await client.generations.video.create({
    model: "ray-2",
    prompt: "a fox in the snow",
    resolution: "720p",
    duration: "5s",
    keyframes: { frame0: { type: "image", url: picture }, frame1: { type: "image", url: picture } },
  });

  const running = await client.generations.get(made.id ?? "");
  const done = await client.generations.get(made.id ?? "");

  expect([made.state, running.state, done.state]).toEqual(["queued", "dreaming", "completed"]);
  const bytes = Buffer.from(await (await fetch(done.assets?.video ?? "")).arrayBuffer());
  expect(bytes.equals(mediaFile("mp4"))).toBe(true);
  expect(simulator.submissions()).toBe(1);
});

test("the official client makes an image from another one", async () => {
  const made = await client.generations.image.create({
    model: "photon-1",
    prompt: "a fox in the snow",
    aspect_ratio: "16:9",
    format: "png",
    image_ref: [{ url: picture, weight: 0.5 }],
  });

  simulator.play({ runningPolls: 0 });
  const done = await client.generations.get(made.id ?? "");

  expect(done).toMatchObject({ state: "completed", generation_type: "image", model: "photon-1" });
  const bytes = Buffer.from(await (await fetch(done.assets?.image ?? "")).arrayBuffer());
  expect(bytes.equals(mediaFile("png"))).toBe(true);
});

test("the official client reads the reason of a failed generation", async () => {
  const made = await client.generations.video.create({ model: "ray-flash-2", prompt: "a fox" });
  simulator.play({ status: "failed" });

  expect(await client.generations.get(made.id ?? "")).toMatchObject({
    state: "failed",
    failure_reason: "Job errored",
  });
});

test("the official client reads the credits", async () => {
  expect(await client.credits.get()).toEqual({ credit_balance: 4_200 });
});

test.each([
  ["balance", 400],
  ["rate_limited", 429],
  ["moderated", 400],
  ["invalid", 400],
  ["suspended", 403],
])("the official client reads the refusal %s", async (refusal, status) => {
  simulator.play({ refusal });

  const attempt = client.generations.video.create({ model: "ray-2", prompt: "a fox" });

  const error: unknown = await attempt.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(APIError);
  expect(error).toMatchObject({ status, error: { detail: expect.any(String) as string } });
  expect(simulator.submissions()).toBe(1);
});
