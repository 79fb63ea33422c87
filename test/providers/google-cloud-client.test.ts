import {
  ApiError,
  type GenerateVideosParameters,
  GoogleGenAI,
  VideoGenerationReferenceType,
} from "@google/genai";
import * as fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";

import { createGoogleCloud } from "#activities/providers/google/google-cloud.ts";
import google from "#catalog/providers/google.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import {
  cloudProject,
  cloudRegion,
  serviceAccountKey,
  startGoogleCloud,
} from "#test/support/providers/google-cloud.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { validRequest } from "#test/support/providers/random-request.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { lastRequest } from "#test/support/providers/received-requests.ts";
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

const veo = google.models
  .filter(({ service }) => service === "google-cloud")
  .flatMap((model) =>
    model.capabilities.map((capability) => ({ model, capability, id: model.id })),
  );

test.each(veo)(
  "$id for $capability: the official client sends the same request as the adapter",
  async ({ model, capability }) => {
    const adapter = createGoogleCloud();
    const call = callTo(simulator, {
      credential: serviceAccountKey(simulator),
      region: cloudRegion,
    });
    const property = fc.asyncProperty(validRequest(model, capability, {}), async (request) => {
      await adapter.submit(request, call);
      const ofAdapter = sent();
      await client.models.generateVideos(toClient(request.upstreamModel, ofAdapter.body));

      expect(sent()).toEqual(ofAdapter);
    });
    await fc.assert(property, { numRuns: 8 });
  },
);

/** The documents write "asset", the client "ASSET". */
const referenceType = z.string().toLowerCase();
const image = z.object({ bytesBase64Encoded: z.string(), mimeType: z.string() });
const requestSchema = z.looseObject({
  instances: z.tuple([
    z.looseObject({
      prompt: z.string(),
      image: image.optional(),
      lastFrame: image.optional(),
      referenceImages: z.array(z.looseObject({ image, referenceType })).optional(),
    }),
  ]),
  parameters: z.looseObject({ sampleCount: z.int() }),
});

function sent(): { path: string; body: z.output<typeof requestSchema> } {
  const request = lastRequest(simulator);
  return { path: request.url.pathname, body: requestSchema.parse(receivedJson(request)) };
}

/** The client's arguments for a body; what the client does not know is missing in its own body. */
function toClient(
  model: string,
  { instances: [instance], parameters }: z.output<typeof requestSchema>,
): GenerateVideosParameters {
  const { prompt, image: first, lastFrame, referenceImages } = instance;
  const { sampleCount, storageUri, ...config } = parameters;
  const toImage = ({ bytesBase64Encoded, mimeType }: z.output<typeof image>) => ({
    imageBytes: bytesBase64Encoded,
    mimeType,
  });
  return {
    model,
    source: { prompt, ...(first && { image: toImage(first) }) },
    config: {
      ...config,
      numberOfVideos: sampleCount,
      ...(typeof storageUri === "string" && { outputGcsUri: storageUri }),
      ...(lastFrame && { lastFrame: toImage(lastFrame) }),
      ...(referenceImages && {
        referenceImages: referenceImages.map((reference) => ({
          image: toImage(reference.image),
          referenceType: VideoGenerationReferenceType.ASSET,
        })),
      }),
    },
  };
}
