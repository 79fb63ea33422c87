import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import sharp from "sharp";

import type { EngineContext } from "../../studio/engine.ts";
import { runFfmpeg } from "../../studio/engines/ffmpeg.ts";
import { findMatte } from "../../studio/engines/matte/find-matte.ts";
import { readRaster } from "../../studio/engines/raster.ts";
import { loadSprite } from "../../studio/engines/scene/drawings/sprites.ts";
import { readPrompt } from "../../studio/engines/scene/reading/read-prompt.ts";
import { buildScene, paintStill } from "../../studio/engines/scene/scene.ts";
import { upscaling } from "../../studio/engines/upscaling/upscaling.ts";
import { findFfmpeg } from "../../studio/find-ffmpeg.ts";
import { ensureModels } from "../../studio/models/ensure-models.ts";
import { defaultModelsFolder } from "../../studio/models/packs.ts";

/**
 * Process: measures upscaling against a Lanczos filter (PSNR by ffmpeg) and mattes against known outlines
 * (intersection over union), and writes pictures.json next to it.
 */
const photo = fileURLToPath(
  new URL("../../studio/engines/vision/fixtures/astronaut.webp", import.meta.url),
);
const drawn = ["a fox in a snowy forest", "a street in Paris with a cafe", "a bowl of fruit"];
const outlined = [
  ["🦊", "a meadow"],
  ["🐕", "a beach"],
  ["🚗", "a city street"],
  ["🏺", "a room"],
  ["🐧", "the arctic"],
  ["🦒", "a desert"],
  ["🚲", "a park"],
  ["🌻", "a garden"],
] as const;

// oxlint-disable-next-line node/no-process-env -- ffmpeg may be on the path
const ffmpegPath = findFfmpeg(null, process.env["PATH"] ?? "");
if (ffmpegPath === null) throw new Error("ffmpeg is needed.");
const { missing } = await ensureModels({
  folder: defaultModelsFolder,
  log: (line) => console.log(line),
  ids: ["u2netp"],
});
if (missing.length > 0) throw new Error("The packs are needed.");
const workFolder = await mkdtemp(join(tmpdir(), "studio-pictures-"));

const enlarged = [];
for (const { name, picture, edge } of await listPictures()) {
  for (const scale of [2, 4]) {
    const small = join(workFolder, "small.png");
    const lanczos = join(workFolder, "lanczos.png");
    const original = join(workFolder, "original.png");
    await sharp(picture).png().toFile(original);
    const size = Math.round(edge / scale);
    await sharp(picture).resize(size, size, { kernel: "lanczos3" }).png().toFile(small);
    await sharp(small).resize(edge, edge, { kernel: "lanczos3" }).png().toFile(lanczos);
    const request = {
      capability: "upscaling",
      model: "studio-upscale",
      prompt: "",
      parameters: { scale },
    } as const;
    const { outputs } = await upscaling.run(request, contextOf(small));
    enlarged.push({
      name,
      scale,
      lanczosDb: await measurePsnr(lanczos, original),
      studioDb: await measurePsnr(outputs[0]?.path ?? "", original),
    });
    console.log(enlarged.at(-1));
  }
}

const mattes = [];
for (const [emoji, place] of outlined) {
  const { path, alpha } = await drawSubject(emoji, place);
  const matte = await findMatte(await readRaster(path, 2048), contextOf());
  mattes.push({ emoji, place, overlap: Number(overlapOf(matte, alpha).toFixed(3)) });
  console.log(mattes.at(-1));
}
await rm(workFolder, { recursive: true });
const target = fileURLToPath(new URL("pictures.json", import.meta.url));
await writeFile(target, `${JSON.stringify({ enlarged, mattes }, null, 2)}\n`);

/** Square images whose edges are multiples of 4; the photo is a crop in its own resolution. */
async function listPictures(): Promise<{ name: string; picture: Buffer; edge: number }[]> {
  const crop = { width: 176, height: 176, left: 2, top: 12 };
  const pictures: { name: string; picture: Buffer; edge: number }[] = [
    {
      name: "photo of an astronaut",
      picture: await sharp(photo).extract(crop).png().toBuffer(),
      edge: crop.width,
    },
  ];
  const edge = 512;
  for (const name of drawn) {
    const scene = await buildScene(readPrompt(name), { width: edge, height: edge }, 7);
    pictures.push({ name, picture: paintStill(scene).toBuffer("image/png"), edge });
  }
  return pictures;
}

function contextOf(path?: string): EngineContext {
  return {
    seed: 7,
    inputs: path === undefined ? [] : [{ kind: "image", path, contentType: "image/png" }],
    workFolder,
    settings: { modelsFolder: defaultModelsFolder, ffmpegPath },
    signal: new AbortController().signal,
    progress: () => undefined,
  };
}

async function measurePsnr(path: string, original: string): Promise<number> {
  const filter = "[0]format=rgb24[a];[1]format=rgb24[b];[a][b]psnr";
  const report = await runFfmpeg(
    ["-i", path, "-i", original, "-lavfi", filter, "-f", "null", "-"],
    { ffmpegPath: ffmpegPath ?? "", signal: new AbortController().signal },
  );
  return Number(/average:([\d.]+)/u.exec(report.text)?.[1] ?? Number.NaN);
}

/** Draws art with a known outline into a place. */
async function drawSubject(emoji: string, place: string) {
  const size = { width: 480, height: 360 };
  const scene = paintStill(await buildScene(readPrompt(place), size, 3)).toBuffer("image/png");
  const art = await sharp((await loadSprite(emoji)).toBuffer("image/png"))
    .resize({ height: 220 })
    .png()
    .toBuffer({ resolveWithObject: true });
  const placed = [
    { input: art.data, left: Math.round((size.width - art.info.width) / 2), top: 100 },
  ];
  const path = join(workFolder, "subject.png");
  await sharp(scene).composite(placed).png().toFile(path);
  const empty = { ...size, channels: 4, background: "#00000000" } as const;
  const outline = sharp({ create: empty }).composite(placed).png();
  const alpha = await sharp(await outline.toBuffer())
    .extractChannel("alpha")
    .raw()
    .toBuffer();
  return { path, alpha };
}

/** Intersection over union of the areas that are more than half opaque. */
function overlapOf(matte: Uint8Array, alpha: ArrayLike<number>): number {
  let [both, either] = [0, 0];
  for (const [index, value] of matte.entries()) {
    const [one, other] = [value >= 128, (alpha[index] ?? 0) >= 128];
    if (one && other) both += 1;
    if (one || other) either += 1;
  }
  return both / either;
}
