import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import sharp, { type OverlayOptions } from "sharp";

import type { Engine } from "../../studio/engine.ts";
import { textTo3d } from "../../studio/engines/model3d/text-to-3d.ts";
import { textToImage } from "../../studio/engines/scene/text-to-image.ts";
import type { GradedSet } from "./graded-sets.ts";

const engines: Readonly<Record<GradedSet["capability"], Engine>> = {
  "text-to-image": textToImage,
  "text-to-3d": textTo3d,
};

const seed = 7;
const drawnSize = 768;
const tile = 136;
const gap = 4;
const columns = 8;

/** Draws the prompts of a set in rows of eight, as WebP. Prompts that are refused leave an empty tile. */
export async function drawSheet(set: GradedSet): Promise<Buffer> {
  const rows = Math.ceil(set.prompts.length / columns);
  const step = tile + gap;
  const tiles: OverlayOptions[] = [];
  for (const [index, [prompt]] of set.prompts.entries()) {
    const input = await drawTile(engines[set.capability], set, prompt);
    if (!input) continue;
    tiles.push({ input, left: (index % columns) * step, top: Math.floor(index / columns) * step });
  }
  const size = { width: columns * step - gap, height: rows * step - gap };
  return sharp({ create: { ...size, channels: 3, background: "#ffffff" } })
    .composite(tiles)
    .webp({ quality: 68 })
    .toBuffer();
}

async function drawTile(
  engine: Engine,
  { capability }: GradedSet,
  prompt: string,
): Promise<Buffer | null> {
  const workFolder = await mkdtemp(join(tmpdir(), "studio-quality-"));
  const isImage = capability === "text-to-image";
  const parameters = isImage ? { width: drawnSize, height: drawnSize } : {};
  try {
    const { outputs } = await engine.run(
      { model: isImage ? "studio-image" : "studio-3d", capability, prompt, parameters },
      {
        seed,
        inputs: [],
        workFolder,
        settings: { modelsFolder: workFolder, ffmpegPath: null },
        signal: new AbortController().signal,
        progress: () => undefined,
      },
    );
    const shown = outputs.findLast(({ contentType }) => contentType.startsWith("image/"));
    return shown ? await sharp(shown.path).resize(tile, tile).png().toBuffer() : null;
  } catch (error) {
    process.stderr.write(`${prompt}: ${error instanceof Error ? error.message : String(error)}\n`);
    return null;
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}
