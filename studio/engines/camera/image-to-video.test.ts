import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createRandom } from "#studio/engines/scene/random.ts";
import { findFfmpeg } from "#studio/find-ffmpeg.ts";
import { ensureModels } from "#studio/models/ensure-models.ts";
import { defaultModelsFolder, sha256 } from "#studio/models/packs.ts";

import { cameraMoves, frameLayer, readCameraMove, zoomMax } from "./camera-moves.ts";
import { imageToVideo } from "./image-to-video.ts";

const fox = fileURLToPath(new URL("../../../docs/images/red-fox.webp", import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "camera-"));
  await ensureModels({ folder: defaultModelsFolder, log: () => undefined, ids: ["u2netp"] });
}, 120_000);
afterAll(() => rm(folder, { recursive: true }));

test("films an image with a named camera move; the same request gives the same bytes", async () => {
  const first = await film("pan to the left");
  const second = await film("pan to the left");

  expect(first.output).toMatchObject({ width: 256, height: 144, durationSeconds: 1 });
  expect(first.limitation).toContain("Camera move: pan left");
  expect(first.hash).toBe(second.hash);
}, 120_000);

test("a cancellation stops the film", async () => {
  await expect(film("push in", AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
});

test.each(cameraMoves)("%s never shows the edge of a layer, and the subject moves more", (move) => {
  const random = createRandom(3);
  for (let step = 0; step <= 40; step += 1) {
    const time = { share: step / 40, seconds: step / 10 };
    for (const near of [0, 1] as const) {
      const { zoom, x, y } = frameLayer(move, near, time, random);
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual((zoom - 1) / 2 + 1e-9);
      expect(zoom).toBeLessThanOrEqual(zoomMax);
    }
  }
  const start = { share: 0.1, seconds: 0.4 };
  expect(frameLayer(move, 0, start, random)).not.toEqual(frameLayer(move, 1, start, random));
});

test.each([
  ["slow push in", "push"],
  ["zoom out", "pull"],
  ["pan left", "pan left"],
  ["pan from left to right", "pan right"],
  ["tilt up to the sky", "tilt up"],
  ["orbit around her", "orbit"],
  ["handheld look", "handheld"],
  ["make the dog run", null],
])("reads “%s”", (prompt, move) => {
  expect(readCameraMove(prompt)).toBe(move);
});

test("names every parameter beyond its limits before acceptance", () => {
  const parameters = { durationSeconds: 30, fps: 2, format: "gif" };
  const request = { capability: "image-to-video", model: "m", prompt: "", parameters } as const;

  const issues = imageToVideo.validate?.(request, ["image"]) ?? [];

  expect(issues.map(({ path }) => path)).toEqual([
    "parameters.durationSeconds",
    "parameters.fps",
    "parameters.format",
  ]);
});

async function film(prompt: string, signal = new AbortController().signal) {
  const parameters = { durationSeconds: 1, fps: 8, width: 256, height: 144 };
  const { outputs, engine } = await imageToVideo.run(
    { capability: "image-to-video", model: "m", prompt, parameters },
    {
      seed: 2,
      inputs: [{ kind: "image", path: fox, contentType: "image/webp" }],
      workFolder: folder,
      settings: {
        modelsFolder: defaultModelsFolder,
        ffmpegPath: findFfmpeg(null, process.env["PATH"] ?? ""),
      },
      signal,
      progress: () => undefined,
    },
  );
  const [output] = outputs;
  const hash = sha256(await readFile(output?.path ?? ""));
  return { output, hash, limitation: engine.limitation };
}
