import {
  checkImageSize,
  openImage,
  sameImageFormat,
  writeImage,
} from "#studio/engines/media/image.ts";
import { videoEdgeMax } from "#studio/engines/media/limits.ts";
import { defineOperation } from "#studio/engines/media/operation.ts";
import { color, colorIssues, edge, fit, toHex } from "#studio/engines/media/parameters.ts";
import { probeVideo, toEven } from "#studio/engines/media/probe.ts";
import { filterVideo } from "#studio/engines/media/video.ts";

export const resize = defineOperation({
  description:
    "Scales to a width, a height or both; both cover the size, or contain on a background.",
  takes: [["image"], ["video"]],
  parameters: {
    width: edge.optional(),
    height: edge.optional(),
    fit,
    background: color.default("black"),
  },
  check({ width, height, background }, [kind]) {
    if (width === undefined && height === undefined) {
      return [{ path: "width", message: "expected width, height or both" }];
    }
    const edges = Object.entries({ width, height });
    const tooWide = edges
      .filter(([, value]) => kind === "video" && (value ?? 0) > videoEdgeMax)
      .map(([path]) => ({ path, message: `expected at most ${videoEdgeMax} for a video` }));
    return [...tooWide, ...colorIssues({ background })];
  },
  async run({ fit: how, background: paint, ...wanted }, context) {
    const background = toHex(paint);
    const [file] = context.inputs;
    if (!file) throw new Error("Nothing to resize.");
    if (file.kind === "image") {
      const { pixels, ...size } = await openImage(file);
      const { width, height } = sizeOf(wanted, size);
      checkImageSize(width, height);
      const scaled = pixels.resize(width, height, {
        fit: how,
        background,
        kernel: "lanczos3",
      });
      return writeImage(scaled, sameImageFormat(file), context);
    }
    const facts = await probeVideo(file, context);
    const size = sizeOf(wanted, facts);
    const [width, height] = [toEven(size.width), toEven(size.height)];
    const graph = `[base]${fitFilter(how, width, height, background)}[done]`;
    return filterVideo(file, facts, { graph, width, height }, context);
  },
});

/** ffmpeg filter that scales frames of any size to cover or to be contained in a size. */
export function fitFilter(
  how: "cover" | "contain",
  width: number,
  height: number,
  background = "#000000",
): string {
  const scale = `scale=${width}:${height}:flags=lanczos:force_original_aspect_ratio`;
  const color24 = background.replace("#", "0x");
  return how === "cover"
    ? `${scale}=increase,crop=${width}:${height},setsar=1`
    : `${scale}=decrease,pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:${color24},setsar=1`;
}

function sizeOf(
  { width, height }: { width?: number | undefined; height?: number | undefined },
  source: { width: number; height: number },
): { width: number; height: number } {
  const ratio = source.width / source.height;
  if (width !== undefined && height !== undefined) return { width, height };
  if (width !== undefined) return { width, height: Math.max(1, Math.round(width / ratio)) };
  const down = height ?? source.height;
  return { width: Math.max(1, Math.round(down * ratio)), height: down };
}
