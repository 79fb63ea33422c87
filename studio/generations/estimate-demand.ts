import type { Capability } from "#studio/capability.ts";
import { filmSize } from "#studio/engines/film-limits.ts";
import { type SizeLimits, chooseSize, imageSize } from "#studio/engines/picture-size.ts";

import type { SubmittedCapability, SubmittedRequest } from "./generation.ts";

/** Time and memory that a generation is expected to need. */
export interface Demand {
  /** True when it may take longer than about fifteen seconds. */
  readonly isLong: boolean;
  /** Peak memory of the worker process and its encoder. */
  readonly bytes: number;
}

const megabyte = 1024 ** 2;
const spokenCharactersMax = 1_000;
/** A larger recording may last longer than a minute. */
const recordingBytesMax = megabyte;
const longCapabilities: readonly Capability[] = [
  "text-to-video",
  "image-to-video",
  "video-editing",
  "lip-sync",
];
const longOperations: readonly string[] = ["slideshow", "turntable"];
const operationMegabytes = 550;
const otherLanguagesMegabytes = 980;

/** Megabytes at the largest requests of each capability, measured with `npm run studio:memory`. */
const megabytes: Readonly<Record<Capability, number>> = {
  "text-to-image": 220,
  "image-to-image": 910,
  inpainting: 900,
  "text-to-video": 300,
  "image-to-video": 640,
  "video-editing": 550,
  "text-to-speech": 540,
  "speech-to-text": 680,
  "speech-to-speech": otherLanguagesMegabytes,
  upscaling: 790,
  enhancement: 850,
  restoration: 560,
  "lip-sync": 400,
  "text-to-3d": 330,
  "image-to-3d": 370,
  "vision-analysis": 820,
};

/**
 * Estimates the demand of a request before it runs. `inputBytes` are the sizes of its input files, in their order. Films, other
 * work on videos, and long recordings and texts are long.
 */
export function estimateDemand(request: SubmittedRequest, inputBytes: readonly number[]): Demand {
  const hasLongInput = request.inputs.some(
    ({ kind }, index) =>
      kind === "video" || (kind === "audio" && (inputBytes[index] ?? 0) > recordingBytesMax),
  );
  if ("operation" in request) {
    const isLong = hasLongInput || longOperations.includes(request.operation);
    return { isLong, bytes: operationMegabytes * megabyte };
  }
  const { capability, prompt } = request;
  const isLongText = capability === "text-to-speech" && prompt.length > spokenCharactersMax;
  return {
    isLong: hasLongInput || isLongText || longCapabilities.includes(capability),
    bytes: Math.round(estimateMegabytes(request) * megabyte),
  };
}

function estimateMegabytes({ capability, parameters }: SubmittedCapability): number {
  const base = megabytes[capability];
  if (capability === "text-to-image") return base + areaOf(parameters, imageSize) / 8_700;
  if (capability === "text-to-video") return base + areaOf(parameters, filmSize) / 7_000;
  if (capability !== "speech-to-text") return base;
  return /^en\b/iu.test(parameters.language ?? "en") ? base : otherLanguagesMegabytes;
}

function areaOf(parameters: SubmittedCapability["parameters"], limits: SizeLimits): number {
  const { width, height } = chooseSize(parameters, limits);
  return width * height;
}
