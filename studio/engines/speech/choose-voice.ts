import type { EngineDescription, GenerationParameters } from "#studio/engine.ts";

import type { FliteVoice } from "./flite.ts";

/** Who speaks, and how fast and how high compared with the voice's own manner (1). */
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

/** Words for a manner of speaking; a request may use several, e.g. tone "calm and deep". */
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
  /** Speaks from hibari's phonemes and is of no use without them. */
  readonly joe: boolean;
}

/**
 * Female and unspecified voices are neural where the pack `hibari` is installed, male ones where
 * `joe` is too; without the pack the voice is classic and says so.
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
    // A speed that was asked for counts alone; otherwise the manner sets it.
    speed: speed ?? asked.reduce((product, manner) => product * manner.speed, 1),
    pitch: asked.reduce((product, manner) => product * manner.pitch, 1),
  };
}

const commonWords = new Set(
  "the and is of to you a in it that for we my this hello welcome".split(" "),
);

/**
 * Whether the text can be taken for English: the language asked for decides; without one, text
 * with letters beyond Latin or with many accents and none of the commonest words is not.
 */
export function looksEnglish(text: string, language: string | undefined): boolean {
  if (language !== undefined) return /^en\b|^english/iu.test(language);
  const letters = text.match(/\p{Letter}/gu) ?? [];
  const foreign = letters.filter((letter) => !/[a-z]/iu.test(letter)).length;
  if (foreign > letters.length * 0.3) return false;
  const words = text.toLowerCase().split(/[^\p{Letter}']+/u);
  return foreign <= letters.length * 0.02 || words.some((word) => commonWords.has(word));
}

/** Whether English rules can say anything of this text at all. */
export function isSpeakable(text: string): boolean {
  return /[a-z0-9]/iu.test(text.normalize("NFKD"));
}
