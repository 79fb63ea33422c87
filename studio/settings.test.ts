import { expect, test } from "vitest";

import { defaultModelsFolder } from "./models/packs.ts";
import { loadSettings } from "./settings.ts";

test("uses the documented defaults for an empty environment", () => {
  const settings = loadSettings({});

  expect(settings).toMatchObject({
    host: "127.0.0.1",
    port: 8090,
    concurrency: 2,
    memoryBytesMax: 1_200 * 1024 ** 2,
    queuedMax: 100,
  });
  expect(settings.modelsFolder).toBe(defaultModelsFolder);
});

test("names every invalid variable in one error", () => {
  expect(() => loadSettings({ STUDIO_PORT: "eighty", STUDIO_CONCURRENCY: "99" })).toThrow(
    /STUDIO_PORT: [^]*STUDIO_CONCURRENCY: /,
  );
});

test("treats an empty variable as unset", () => {
  expect(loadSettings({ STUDIO_PORT: "", FFMPEG_PATH: "" })).toMatchObject({
    port: 8090,
    ffmpegPath: null,
  });
});
