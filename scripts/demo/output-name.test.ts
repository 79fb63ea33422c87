import { expect, test } from "vitest";

import { outputName } from "./output-name.ts";

test.each([
  ["a red fox in a snowy forest at night", "image/png", "a-red-fox-in-a-snowy-forest-at-night.png"],
  ['say "Hello, world!"', "audio/wav; codecs=1", "say-hello-world.wav"],
  ["../../etc/passwd", "text/plain", "etc-passwd.txt"],
  ["ein grüner Frosch", "model/gltf-binary", "ein-gruner-frosch.glb"],
  ["🦊", "application/x-new", "output.bin"],
])("%s of %s is saved as %s", (sentence, contentType, name) => {
  expect(outputName(sentence, contentType)).toBe(name);
});

test("a long sentence is cut at a word boundary", () => {
  const name = outputName("word ".repeat(50), "video/mp4");

  expect(name).toBe("word-word-word-word-word-word-word-word-word.mp4");
});
