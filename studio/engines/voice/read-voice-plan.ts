import type { EngineRequest, GenerationParameters } from "#studio/engine.ts";
import { findSoundFormat, soundFormatNames } from "#studio/engines/sound-formats.ts";
import { findLanguage, languageCodes } from "#studio/engines/transcription/languages.ts";
import type { Issue } from "#studio/errors.ts";

import { type ChangeName, changeNames, speakers, voiceChanges } from "./voice-changes.ts";

/** Steps of a request, in their order: isolation, speaking again, changes of the voice. */
export interface VoicePlan {
  readonly isolates: boolean;
  /** Speaks the words again in another voice; null keeps the recorded voice. */
  readonly respeaking: Respeaking | null;
  readonly changes: readonly ChangeName[];
  /** A pitch that is named in semitones; null without one. */
  readonly semitones: number | null;
  readonly speed: number;
}

export interface Respeaking {
  readonly voice: NonNullable<GenerationParameters["voice"]>;
  /** Translates the speech into English first. */
  readonly translates: boolean;
}

/** Names of `parameters.operations`. */
const voiceOperations = ["voice-isolation", "re-voice", "translate", ...changeNames] as const;

/** Short, because the public text of an error has about 300 characters of a provider's reason. */
const abilities =
  "Studio isolates voices, makes them deeper, higher, older, younger, a man's, a woman's, a child's or a robot's, " +
  "speaks words again (re-voice), and translates into spoken English.";

const isolation =
  /isolat|\bde-?nois|\bbackground\b|\b(?:remove|without|reduce|less|no|cut|strip|filter)\b.{0,30}\b(?:noises?|hiss|hum|music)\b|\bextract\b.{0,15}\b(?:voice|speech|vocals?)|\bclean(?:er)?\b|\b(?:voice|speech|vocals?) only|\bonly the (?:voice|speech|vocals?)/u;
const newVoice =
  /\bre-?voic|\bnarrator|\bannouncer|\b(?:another|different|other|new|better|synthetic|somebody else's|someone else's) voice|\b(?:replace|swap|substitute|exchange)\b.*\b(?:voice|speaker|reader)|(?<!\b(?:i|i've|he|she|we|they) )\b(?:say|said|speak|spoken|read)\b|\banonymi|\bdisguis|\bunrecogni[sz]|\bverfremd|\banonyme/u;
const translation = /\btranslat|\bdub(?:s|bed|bing)?\b|\bübersetz|\btradu/u;

/** Reads the steps of a request, and lists its problems. */
export function readVoicePlan({
  prompt,
  parameters,
}: Pick<EngineRequest, "prompt" | "parameters">): {
  readonly plan: VoicePlan;
  readonly issues: readonly Issue[];
} {
  const { voice = {}, speed = 1, language, format, operations = [] } = parameters;
  const text = prompt.toLowerCase().replaceAll("’", "'");
  const names = operations.map((item) => (typeof item === "string" ? item : item.operation));
  const has = (name: string, pattern: RegExp, where = text) =>
    names.includes(name) || pattern.test(where);

  const traits = [text, voice.gender ?? "", voice.age ?? "", voice.tone ?? ""].join("\n");
  const semitones = readSemitones(text);
  const named = changeNames.filter((name) => has(name, voiceChanges[name].words, traits));
  const speaker = speakers.find((name) => named.includes(name));
  const isTranslated =
    has("translate", translation) || language !== undefined || targetOf(text) !== null;
  const plan: VoicePlan = {
    isolates: has("voice-isolation", isolation),
    respeaking: null,
    changes: named.filter(
      (name) => (semitones === null || !shifts.has(name)) && (name === speaker || !isSpeaker(name)),
    ),
    semitones,
    speed,
  };
  const speaksAgain =
    isTranslated ||
    has("re-voice", newVoice) ||
    voice.name !== undefined ||
    voice.accent !== undefined ||
    (voice.tone !== undefined && named.length === 0);
  const issues = [
    ...listNames(names),
    ...(isTranslated ? checkLanguage(text, language, names) : []),
    ...checkNumbers(plan),
  ];
  if (format !== undefined && findSoundFormat(format) === undefined) {
    issues.push({ path: "parameters.format", message: `One of ${soundFormatNames.join(", ")}.` });
  }
  if (/\bclon(?:e|ing)\b|\bimpersonat/u.test(text)) {
    issues.push({ path: "prompt", message: `Copies no person's voice. ${abilities}` });
  } else if (!speaksAgain && !plan.isolates && !changesSound(plan)) {
    issues.push({ path: "prompt", message: `Names no change of the voice. ${abilities}` });
  }
  if (!speaksAgain) return { plan, issues };
  const { gender } = voice;
  const spokenGender = gender ?? genderOf(named);
  return {
    plan: {
      ...plan,
      respeaking: {
        voice: {
          ...(spokenGender === undefined ? {} : { gender: spokenGender }),
          ...(voice.accent === undefined ? {} : { accent: voice.accent }),
          ...(voice.name === undefined ? {} : { name: voice.name }),
        },
        translates: isTranslated,
      },
      changes: plan.changes.filter((name) => name !== "man" && name !== "woman"),
    },
    issues,
  };
}

function isSpeaker(name: ChangeName): boolean {
  return speakers.some((speaker) => speaker === name);
}

/** Changes that a number of semitones replaces. */
const shifts: ReadonlySet<ChangeName> = new Set(["deeper", "higher"]);

function changesSound({ changes, semitones, speed }: VoicePlan): boolean {
  return changes.length > 0 || semitones !== null || speed !== 1;
}

function genderOf(names: readonly ChangeName[]): "female" | "male" | undefined {
  if (names.includes("man")) return "male";
  return names.includes("woman") ? "female" : undefined;
}

const numbers = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const semitonesOf = { semitone: 1, halfstep: 1, tone: 2, step: 2, octave: 12 } as const;
const interval =
  /(\d+(?:\.\d+)?|\ba|\ban|\bone|\btwo|\bthree|\bfour|\bfive|\bsix|\bseven|\beight|\bnine|\bten|\beleven|\btwelve)[ -](semitone|half[ -]?step|tone|step|octave)s?\b/u;

/** Reads "3 semitones lower", "an octave up". */
function readSemitones(text: string): number | null {
  const match = interval.exec(text);
  if (!match) return null;
  const [, amount = "", unit = ""] = match;
  const count = /^\d/u.test(amount) ? Number(amount) : Math.max(1, numbers.indexOf(amount) + 1);
  const size = semitonesOf[unit.replaceAll(/[ -]/gu, "") as keyof typeof semitonesOf];
  const isDown = /\bdown|\blower|\bdeeper|\breduce|\bdrop/u.test(text);
  return count * size * (isDown ? -1 : 1);
}

const semitonesMax = 12;
const speedRange = { min: 0.5, max: 2 };

function checkNumbers({ semitones, speed }: VoicePlan): Issue[] {
  const issues: Issue[] = [];
  if (semitones !== null && Math.abs(semitones) > semitonesMax) {
    issues.push({ path: "prompt", message: `At most ${semitonesMax} semitones up or down.` });
  }
  if (speed < speedRange.min || speed > speedRange.max) {
    const message = `From ${speedRange.min} to ${speedRange.max}.`;
    issues.push({ path: "parameters.speed", message });
  }
  return issues;
}

function listNames(names: readonly string[]): Issue[] {
  const known: readonly string[] = voiceOperations;
  return names.flatMap((name, index) =>
    known.includes(name)
      ? []
      : [{ path: `parameters.operations.${index}`, message: `One of ${known.join(", ")}.` }],
  );
}

const onlyEnglish =
  "Studio translates speech into English only, because no other translator is embedded. " +
  "Ask for English, keep the language and change the voice, or use a provider with a key.";

/** The target of a translation must be English. */
function checkLanguage(
  text: string,
  language: string | undefined,
  names: readonly string[],
): Issue[] {
  if (language !== undefined) {
    return findLanguage(language) === "en"
      ? []
      : [{ path: "parameters.language", message: onlyEnglish }];
  }
  const isEnglish = targetOf(text) === "en" || names.includes("translate");
  return isEnglish ? [] : [{ path: "prompt", message: onlyEnglish }];
}

const languageNames = new Intl.DisplayNames(["en"], { type: "language" });
const targets = new Map(
  languageCodes.map((code) => [(languageNames.of(code) ?? code).toLowerCase(), code]),
);
/** "It is in English" names the language of the recording. */
const target = new RegExp(
  `(?<!\\b(?:is|was|are|speaks?|recorded) )\\b(?:in|into|to|as) (?:spoken )?(${[...targets.keys()].join("|")})\\b`,
  "u",
);

/** Finds the language that a text asks for; null without one. */
function targetOf(text: string): string | null {
  return targets.get(target.exec(text)?.[1] ?? "") ?? null;
}
