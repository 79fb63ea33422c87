import { setImmediate } from "node:timers/promises";

import type { Engine, EngineContext, EngineRequest, EngineResult } from "#studio/engine.ts";
import type { Issue } from "#studio/errors.ts";
import { StudioError } from "#studio/errors.ts";

import type { SpeakingPlan } from "./choose-voice.ts";
import { chooseVoice, isSpeakable, looksEnglish } from "./choose-voice.ts";
import type { SoundFormatName } from "./encode-sound.ts";
import { encodeSound, soundFormatNames } from "./encode-sound.ts";
import { speakWithFlite } from "./flite.ts";
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

/** Speech from text: mono, 24 kHz, WAV unless `parameters.format` names another format. */
export const textToSpeech: Engine = {
  capability: "text-to-speech",

  async describe() {
    return { engine: chooseVoice({}, { hibari: false }, true).engine, available: true };
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
    const plan = chooseVoice(
      parameters,
      { hibari: false },
      looksEnglish(prompt, parameters.language),
    );
    const sound = await speakSentences(splitSentences(prompt), plan, context);
    const format = toFormat(parameters.format) ?? "wav";
    const encoded = await encodeSound(
      sound,
      { format, folder: context.workFolder, comment: `Synthetic speech (${plan.engine.name})` },
      { ffmpegPath: context.settings.ffmpegPath, signal: context.signal },
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
  const parts: { sound: Sound; pauseSeconds: number }[] = [];
  for (const [index, sentence] of sentences.entries()) {
    context.progress(index / sentences.length, "speaking");
    // Lets a cancellation in between two sentences.
    await setImmediate();
    context.signal.throwIfAborted();
    const sound = trimSilence(await speakSentence(sentence.text, plan));
    const pause = sentence.endsParagraph ? paragraphPauseSeconds : sentencePauseSeconds;
    const isLast = index === sentences.length - 1;
    parts.push({ sound, pauseSeconds: isLast ? 0 : pause / plan.speed });
  }
  return normaliseLoudness(joinSounds(parts));
}

async function speakSentence(text: string, { voice, speed, pitch }: SpeakingPlan): Promise<Sound> {
  if (voice.kind === "hibari") throw new StudioError("engine_failed", "Not installed.");
  const sound = await speakWithFlite(text, {
    voice: voice.name,
    speed,
    ...(pitch === 1 ? {} : { pitchHz: voice.meanPitchHz * pitch }),
  });
  return resample(sound, sampleRate);
}
