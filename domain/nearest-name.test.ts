import { expect, test } from "vitest";

import { nearestName } from "./nearest-name.ts";

const models = ["flux-2-pro", "flux-2-dev", "flux-schnell", "studio-image", "veo-3.1"];

test.each([
  ["flux-2-proo", "flux-2-pro"],
  ["Flux 2 Pro", "flux-2-pro"],
  ["black-forest-labs/flux-1-schnell", "flux-schnell"],
  ["studio-imgae", "studio-image"],
  ["veo3.1", "veo-3.1"],
])("%s is near %s", (given, name) => {
  expect(nearestName(given, models)).toBe(name);
});

test.each(["dall-e-3", "x", "", "/", "🦊", "flux-2-pro".repeat(1_000_000)])(
  "no name is near to %.20s",
  (given) => {
    expect(nearestName(given, models)).toBeUndefined();
  },
);

test("a short name is near only when it is equal", () => {
  expect(nearestName("n", ["fps"])).toBeUndefined();
  expect(nearestName("FPS", ["fps"])).toBe("fps");
});
