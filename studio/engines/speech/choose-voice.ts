import type { EngineDescription, GenerationParameters } from "#studio/engine.ts";

import type { FliteVoice } from "./flite.ts";

/** Who speaks, and how fast and how high compared with the voice's own manner (1). */
export interface SpeakingPlan {
  readonly voice:
    | { readonly kind: "hibari" }
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

/**
 * Female and unspecified voices are neural where the pack `hibari` is installed; it has no male
 * voice, so a man's voice is classic and says so.
 */
export function chooseVoice(
  parameters: GenerationParameters,
  installed: { readonly hibari: boolean },
  isEnglish: boolean,
): SpeakingPlan {
  const manner = readManner(parameters);
  const name = chooseFliteVoice(parameters, installed.hibari);
  const notEnglish = isEnglish ? "" : "; this text is not English and is read by English rules";
  if (name === undefined) {
    return {
      ...manner,
      voice: { kind: "hibari" },
      engine: {
        name: "hibari",
        tier: "neural",
        limitation: `One American English female voice; no other languages, no acting${notEnglish}`,
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

/** Undefined when the neural voice is the better choice. */
function chooseFliteVoice(
  { voice }: GenerationParameters,
  hasHibari: boolean,
): FliteVoice | undefined {
  const named = Object.keys(fliteVoices).find((name) => name === voice?.name?.toLowerCase());
  if (named !== undefined) return named as FliteVoice;
  if (voice?.accent !== undefined && /scot/iu.test(voice.accent)) return "awb";
  if (voice?.gender === "male")
    return /old|elderly|senior/iu.test(voice.age ?? "") ? "kal16" : "rms";
  return hasHibari ? undefined : "slt";
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

const englishHint = /\b(the|and|is|of|to|you|a|in|it|that|for|we|my|this|hello|welcome)\b/iu;

/**
 * Whether the text can be taken for English: the language asked for decides; without one, text
 * with letters beyond Latin or with many accents and none of the commonest words is not.
 */
export function looksEnglish(text: string, language: string | undefined): boolean {
  if (language !== undefined) return /^en\b|^english/iu.test(language);
  const letters = text.match(/\p{Letter}/gu) ?? [];
  const foreign = letters.filter((letter) => !/[a-z]/iu.test(letter)).length;
  if (foreign > letters.length * 0.3) return false;
  return foreign <= letters.length * 0.02 || englishHint.test(text);
}

/** Whether English rules can say anything of this text at all. */
export function isSpeakable(text: string): boolean {
  return /[a-z0-9]/iu.test(text.normalize("NFKD"));
}
