import { join } from "node:path";

import type {
  Engine,
  EngineContext,
  EngineDescription,
  EngineRequest,
  EngineResult,
} from "#studio/engine.ts";
import type { Raster } from "#studio/engines/raster.ts";
import { findImageFormat, imageFormats, readRaster, writeRaster } from "#studio/engines/raster.ts";
import type { Issue } from "#studio/errors.ts";
import { StudioError } from "#studio/errors.ts";

import { chooseScale, scaleMax, scaleMin } from "./choose-scale.ts";
import { enlargeVideo } from "./enlarge-video.ts";
import { doubleSize } from "./enlarge.ts";
import { matchSource, resizePixels } from "./match-source.ts";

const neural: EngineDescription = {
  name: "esrgan",
  tier: "neural",
  limitation: "Super-resolution (ESRGAN) sharpens what is there; it invents no faces or text",
};

/** Input limits for one and two rounds of doubling, each about a minute of work for one core. */
const inputPixelsMax = { once: 4_000_000, twice: 1_000_000 };
const inputEdgeMax = 8192;

/** Enlarges images up to four times with a neural network, and videos with a Lanczos filter. */
export const upscaling: Engine = {
  capability: "upscaling",

  describe: async () => ({ engine: neural, available: true }),

  validate,

  async run(request, context): Promise<EngineResult> {
    const image = context.inputs.find(({ kind }) => kind === "image");
    if (image) return enlargeImage(image.path, request, context);
    const video = context.inputs.find(({ kind }) => kind === "video");
    if (video) return enlargeVideo(video.path, request.parameters, context);
    throw new StudioError("invalid_input", "An image or a video is needed.");
  },
};

function validate({ parameters }: EngineRequest): readonly Issue[] {
  const issues: Issue[] = [];
  const { scale, format } = parameters;
  if (scale !== undefined && (scale < scaleMin || scale > scaleMax)) {
    issues.push({
      path: "parameters.scale",
      message: `expected more than ${scaleMin} and at most ${scaleMax}`,
    });
  }
  if (format !== undefined && !findImageFormat(format) && !/^\.?mp4$/iu.test(format)) {
    issues.push({
      path: "parameters.format",
      message: `expected one of ${imageFormats.join(", ")}, or mp4 for a video`,
    });
  }
  return issues;
}

async function enlargeImage(
  path: string,
  { parameters }: EngineRequest,
  context: EngineContext,
): Promise<EngineResult> {
  context.progress(0, "reading");
  const source = await readRaster(path, inputEdgeMax);
  const scale = chooseScale(parameters, source);
  const rounds = scale > 2 ? 2 : 1;
  const pixelsMax = rounds === 1 ? inputPixelsMax.once : inputPixelsMax.twice;
  if (source.width * source.height > pixelsMax) {
    const megapixels = (source.width * source.height) / 1e6;
    throw new StudioError(
      "invalid_input",
      `The image has ${megapixels.toFixed(1)} megapixels; ` +
        `${inputPixelsMax.once / 1e6} can be doubled and ${inputPixelsMax.twice / 1e6} made four times as large.`,
    );
  }

  const enlarged = await enlargeRaster(source, scale, rounds, context);
  context.progress(0.98, "writing");
  const format = findImageFormat(parameters.format) ?? "png";
  const output = join(context.workFolder, `0.${format}`);
  const description = `Enlarged ${scale.toFixed(2)} times by a neural network`;
  await writeRaster(enlarged, output, { format, engine: neural.name, description });
  const { width, height } = enlarged;
  return {
    engine: neural,
    outputs: [{ path: output, contentType: `image/${format}`, width, height }],
  };
}

/**
 * Doubles once or twice, corrects against the source and resizes to the requested size. Enlarges
 * the alpha channel with a Lanczos filter.
 */
export async function enlargeRaster(
  source: Raster,
  scale: number,
  rounds: 1 | 2,
  context: EngineContext,
): Promise<Raster> {
  // The second round processes four times as many pixels as the first.
  const work = rounds === 1 ? [1] : [0.2, 0.8];
  let pixels = { width: source.width, height: source.height, rgb: source.rgb };
  for (const [round, share] of work.entries()) {
    const before = work.slice(0, round).reduce((sum, part) => sum + part, 0);
    pixels = await doubleSize(pixels, (done) => {
      context.signal.throwIfAborted();
      context.progress(0.02 + 0.95 * (before + share * done), "enlarging");
    });
  }
  const width = Math.round(source.width * scale);
  const height = Math.round(source.height * scale);
  const size = { width, height };
  const matched = await matchSource(pixels, source);
  const rgb = await resizePixels(matched.rgb, 3, matched, size, "lanczos3");
  const alpha = source.alpha && (await resizePixels(source.alpha, 1, source, size, "lanczos3"));
  return { width, height, rgb, alpha };
}
