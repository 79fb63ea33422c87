import type { GenerationParameters } from "#studio/engine.ts";
import type { Issue } from "#studio/errors.ts";

const resolutions: Readonly<Record<string, number>> = {
  "360p": 360,
  "480p": 480,
  "540p": 540,
  "720p": 720,
  hd: 720,
  "1080p": 1080,
  "full hd": 1080,
  fhd: 1080,
  "1440p": 1440,
  "2k": 1440,
  "4k": 2160,
};

export interface SizeLimits {
  readonly edgeMin: number;
  readonly edgeMax: number;
  /** Default length of the shorter edge. */
  readonly shortEdge: number;
  readonly aspectRatio: number;
}

/** Limits of the images that studio draws itself. */
export const imageSize: SizeLimits = {
  edgeMin: 64,
  edgeMax: 2048,
  shortEdge: 1024,
  aspectRatio: 1,
};

/** Chooses an even width and height within the limits. Derives missing values from the others. */
export function chooseSize(
  parameters: GenerationParameters,
  limits: SizeLimits,
): { width: number; height: number } {
  const { width, height } = parameters;
  if (width !== undefined && height !== undefined)
    return { width: even(width), height: even(height) };
  const ratio = readRatio(parameters.aspectRatio) ?? limits.aspectRatio;
  if (width !== undefined) return fit(width, width / ratio, limits);
  if (height !== undefined) return fit(height * ratio, height, limits);

  const named = /^(\d{2,4})\s*[x×]\s*(\d{2,4})$/.exec(parameters.resolution ?? "");
  if (named) return fit(Number(named[1]), Number(named[2]), limits);
  const short = resolutions[(parameters.resolution ?? "").toLowerCase()] ?? limits.shortEdge;
  return ratio >= 1 ? fit(short * ratio, short, limits) : fit(short, short / ratio, limits);
}

/** Lists problems of the requested width, height and aspect ratio. */
export function checkSize(parameters: GenerationParameters, limits: SizeLimits): Issue[] {
  const issues: Issue[] = [];
  for (const name of ["width", "height"] as const) {
    const value = parameters[name];
    if (value !== undefined && (value < limits.edgeMin || value > limits.edgeMax)) {
      const message = `expected ${limits.edgeMin} to ${limits.edgeMax} pixels`;
      issues.push({ path: `parameters.${name}`, message });
    }
  }
  const ratio = readRatio(parameters.aspectRatio);
  if (ratio !== undefined && !(ratio >= 0.25 && ratio <= 4)) {
    issues.push({ path: "parameters.aspectRatio", message: "expected between 1:4 and 4:1" });
  }
  return issues;
}

function readRatio(text: string | undefined): number | undefined {
  const [across = Number.NaN, down = Number.NaN] = (text ?? "").split(":").map(Number);
  const ratio = across / down;
  return Number.isNaN(ratio) ? undefined : ratio;
}

/** Scales both edges into the limits and keeps the aspect ratio where the limits permit. */
function fit(width: number, height: number, limits: SizeLimits): { width: number; height: number } {
  const shrink = Math.min(1, limits.edgeMax / Math.max(width, height));
  const clamp = (edge: number) => {
    return even(Math.min(limits.edgeMax, Math.max(limits.edgeMin, edge * shrink)));
  };
  return { width: clamp(width), height: clamp(height) };
}

/** Rounds to an even number, which video encoders require. */
function even(value: number): number {
  return Math.round(value / 2) * 2;
}
