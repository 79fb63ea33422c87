import { expect, test } from "vitest";

import { assetKindOf, isOfInputKind } from "./asset.ts";
import { contentTypes } from "./capability.ts";

test.each([
  ["image/png", "image"],
  ["video/mp4", "video"],
  ["audio/mpeg", "audio"],
  ["model/gltf-binary", "3d"],
  ["text/html", null],
  ["application/octet-stream", null],
  ["", null],
])("a file of type %s is an asset of kind %s", (mediaType, kind) => {
  expect(assetKindOf(mediaType)).toBe(kind);
  if (kind !== null) expect(contentTypes).toContain(kind);
});

test.each([
  ["image/png", "image", true],
  ["image/png", "mask", true],
  ["image/png", "video", false],
  ["video/mp4", "video", true],
  ["video/mp4", "audio", true],
  ["video/webm", "audio", true],
  ["video/quicktime", "audio", false],
  ["audio/wav", "audio", true],
  ["audio/wav", "image", false],
  ["model/gltf-binary", "image", false],
] as const)("a file of type %s as an input of kind %s: %s", (mediaType, kind, fits) => {
  expect(isOfInputKind(mediaType, kind)).toBe(fits);
});
