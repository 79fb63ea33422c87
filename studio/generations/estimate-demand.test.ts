import { expect, test } from "vitest";

import type { Capability, InputKind } from "#studio/capability.ts";
import type { GenerationParameters } from "#studio/engine.ts";

import { estimateDemand } from "./estimate-demand.ts";

/** Memory of all workers by default. */
const bytesMax = (1_200 - 170) * 1024 ** 2;

const demandOf = (
  capability: Capability,
  parameters: GenerationParameters = {},
  input?: { readonly kind: InputKind; readonly bytes: number },
) =>
  estimateDemand(
    {
      model: "m",
      capability,
      prompt: "a fox",
      parameters,
      inputs: input ? [{ kind: input.kind, sha256: "0" }] : [],
    },
    input ? [input.bytes] : [],
  );

test.each<[string, ReturnType<typeof demandOf>]>([
  ["the largest film", demandOf("text-to-video", { width: 1920, height: 1080 })],
  ["a film from an image", demandOf("image-to-video")],
  ["a video that is edited", demandOf("video-editing", {}, { kind: "video", bytes: 1 })],
  ["a long English recording", demandOf("speech-to-text", {}, { kind: "audio", bytes: 2e6 })],
])("%s is long and leaves memory for an image of the usual size", (_name, demand) => {
  const image = demandOf("text-to-image");

  expect([demand.isLong, image.isLong]).toEqual([true, false]);
  expect(demand.bytes + image.bytes).toBeLessThanOrEqual(bytesMax);
});

test("speech and 3D models are short, and leave memory for a film of the usual size", () => {
  for (const demand of [demandOf("text-to-speech"), demandOf("text-to-3d")]) {
    expect(demand.isLong).toBe(false);
    expect(demand.bytes + demandOf("text-to-video").bytes).toBeLessThanOrEqual(bytesMax);
  }
});

test("work on a video is long, and on a short recording or an image is not", () => {
  const kinds: InputKind[] = ["video", "audio", "image"];

  const demands = kinds.map((kind) => demandOf("enhancement", {}, { kind, bytes: 1_000 }));

  expect(demands.map(({ isLong }) => isLong)).toEqual([true, false, false]);
});
