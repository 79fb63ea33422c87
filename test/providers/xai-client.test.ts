import { createXai } from "@ai-sdk/xai";
import OpenAI from "openai";
import { expect, onTestFinished, test } from "vitest";

import { mediaFile } from "#test/support/providers/media-files.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";
import { startXai } from "#test/support/providers/xai.ts";

/** Tests the simulated provider with the two clients for JavaScript in the vendor's documentation. */
const simulator = useSimulator(startXai);
const clientOf = ({ url }: { url: string }) => createXai({ apiKey: simulatorKey, baseURL: url });

const imageRequest = {
  prompt: "a fox",
  size: undefined,
  aspectRatio: "16:9",
  seed: undefined,
  files: undefined,
  mask: undefined,
  providerOptions: { xai: { resolution: "1k" } },
} as const;

/** Starts a video and returns its status when it is no longer pending. */
async function film({ url }: { url: string }) {
  const model = clientOf({ url }).video("grok-imagine-video");
  if (model.doStart === undefined || model.doStatus === undefined) {
    throw new Error("the client has no videos that are polled");
  }
  const { operation } = await model.doStart({
    prompt: "a fox",
    n: 1,
    aspectRatio: "16:9",
    resolution: "1280x720",
    duration: 4,
    fps: undefined,
    seed: undefined,
    frameImages: undefined,
    inputReferences: undefined,
    generateAudio: undefined,
    image: undefined,
    providerOptions: {},
  });
  expect(await model.doStatus({ operation })).toMatchObject({ status: "pending" });
  return model.doStatus({ operation });
}

test("the client draws images, with their cost", async () => {
  const model = clientOf(simulator).image("grok-imagine-image");

  const { images, providerMetadata } = await model.doGenerate({ ...imageRequest, n: 2 });

  expect(images).toHaveLength(2);
  expect(Buffer.from(String(images[0]), "base64").equals(mediaFile("jpg"))).toBe(true);
  expect(providerMetadata?.["xai"]).toMatchObject({ costInUsdTicks: 400_000_000 });
});

test.each([1, 3])("the client edits %s images", async (count) => {
  const file = { type: "file", mediaType: "image/png", data: mediaFile("png") } as const;
  const files = Array.from({ length: count }, () => file);
  const model = clientOf(simulator).image("grok-imagine-image");

  const { images } = await model.doGenerate({ ...imageRequest, n: 1, files });

  expect(images).toHaveLength(1);
  expect(simulator.requests.at(-1)?.url.pathname).toBe("/v1/images/edits");
});

test.each([{}, { isTerse: true }])("the client films and polls: %j", async (options) => {
  const filming = await startXai(options);
  onTestFinished(async () => filming.close());

  expect(await film(filming)).toMatchObject({
    status: "completed",
    videos: [{ type: "url", mediaType: "video/mp4" }],
    providerMetadata: { xai: { duration: 4, costInUsdTicks: 2_000_000_000 } },
  });
});

test("the client recognizes moderated results", async () => {
  const moderating = await startXai({ isModerated: true });
  onTestFinished(async () => moderating.close());
  const drawing = clientOf(moderating).image("grok-imagine-image");

  const image = drawing.doGenerate({ ...imageRequest, n: 1 });

  await expect(image).rejects.toThrow("content policy violation");
  expect(await film(moderating)).toMatchObject({
    status: "error",
    error: expect.stringContaining("content policy violation"),
  });
});

test("the OpenAI client, which the vendor's pages show, draws an image", async () => {
  const client = new OpenAI({ apiKey: simulatorKey, baseURL: simulator.url, maxRetries: 0 });

  const { data } = await client.images.generate({
    model: "grok-imagine-image",
    prompt: "a fox",
    response_format: "b64_json",
  });

  expect(data?.[0]?.b64_json).toBe(mediaFile("jpg").toString("base64"));
});

test.each([
  ["balance", "used all available credits"],
  ["rate_limited", "Too many requests"],
  ["moderated", "content moderation"],
  ["invalid", "Argument not supported"],
  ["no_model", "does not exist"],
])("the client reads the refusal %s", async (refusal, message) => {
  simulator.play({ refusal });

  const attempt = clientOf(simulator)
    .image("grok-imagine-image")
    .doGenerate({ ...imageRequest, n: 1 });

  await expect(attempt).rejects.toThrow(message);
  expect(simulator.submissions()).toBe(1);
});
