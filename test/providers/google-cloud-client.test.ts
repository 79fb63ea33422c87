import { ApiError, GoogleGenAI } from "@google/genai";
import { beforeEach, expect, test } from "vitest";

import {
  cloudProject,
  cloudRegion,
  serviceAccountKey,
  startGoogleCloud,
} from "#test/support/providers/google-cloud.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

/** Tests the simulated provider with the provider's official client. */
const simulator = useSimulator(async () => startGoogleCloud());
let client: GoogleGenAI;
beforeEach(() => {
  const key = JSON.parse(serviceAccountKey(simulator)) as Record<string, string>;
  client = new GoogleGenAI({
    vertexai: true,
    project: cloudProject,
    location: cloudRegion,
    apiVersion: "v1",
    httpOptions: { baseUrl: new URL(simulator.url).origin },
    googleAuthOptions: {
      credentials: key,
      // The client has a fixed token URL and ignores the one in the key.
      clientOptions: {
        transporterOptions: {
          fetchImplementation: async (_address, init) => fetch(key["token_uri"] ?? "", init),
        },
      },
    },
  });
});

const imageBytes = mediaFile("png").toString("base64");

test("the official client gets a token, makes a video from two frames and waits for it", async () => {
  const operation = await client.models.generateVideos({
    model: "veo-3.1-fast-generate-001",
    source: { prompt: "a red fox in the snow", image: { imageBytes, mimeType: "image/png" } },
    config: {
      numberOfVideos: 1,
      durationSeconds: 4,
      resolution: "1080p",
      aspectRatio: "16:9",
      generateAudio: false,
      lastFrame: { imageBytes, mimeType: "image/png" },
    },
  });
  const first = await client.operations.getVideosOperation({ operation });
  const second = await client.operations.getVideosOperation({ operation: first });

  expect([operation.done, first.done, second.done]).toEqual([undefined, undefined, true]);
  const video = second.response?.generatedVideos?.[0]?.video;
  expect(Buffer.from(video?.videoBytes ?? "", "base64").equals(mediaFile("mp4"))).toBe(true);
  expect(video?.mimeType).toBe("video/mp4");
});

test("the official client reads filtered content", async () => {
  const operation = await client.models.generateVideos({
    model: "veo-3.1-generate-001",
    source: { prompt: "a red fox in the snow" },
    config: { generateAudio: false },
  });
  simulator.play({ status: "filtered" });

  const { done, response } = await client.operations.getVideosOperation({ operation });

  expect([done, response?.raiMediaFilteredCount, response?.generatedVideos]).toEqual([
    true,
    1,
    undefined,
  ]);
});

test.each([
  ["moderated", 400],
  ["balance", 403],
  ["rate_limited", 429],
  ["no_model", 404],
])("the official client reads the refusal %s", async (refusal, status) => {
  simulator.play({ refusal });

  const attempt = client.models.generateVideos({
    model: "veo-3.1-generate-001",
    source: { prompt: "a red fox in the snow" },
  });

  const error: unknown = await attempt.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status });
});
