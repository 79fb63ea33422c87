import { setImmediate } from "node:timers/promises";

import type { Engine, EngineContext, EngineRequest, EngineResult } from "#studio/engine.ts";
import { findSoundFormat, soundFormatNames } from "#studio/engines/sound-formats.ts";
import type { Issue } from "#studio/errors.ts";
import { StudioError } from "#studio/errors.ts";

import type { SpeakingPlan } from "./choose-voice.ts";
import { chooseVoice, isSpeakable, looksEnglish } from "./choose-voice.ts";
import { encodeSound } from "./encode-sound.ts";
import type { Sentence } from "./sentences.ts";
import { splitSentences } from "./sentences.ts";
import type { Sound } from "./sound.ts";
import { joinSounds, normaliseLoudness, resample, trimSilence } from "./sound.ts";
import { findInstalled, planSpeech, prepareSpeaker } from "./speaker.ts";

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
    const format = findSoundFormat(parameters.format) ?? "wav";
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

function validate({ prompt, parameters }: EngineRequest): readonly Issue[] {
  const issues: Issue[] = [];
  if (prompt.length > promptCharactersMax) {
    issues.push({ path: "prompt", message: `At most ${promptCharactersMax} characters of text.` });
  }
  const { speed, format, language } = parameters;
  if (!looksEnglish(prompt, language)) {
    const path = language === undefined ? "prompt" : "parameters.language";
    issues.push({ path, message: onlyEnglish });
  }
  if (speed !== undefined && (speed < speedMin || speed > speedMax)) {
    issues.push({ path: "parameters.speed", message: `From ${speedMin} to ${speedMax}.` });
  }
  if (format !== undefined && findSoundFormat(format) === undefined) {
    issues.push({
      path: "parameters.format",
      message: `One of ${soundFormatNames.join(", ")}.`,
    });
  }
  return issues;
}

const onlyEnglish =
  "The embedded voices speak English only. Use a provider with a key for other languages; with language en, any text is read by English rules.";

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
