import {
  ApiError,
  GoogleGenAI,
  type Content,
  type ImageConfig,
  type Interactions,
} from "@google/genai";
import { beforeEach, expect, expectTypeOf, test } from "vitest";
import type { z } from "zod";

import { generateSchema, interactionSchema, startGoogle } from "#test/support/providers/google.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

/** Tests the simulated provider with the provider's official client. */
const simulator = useSimulator(startGoogle);
let client: GoogleGenAI;
beforeEach(() => {
  const baseUrl = new URL(simulator.url).origin;
  client = new GoogleGenAI({
    apiKey: simulatorKey,
    apiVersion: "v1beta",
    httpOptions: { baseUrl },
  });
});

const data = mediaFile("png").toString("base64");

test("the official client lists models", async () => {
  const names: (string | undefined)[] = [];
  for await (const { name } of await client.models.list()) names.push(name);

  expect(names).toContain("models/gemini-3-pro-image");
});

test("the official client makes an image", async () => {
  const response = await client.models.generateContent({
    model: "gemini-3-pro-image",
    contents: [{ inlineData: { mimeType: "image/png", data } }, "in winter"],
    config: {
      responseModalities: ["IMAGE"],
      imageConfig: { aspectRatio: "16:9", imageSize: "2K" },
    },
  });

  const parts = response.candidates?.[0]?.content?.parts ?? [];
  const picture = parts.find(({ thought }) => thought !== true)?.inlineData;
  expect(Buffer.from(picture?.data ?? "", "base64").equals(mediaFile("png"))).toBe(true);
  expect(response.responseId).toBe("resp_sim");
});

test("the official client analyzes an image", async () => {
  const response = await client.models.generateContent({
    model: "gemini-3.8-flash",
    contents: [{ inlineData: { mimeType: "image/png", data } }, "What is this?"],
  });

  expect(response.text).toBe("A red fox.");
});

test("the official client makes a video and downloads it with its key", async () => {
  const { id, status } = await client.interactions.create({
    model: "gemini-omni-1.1-flash",
    input: [
      { type: "image", mime_type: "image/png", data },
      { type: "text", text: "it runs" },
    ],
    background: true,
    store: true,
    generation_config: { video_config: { task: "image_to_video" } },
    response_format: { type: "video", delivery: "uri", aspect_ratio: "9:16", duration: "5s" },
  });
  const first = await client.interactions.get(id);
  const second = await client.interactions.get(id);

  expect([status, first.status, second.status]).toEqual([
    "in_progress",
    "in_progress",
    "completed",
  ]);
  const uri = second.output_video?.uri ?? "";
  expect((await fetch(uri)).status).toBe(400);
  const file = await fetch(uri, { headers: { "x-goog-api-key": simulatorKey } });
  expect(Buffer.from(await file.arrayBuffer()).equals(mediaFile("mp4"))).toBe(true);
});

test("the official client cancels an interaction", async () => {
  const { id } = await client.interactions.create({
    model: "gemini-omni-1.1-flash",
    input: "a fox",
    background: true,
    response_format: { type: "video" },
  });

  expect((await client.interactions.cancel(id)).status).toBe("cancelled");
  expect((await client.interactions.get(id)).status).toBe("cancelled");
});

test.each([
  ["balance", 429],
  ["rate_limited", 429],
  ["retired", 404],
  ["busy", 503],
])("the official client reads the refusal %s", async (refusal, status) => {
  simulator.play({ refusal });

  const attempt = client.models.generateContent({ model: "gemini-3-pro-image", contents: "a fox" });

  const error: unknown = await attempt.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status });
  expect(simulator.submissions()).toBe(1);
});

test("the official client reads blocked content", async () => {
  simulator.play({ refusal: "moderated" });

  const response = await client.models.generateContent({
    model: "gemini-3-pro-image",
    contents: "a fox",
  });

  expect(response.candidates?.[0]?.finishReason).toBe("IMAGE_SAFETY");
});

test("the bodies that the simulator accepts have the types of the official client", () => {
  type Generate = z.input<typeof generateSchema>;
  type Create = z.input<typeof interactionSchema>;

  expectTypeOf<Create>().toExtend<Interactions.CreateModelInteractionParamsNonStreaming>();
  expectTypeOf<Generate["contents"]>().toExtend<Content[]>();
  type Drawn = NonNullable<NonNullable<Generate["generationConfig"]>["imageConfig"]>;
  expectTypeOf<keyof Drawn>().toExtend<keyof ImageConfig>();
});
