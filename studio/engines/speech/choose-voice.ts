import type { EngineDescription, GenerationParameters } from "#studio/engine.ts";

import type { FliteVoice } from "./flite.ts";

/** The chosen voice, with speed and pitch relative to the voice's defaults (1). */
export interface SpeakingPlan {
  readonly voice:
    | { readonly kind: "hibari" }
    | { readonly kind: "joe" }
    | { readonly kind: "flite"; readonly name: FliteVoice; readonly meanPitchHz: number };
  readonly speed: number;
  readonly pitch: number;
  readonly engine: EngineDescription;
}

const fliteVoices = {
  slt: { meanPitchHz: 170, label: "US female" },
  rms: { meanPitchHz: 100, label: "US male" },
  awb: { meanPitchHz: 130, label: "Scottish male" },
  kal16: { meanPitchHz: 105, label: "US male, older" },
} as const satisfies Record<FliteVoice, { meanPitchHz: number; label: string }>;

/** Manners of speaking with their words. A request may name several, such as tone "calm and deep". */
const manners: readonly { words: RegExp; pitch: number; speed: number }[] = [
  { words: /\b(deep|low|dark|bass|gruff)\b/u, pitch: 0.86, speed: 0.97 },
  { words: /\b(high|bright|light|squeaky)\b/u, pitch: 1.16, speed: 1 },
  { words: /\b(child|childlike|kid|young|girl|boy)\b/u, pitch: 1.2, speed: 1.02 },
  { words: /\b(old|older|elderly|senior)\b/u, pitch: 0.93, speed: 0.92 },
  { words: /\b(calm|soothing|slow|sad|solemn|serious|relaxed)\b/u, pitch: 0.97, speed: 0.92 },
  { words: /\b(excited|energetic|cheerful|happy|fast|upbeat)\b/u, pitch: 1.06, speed: 1.08 },
];

export interface InstalledVoices {
  readonly hibari: boolean;
  /** Usable only together with `hibari`, which provides the phonemes. */
  readonly joe: boolean;
}

/**
 * Chooses a voice. Female and unspecified voices are neural if the pack `hibari` is installed, male
 * voices if `joe` is installed as well. Otherwise a classic voice is used, and its limitation says so.
 */
export function chooseVoice(
  parameters: GenerationParameters,
  installed: InstalledVoices,
  isEnglish: boolean,
): SpeakingPlan {
  const manner = readManner(parameters);
  const name = chooseName(parameters, installed);
  const notEnglish = isEnglish ? "" : "; this text is not English and is read by English rules";
  if (name === "hibari" || name === "joe") {
    const label = name === "hibari" ? "female" : "male";
    return {
      ...manner,
      voice: { kind: name },
      engine: {
        name,
        tier: "neural",
        limitation: `One American English ${label} voice; no other languages, no acting${notEnglish}`,
      },
    };
  }
  const voice = fliteVoices[name];
  return {
    ...manner,
    voice: { kind: "flite", name, meanPitchHz: voice.meanPitchHz },
    engine: {
      name: "flite",
      tier: "basic",
      limitation: `Classic synthetic voice (${voice.label}), English only, sounds dated${notEnglish}`,
    },
  };
}

function chooseName(
  { voice }: GenerationParameters,
  installed: InstalledVoices,
): FliteVoice | "hibari" | "joe" {
  const asked = voice?.name?.toLowerCase();
  const named = Object.keys(fliteVoices).find((name) => name === asked);
  if (named !== undefined) return named as FliteVoice;
  if (voice?.accent !== undefined && /scot/iu.test(voice.accent)) return "awb";
  const hasJoe = installed.hibari && installed.joe;
  if (voice?.gender !== "male" && asked !== "joe") return installed.hibari ? "hibari" : "slt";
  if (hasJoe) return "joe";
  return /old|elderly|senior/iu.test(voice?.age ?? "") ? "kal16" : "rms";
}

function readManner({ voice, speed }: GenerationParameters): { speed: number; pitch: number } {
  const words = `${voice?.tone ?? ""} ${voice?.age ?? ""}`.toLowerCase();
  const asked = manners.filter((manner) => manner.words.test(words));
  return {
    // A requested speed overrides the manners' speeds.
    speed: speed ?? asked.reduce((product, manner) => product * manner.speed, 1),
    pitch: asked.reduce((product, manner) => product * manner.pitch, 1),
  };
}

const commonWords = new Set(
  "the and is of to you a in it that for we my this hello welcome".split(" "),
);

/**
 * Classifies text as English. A requested language decides. Otherwise, text is not English with over
 * 30 % letters beyond a–z, nor with over 2 % of them and none of the commonest English words.
 */
export function looksEnglish(text: string, language: string | undefined): boolean {
  if (language !== undefined) return /^en\b|^english/iu.test(language);
  const letters = text.match(/\p{Letter}/gu) ?? [];
  const foreign = letters.filter((letter) => !/[a-z]/iu.test(letter)).length;
  if (foreign > letters.length * 0.3) return false;
  const words = text.toLowerCase().split(/[^\p{Letter}']+/u);
  return foreign <= letters.length * 0.02 || words.some((word) => commonWords.has(word));
}

/** Checks for letters or digits that English rules can pronounce. */
export function isSpeakable(text: string): boolean {
  return /[a-z0-9]/iu.test(text.normalize("NFKD"));
}
