import { setImmediate } from "node:timers/promises";

import type { Engine, EngineContext, EngineRequest, EngineResult } from "#studio/engine.ts";
import { type SoundFormatName, soundFormatNames } from "#studio/engines/sound-formats.ts";
import type { Issue } from "#studio/errors.ts";
import { StudioError } from "#studio/errors.ts";
import { isInstalled } from "#studio/models/packs.ts";
import { usePack } from "#studio/models/use-pack.ts";

import type { SpeakingPlan } from "./choose-voice.ts";
import { chooseVoice, isSpeakable, looksEnglish } from "./choose-voice.ts";
import type { InstalledVoices } from "./choose-voice.ts";
import { encodeSound } from "./encode-sound.ts";
import { speakWithFlite } from "./flite.ts";
import { loadHibari } from "./hibari/hibari-voice.ts";
import { loadJoe } from "./joe-voice.ts";
import type { Sentence } from "./sentences.ts";
import { splitSentences } from "./sentences.ts";
import type { Sound } from "./sound.ts";
import { joinSounds, normaliseLoudness, resample, trimSilence } from "./sound.ts";

const promptCharactersMax = 4000;
const speedMin = 0.5;
const speedMax = 2;
const sampleRate = 24_000;
const sentencePauseSeconds = 0.28;
const paragraphPauseSeconds = 0.6;
const clausePauseSeconds = 0.12;

/** Generates speech: mono, 24 kHz, WAV unless `parameters.format` names another format. */
export const textToSpeech: Engine = {
  capability: "text-to-speech",

  async describe({ modelsFolder }) {
    const installed = await findInstalled(modelsFolder);
    const { engine } = chooseVoice({}, installed, true);
    return { engine, available: true, ...(installed.hibari ? {} : { pack: "hibari" }) };
  },

  validate,

  async run(request, context): Promise<EngineResult> {
    const { parameters, prompt } = request;
    if (!isSpeakable(prompt)) {
      throw new StudioError(
        "invalid_input",
        "The embedded voices speak English; this text has no letters or digits that they can read.",
      );
    }
    const { ffmpegPath } = context.settings;
    const plan = await planSpeech(request, context);
    const sound = await speakSentences(splitSentences(prompt), plan, context);
    const format = toFormat(parameters.format) ?? "wav";
    const encoded = await encodeSound(
      sound,
      { format, folder: context.workFolder, comment: `Synthetic speech (${plan.engine.name})` },
      { ffmpegPath, signal: context.signal },
    );
    return {
      engine: plan.engine,
      outputs: [
        { ...encoded, durationSeconds: sound.samples.length / sound.sampleRate, text: prompt },
      ],
    };
  },
};

/** Fetches the neural voice when it is first used. Without it, plans one of the basic voices. */
async function planSpeech(
  { parameters, prompt }: EngineRequest,
  context: EngineContext,
): Promise<SpeakingPlan> {
  const isEnglish = looksEnglish(prompt, parameters.language);
  const installed = await findInstalled(context.settings.modelsFolder);
  const best = chooseVoice(parameters, { ...installed, hibari: true }, isEnglish);
  if (best.voice.kind === "flite" || (await hasHibari(context))) return best;
  return chooseVoice(parameters, { hibari: false, joe: false }, isEnglish);
}

/** Time for which a failed download is not repeated, so that basic voices start at once. */
const retryAfterMs = 10 * 60 * 1000;
let retryAt = 0;

async function hasHibari(context: EngineContext): Promise<boolean> {
  if (await isInstalled(context.settings.modelsFolder, "hibari")) return true;
  if (Date.now() < retryAt) return false;
  try {
    await usePack("hibari", context);
    return true;
  } catch (error) {
    if (!(error instanceof StudioError)) throw error;
    retryAt = Date.now() + retryAfterMs;
    return false;
  }
}

async function findInstalled(modelsFolder: string): Promise<InstalledVoices> {
  const [hibari, joe] = await Promise.all([
    isInstalled(modelsFolder, "hibari"),
    isInstalled(modelsFolder, "joe"),
  ]);
  return { hibari, joe };
}

function validate({ prompt, parameters }: EngineRequest): readonly Issue[] {
  const issues: Issue[] = [];
  if (prompt.length > promptCharactersMax) {
    issues.push({ path: "prompt", message: `At most ${promptCharactersMax} characters of text.` });
  }
  const { speed, format } = parameters;
  if (speed !== undefined && (speed < speedMin || speed > speedMax)) {
    issues.push({ path: "parameters.speed", message: `From ${speedMin} to ${speedMax}.` });
  }
  if (format !== undefined && toFormat(format) === undefined) {
    issues.push({
      path: "parameters.format",
      message: `One of ${soundFormatNames.join(", ")}.`,
    });
  }
  return issues;
}

function toFormat(format: string | undefined): SoundFormatName | undefined {
  return soundFormatNames.find((name) => name === format?.toLowerCase().replace(/^\./u, ""));
}

async function speakSentences(
  sentences: readonly Sentence[],
  plan: SpeakingPlan,
  context: EngineContext,
): Promise<Sound> {
  const speak = await prepareSpeaker(plan, context);
  const parts: { sound: Sound; pauseSeconds: number }[] = [];
  for (const [index, sentence] of sentences.entries()) {
    context.progress(index / sentences.length, "speaking");
    // Yields to the event loop, so that a cancellation takes effect between two sentences.
    await setImmediate();
    context.signal.throwIfAborted();
    const sounds = await speak(sentence.text);
    const pause = sentence.endsParagraph ? paragraphPauseSeconds : sentencePauseSeconds;
    parts.push(
      ...sounds.map((sound, place) => ({
        sound: trimSilence(resample(sound, sampleRate)),
        pauseSeconds: (place < sounds.length - 1 ? clausePauseSeconds : pause) / plan.speed,
      })),
    );
  }
  if (parts.length === 0) {
    throw new StudioError("invalid_input", "There is nothing in this text that can be spoken.");
  }
  const last = parts.length - 1;
  return normaliseLoudness(
    joinSounds(parts.map((part, index) => (index < last ? part : { ...part, pauseSeconds: 0 }))),
  );
}

/** Speaks a sentence as one or more sounds. */
type Speaker = (text: string) => Promise<Sound[]>;

async function prepareSpeaker(plan: SpeakingPlan, context: EngineContext): Promise<Speaker> {
  const { voice, speed, pitch } = plan;
  if (voice.kind === "flite") {
    const pitchHz = pitch === 1 ? {} : { pitchHz: voice.meanPitchHz * pitch };
    return async (text) => [await speakWithFlite(text, { voice: voice.name, speed, ...pitchHz })];
  }

  context.progress(0, "loading");
  const { modelsFolder } = context.settings;
  const hibari = await useHibari(modelsFolder);
  const joe = voice.kind === "joe" ? await useJoe(modelsFolder) : undefined;
  let { seed } = context;
  return async (text) => {
    const sounds: Sound[] = [];
    for (const phonemes of await hibari.phonemise(text)) {
      const sound = joe
        ? joe.speak(phonemes, { speed })
        : hibari.speak(phonemes, { speed, pitch, seed });
      sounds.push(await sound);
      seed += 1;
    }
    return sounds;
  };
}

/** Voices, loaded once in each worker process. */
const useHibari = once(loadHibari);
const useJoe = once(loadJoe);

/** Caches a loaded voice. Failures are not cached, because the pack may be repaired in the meantime. */
function once<T>(load: (modelsFolder: string) => Promise<T>): (folder: string) => Promise<T> {
  let loaded: Promise<T> | undefined;
  return async (modelsFolder) => {
    loaded ??= load(modelsFolder);
    try {
      return await loaded;
    } catch (error) {
      loaded = undefined;
      throw error;
    }
  };
}
