import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import sharp, { type OverlayOptions } from "sharp";

import type { Engine, GenerationParameters } from "../../studio/engine.ts";
import { runFfmpeg } from "../../studio/engines/ffmpeg.ts";
import { textTo3d } from "../../studio/engines/model3d/text-to-3d.ts";
import { textToImage } from "../../studio/engines/scene/text-to-image.ts";
import { textToVideo } from "../../studio/engines/scene/text-to-video.ts";
import { findFfmpeg } from "../../studio/find-ffmpeg.ts";
import type { GradedSet } from "./graded-sets.ts";

/** How the prompts of a capability are drawn, and shown as tiles of a sheet. */
interface Drawing {
  readonly engine: Engine;
  readonly model: string;
  readonly parameters: GenerationParameters;
  readonly columns: number;
  readonly tile: { readonly width: number; readonly height: number };
}

const square = { columns: 8, tile: { width: 136, height: 136 } };
/** Moments of a film that are shown side by side. */
const moments = 4;

const drawings: Readonly<Record<GradedSet["capability"], Drawing>> = {
  "text-to-image": {
    engine: textToImage,
    model: "studio-image",
    parameters: { width: 768, height: 768 },
    ...square,
  },
  "text-to-video": {
    engine: textToVideo,
    model: "studio-video",
    parameters: { width: 512, height: 288, durationSeconds: 4, fps: 8 },
    columns: 2,
    tile: { width: moments * 136, height: 76 },
  },
  "text-to-3d": { engine: textTo3d, model: "studio-3d", parameters: {}, ...square },
};

const seed = 7;
const gap = 4;
const ffmpegPath = findFfmpeg(null, "");

/** Draws the prompts of a set in the order of the page, as WebP. Prompts that are refused leave an empty tile. */
export async function drawSheet(set: GradedSet): Promise<Buffer> {
  const drawing = drawings[set.capability];
  const { columns, tile } = drawing;
  const rows = Math.ceil(set.prompts.length / columns);
  const tiles: OverlayOptions[] = [];
  for (const [index, [prompt]] of set.prompts.entries()) {
    const input = await drawTile(drawing, set, prompt);
    if (!input) continue;
    tiles.push({
      input,
      left: (index % columns) * (tile.width + gap),
      top: Math.floor(index / columns) * (tile.height + gap),
    });
  }
  const size = {
    width: columns * (tile.width + gap) - gap,
    height: rows * (tile.height + gap) - gap,
  };
  return sharp({ create: { ...size, channels: 3, background: "#ffffff" } })
    .composite(tiles)
    .webp({ quality: 68 })
    .toBuffer();
}

async function drawTile(
  { engine, model, parameters, tile }: Drawing,
  { capability }: GradedSet,
  prompt: string,
): Promise<Buffer | null> {
  const workFolder = await mkdtemp(join(tmpdir(), "studio-quality-"));
  const signal = new AbortController().signal;
  try {
    const { outputs } = await engine.run(
      { model, capability, prompt, parameters },
      {
        seed,
        inputs: [],
        workFolder,
        settings: { modelsFolder: workFolder, ffmpegPath },
        signal,
        progress: () => undefined,
      },
    );
    const shown = outputs.findLast(({ contentType }) => /^(?:image|video)\//.test(contentType));
    if (!shown) return null;
    const picture = shown.contentType.startsWith("video/")
      ? await showMoments(shown.path, workFolder, signal)
      : shown.path;
    return await sharp(picture).resize(tile.width, tile.height, { fit: "fill" }).png().toBuffer();
  } catch (error) {
    process.stderr.write(`${prompt}: ${error instanceof Error ? error.message : String(error)}\n`);
    return null;
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

/** Writes moments of a film side by side, at equal distances. */
async function showMoments(path: string, folder: string, signal: AbortSignal): Promise<string> {
  if (ffmpegPath === null) throw new Error("No ffmpeg on this machine.");
  const strip = join(folder, "moments.png");
  // 32 frames: the 1st, the 11th, the 21st and the 31st.
  const filter = `select='not(mod(n,10))',tile=${moments}x1`;
  const { status, text } = await runFfmpeg(["-i", path, "-vf", filter, "-frames:v", "1", strip], {
    ffmpegPath,
    signal,
  });
  if (status !== 0) throw new Error(text);
  return strip;
}
