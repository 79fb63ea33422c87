import RunwayML, { APIError, toFile } from "@runwayml/sdk";
import { beforeEach, expect, test } from "vitest";

import { mediaFile } from "#test/support/providers/media-files.ts";
import { startRunway } from "#test/support/providers/runway.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

/** Tests the simulated provider with the provider's official client. */
const simulator = useSimulator(startRunway);
let client: RunwayML;
beforeEach(() => {
  client = new RunwayML({ apiKey: simulatorKey, baseURL: simulator.url, maxRetries: 0 });
});

test("the official client makes a video from text and downloads it", async () => {
  const { id } = await client.textToVideo.create({
    model: "gen4.5",
    promptText: "a fox",
    ratio: "1280:720",
    duration: 5,
  });

  const running = await client.tasks.retrieve(id);
  const done = await client.tasks.retrieve(id).waitForTaskOutput();

  expect(running).toMatchObject({ status: "RUNNING", progress: 0.5 });
  const [address = ""] = done.output;
  const bytes = Buffer.from(await (await fetch(address)).arrayBuffer());
  expect(bytes.equals(mediaFile("mp4"))).toBe(true);
  expect(simulator.submissions()).toBe(1);
});

test("the official client uploads an image and animates it", async () => {
  const file = await toFile(mediaFile("png"), "image.png", { type: "image/png" });

  const { uri } = await client.uploads.createEphemeral({ file });
  const { id } = await client.imageToVideo.create({
    model: "gen4_turbo",
    promptImage: uri,
    ratio: "960:960",
  });

  expect(uri).toMatch(/^runway:/);
  expect(id).not.toBe("");
});

test("the official client makes a video with sound from a first frame at its place", async () => {
  const promptImage = [{ uri: "https://example.com/first.png", position: "first" as const }];

  const tasks = await Promise.all([
    client.imageToVideo.create({
      model: "seedance2_mini",
      promptImage,
      ratio: "1280:720",
      duration: 4,
      audio: true,
    }),
    client.imageToVideo.create({
      model: "wan3",
      promptText: "a fox",
      promptImage,
      ratio: "auto_720p",
      duration: 5,
      audio: true,
    }),
    client.textToVideo.create({ model: "wan3", promptText: "a fox", ratio: "1280:720" }),
  ]);

  expect(new Set(tasks.map(({ id }) => id)).size).toBe(3);
});

test("the official client makes and edits an image, animates a performance and upscales", async () => {
  const uri = "https://example.com/file";

  const tasks = await Promise.all([
    client.textToImage.create({
      model: "gen4_image",
      promptText: "a fox",
      ratio: "1920:1080",
      referenceImages: [{ uri, tag: "fox" }],
    }),
    client.videoToVideo.create({ model: "aleph2", videoUri: uri, keyframes: [{ uri, at: 0 }] }),
    client.characterPerformance.create({
      model: "act_two",
      character: { type: "image", uri },
      reference: { type: "video", uri },
    }),
    client.imageUpscale.create({ model: "magnific_precision_upscaler_v2", imageUri: uri }),
  ]);

  expect(new Set(tasks.map(({ id }) => id)).size).toBe(4);
});

test("the official client cancels a task, which no longer exists afterwards", async () => {
  const { id } = await client.textToImage.create({
    model: "gen4_image",
    promptText: "a fox",
    ratio: "1024:1024",
  });

  await client.tasks.delete(id);

  await expect(client.tasks.retrieve(id)).rejects.toMatchObject({ status: 404 });
});

test("the official client reads the balance", async () => {
  expect(await client.organization.retrieve()).toMatchObject({ creditBalance: 1_000 });
});

test.each([
  ["balance", 400],
  ["rate_limited", 429],
  ["daily_limit", 429],
  ["invalid", 400],
  ["sheds_load", 503],
])("the official client reads the refusal %s", async (refusal, status) => {
  simulator.play({ refusal });

  const attempt = client.textToVideo.create({
    model: "gen4.5",
    promptText: "a fox",
    ratio: "1280:720",
    duration: 5,
  });

  const error: unknown = await attempt.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(APIError);
  expect(error).toMatchObject({ status });
  expect(simulator.submissions()).toBe(1);
});
