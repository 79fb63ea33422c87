import type { Measures } from "./measure.ts";
import type { Remedy } from "./remedies.ts";

/** Chooses the remedies that the measurements call for. */
export function chooseRemedies(
  possible: readonly Remedy[],
  { noise, black, median, white, gains, blocks, lows, highs }: Measures,
): readonly Remedy[] {
  const needs: Partial<Record<Remedy, boolean>> = {
    denoise: noise > 3,
    light: median < 70,
    balance: Math.max(...gains) / Math.min(...gains) > 1.25,
    contrast: white - black < 170,
    artifacts: blocks > 1.25,
    scratches: true,
    fading: highs.some((high, channel) => high - (lows[channel] ?? 0) < 190),
    deflicker: true,
  };
  return possible.filter((remedy) => needs[remedy] === true);
}

/** Returns ffmpeg filters of the remedies; remedies of other programs are left out. */
export function pictureFilters(
  remedies: readonly Remedy[],
  measures: Measures,
  kind: "image" | "video",
): readonly string[] {
  const has = (remedy: Remedy) => remedies.includes(remedy);
  const planes = kind === "image" ? "format=yuv444p," : "";
  return [
    has("artifacts")
      ? `${planes}spp=quality=5:qp=${Math.round(clamp(measures.blocks * 12, 8, 40))}`
      : "",
    has("deflicker") ? "deflicker=size=9:mode=pm" : "",
    has("denoise") ? denoise(measures.noise, kind) : "",
    toneOf(remedies, measures),
    has("deblur") && kind === "video" ? "unsharp=5:5:0.9:5:5:0" : "",
  ].filter((filter) => filter !== "");
}

function denoise(noise: number, kind: "image" | "video"): string {
  if (kind === "video") return `hqdn3d=${clamp(noise * 0.7, 3, 12).toFixed(1)}`;
  return `format=yuv444p,nlmeans=s=${clamp(noise * 0.45, 1.5, 20).toFixed(1)}:p=5:r=11`;
}

/** One lookup for each channel: colour balance, levels and gamma. */
function toneOf(remedies: readonly Remedy[], measures: Measures): string {
  const has = (remedy: Remedy) => remedies.includes(remedy);
  if (!["light", "balance", "contrast", "fading"].some((name) => has(name as Remedy))) return "";
  const isFaded = has("fading");
  const stretches = has("contrast") || has("light");
  const black = stretches ? measures.black : 0;
  const white = stretches ? Math.max(measures.white, black + 40) : 255;
  const median = clamp((measures.median - black) / (white - black), 0.02, 0.98);
  const gamma = has("light") ? clamp(Math.log(0.42) / Math.log(median), 0.35, 1) : 1;
  const channels = ["r", "g", "b"].map((name, channel) => {
    const low = isFaded ? halfway(measures.lows[channel], Math.min(...measures.lows)) : black;
    const top = halfway(measures.highs[channel], Math.max(...measures.highs));
    const high = isFaded ? Math.max(top, low + 40) : white;
    const gain = has("balance") ? (measures.gains[channel] ?? 1) : 1;
    const share = `clip((val*${gain.toFixed(4)}-${low})/${high - low},0,1)`;
    return `${name}='255*pow(${share},${gamma.toFixed(4)})'`;
  });
  return `lutrgb=${channels.join(":")}`;
}

/** Halfway between the range of a channel, which removes a cast, and that of all, which keeps the colours. */
function halfway(ofChannel = 0, ofAll: number): number {
  return (ofChannel + ofAll) / 2;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
