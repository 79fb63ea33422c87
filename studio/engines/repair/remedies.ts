import type { EngineRequest } from "#studio/engine.ts";

/** Steps of a repair. A request names remedies, or measurements choose them. */
export type Remedy =
  | "denoise"
  | "light"
  | "balance"
  | "contrast"
  | "deblur"
  | "artifacts"
  | "scratches"
  | "fading"
  | "enlarge"
  | "deflicker"
  | "hum"
  | "declick"
  | "dropouts"
  | "level"
  | "resample";

export type RepairKind = "image" | "video" | "audio";
export type RepairCapability = "enhancement" | "restoration";

/** Remedies of each kind of file, in the order in which they are applied. */
export const remediesOf: Readonly<
  Record<RepairCapability, Readonly<Record<RepairKind, readonly Remedy[]>>>
> = {
  enhancement: {
    image: ["denoise", "light", "balance", "contrast", "deblur"],
    video: ["denoise", "light", "balance", "contrast", "deblur"],
    audio: ["hum", "denoise", "level", "resample"],
  },
  restoration: {
    image: ["artifacts", "scratches", "fading", "enlarge"],
    video: ["deflicker", "denoise", "fading"],
    audio: ["dropouts", "declick", "hum"],
  },
};

const patterns: Readonly<Record<Remedy, RegExp>> = {
  denoise: /nois|grain|hiss|voice.?isolation/u,
  light: /dark|bright|light|exposure|shadow/u,
  balance: /white.?balance|cast\b|tint|yellowish|bluish|\bcolou?rs?\b/u,
  contrast: /contrast|haz[ey]|dull|\bflat\b/u,
  deblur: /blur|sharp|focus|crisp/u,
  artifacts: /jpe?g|artifacts?|block|compress|pixelat/u,
  scratches: /scratch|crease|\bdust\b|\blines?\b/u,
  fading: /\bfad|washed|\bcolou?rs?\b|yellowed/u,
  enlarge: /enlarge|upscale|larger|bigger|resolution/u,
  deflicker: /flicker/u,
  hum: /\bhum|buzz|mains/u,
  dropouts: /drop.?outs?\b|\bgaps?\b|\bskips?\b|interrupt|stutter/u,
  declick: /click|crackl|\bpops?\b|vinyl/u,
  level: /loud|level|volume|lufs|normali[sz]e|quiet/u,
  resample: /hz\b|sample.?rate|resample/u,
};

/** Lists the remedies that a request names for a kind of file; empty when it leaves the choice to measurements. */
export function readRemedies(
  { prompt, parameters }: Pick<EngineRequest, "prompt" | "parameters">,
  capability: RepairCapability,
  kind: RepairKind,
): readonly Remedy[] {
  const names = (parameters.operations ?? []).filter((item) => typeof item === "string");
  const text = [...names, prompt].join(" ").toLowerCase();
  return remediesOf[capability][kind].filter((remedy) => patterns[remedy].test(text));
}
