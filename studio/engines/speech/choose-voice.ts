import type { EngineDescription, GenerationParameters } from "#studio/engine.ts";

import type { FliteVoice } from "./flite.ts";

/** The chosen voice, with speed and pitch relative to the voice's defaults (1). */
export interface SpeakingPlan {
  readonly voice:
    | {
        readonly kind: "hibari";
        /** Frequencies of the resonances relative to the recorded voice: a man's throat is longer. */
        readonly resonance: number;
      }
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

/** The neural voice is a woman's; a lower pitch and lower resonances make a man's of it. */
const lowered = { pitch: 0.5, resonance: 0.85 } as const;

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
 * Chooses a voice. It is neural if the pack `hibari` is installed: a man's is that of `joe` if this pack was fetched, too
 * (its package lacks the licence of its origin), else the lowered one of `hibari`. Otherwise a classic voice is used, and its
 * limitation says so.
 */
export function chooseVoice(
  parameters: GenerationParameters,
  installed: InstalledVoices,
  isEnglish: boolean,
): SpeakingPlan {
  const manner = readManner(parameters);
  const name = chooseName(parameters, installed);
  const notEnglish = isEnglish ? "" : "; this text is not English and is read by English rules";
  const describe = (kind: "hibari" | "joe", label: string): EngineDescription => ({
    name: kind,
    tier: "neural",
    limitation: `One American English ${label}; no other languages, no acting${notEnglish}`,
  });
  switch (name) {
    case "joe":
      return { ...manner, voice: { kind: name }, engine: describe(name, "male voice") };
    case "hibari":
      return {
        ...manner,
        voice: { kind: name, resonance: 1 },
        engine: describe(name, "female voice"),
      };
    case "hibari lowered":
      return {
        speed: manner.speed,
        pitch: manner.pitch * lowered.pitch,
        voice: { kind: "hibari", resonance: lowered.resonance },
        engine: describe("hibari", "female voice, lowered to a man's pitch and resonances"),
      };
    case "slt":
    case "rms":
    case "awb":
    case "kal16":
      return { ...manner, ...classic(name, notEnglish) };
  }
}

function classic(name: FliteVoice, notEnglish: string): Pick<SpeakingPlan, "voice" | "engine"> {
  const voice = fliteVoices[name];
  return {
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
): FliteVoice | "hibari" | "hibari lowered" | "joe" {
  const asked = voice?.name?.toLowerCase();
  const named = Object.keys(fliteVoices).find((name) => name === asked);
  if (named !== undefined) return named as FliteVoice;
  if (voice?.accent !== undefined && /scot/iu.test(voice.accent)) return "awb";
  const isMale = voice?.gender === "male" || asked === "joe";
  if (installed.hibari) {
    if (!isMale || asked === "hibari") return "hibari";
    return installed.joe ? "joe" : "hibari lowered";
  }
  if (!isMale) return "slt";
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

/** Frequent words of languages; none of the others' words is a frequent word of English. */
const frequentWords = {
  en: "the and is are was of to you a an in it that for we my me this these so no on as at by he she or be do all have with your not but can will from they what hello welcome please",
  de: "der das und ist ich nicht ein eine einen wie auf mit den von zu sie wir es im für auch dem des heute guten morgen bitte danke dir ihr sind",
  es: "el los las y es en un una que de por para con como está muy hola gracias buenos días yo su al del lo más este esta",
  fr: "le les et est un une que de pour avec dans je vous nous il elle ce cette bonjour merci du au sur pas plus des aux sont",
  it: "il gli e è un una che di per con sono ciao grazie buongiorno questo questa nel della non più come al alla",
  pt: "os as e é um uma que de para com não olá obrigado bom dia em do da mais este esta você",
  nl: "het een en is van ik niet dat met voor op zijn je wij deze goedemorgen dank hallo",
  pl: "i w na nie to jest się z że do dzień dobry jak tak",
} as const satisfies Record<string, string>;
const wordsOf = Object.entries(frequentWords).map(
  ([language, words]) => [language, new Set(words.split(" "))] as const,
);
const frequentMin = 2;
const wordsMin = 3;

/**
 * Classifies text as English. A requested language decides. Otherwise, text is not English with over 30 % letters beyond
 * a–z, with at least two frequent words of another language and more than of English, or, from three words on, with
 * over 2 % letters beyond a–z and no frequent word of English.
 */
export function looksEnglish(text: string, language: string | undefined): boolean {
  if (language !== undefined) return /^en\b|^english/iu.test(language);
  const letters = text.match(/\p{Letter}/gu) ?? [];
  const foreign = letters.filter((letter) => !/[a-z]/iu.test(letter)).length;
  if (foreign > letters.length * 0.3) return false;
  const words = text.toLowerCase().match(/[\p{Letter}']+/gu) ?? [];
  const [english = 0, ...others] = wordsOf.map(
    ([, frequent]) => words.filter((word) => frequent.has(word)).length,
  );
  const most = Math.max(...others);
  if (most >= frequentMin && most > english) return false;
  return foreign <= letters.length * 0.02 || english > 0 || words.length < wordsMin;
}

/** Checks for letters or digits that English rules can pronounce. */
export function isSpeakable(text: string): boolean {
  return /[a-z0-9]/iu.test(text.normalize("NFKD"));
}
