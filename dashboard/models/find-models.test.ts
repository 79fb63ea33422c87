import { expect, test } from "vitest";

import { findModels } from "./find-models.ts";

const texts = {
  descriptions: { "Photoreal pictures.": "Fotorealistische Bilder und Änderungen." },
  capabilities: { "text-to-image": "Text zu Bild" },
};
const flux = {
  id: "flux-2",
  displayName: "FLUX.2",
  providerName: "Black Forest Labs",
  description: "Photoreal pictures.",
  capabilities: ["text-to-image" as const],
};
/** A model of an operator, whose description is not translated. */
const own = { ...flux, id: "own-1", displayName: "Own", description: "Bilder aus Wien." };

test.each([
  ["fotorealistisch", ["flux-2"]],
  ["ÄNDERUNGEN flux", ["flux-2"]],
  ["photoreal", ["flux-2"]],
  ["wien", ["own-1"]],
  [" text zu bild ", ["flux-2", "own-1"]],
  ["flux video", []],
])("a German search for %j finds %j", (search, ids) => {
  expect(findModels([flux, own], search, texts).map(({ id }) => id)).toEqual(ids);
});
