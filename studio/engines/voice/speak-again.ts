import { join } from "node:path";
import { setImmediate } from "node:timers/promises";

import type { EngineContext, EngineDescription, EngineInput } from "#studio/engine.ts";
import { runFfmpeg } from "#studio/engines/ffmpeg.ts";
import { exactArguments } from "#studio/engines/media/output.ts";
import { ffmpegOf } from "#studio/engines/media/probe.ts";
import { isSpeakable } from "#studio/engines/speech/choose-voice.ts";
import {
  type Sound,
  encodePcm,
  joinSounds,
  normaliseLoudness,
  resample,
  trimSilence,
} from "#studio/engines/speech/sound.ts";
import { type Speaker, planSpeech, prepareSpeaker } from "#studio/engines/speech/speaker.ts";
import { undeterminedLanguage } from "#studio/engines/transcription/languages.ts";
import {
  choosePack,
  isDoubtful,
  recogniseSpeech,
} from "#studio/engines/transcription/recognise-speech.ts";
import { type Segment, toSegments } from "#studio/engines/transcription/transcript.ts";
import { StudioError } from "#studio/errors.ts";

import type { Respeaking } from "./read-voice-plan.ts";

const rate = 24_000;
/** Phrases that are spoken in one breath. */
const phraseLimits = { charactersMax: 240, secondsMax: 20, pauseSeconds: 0.5 };
/** The new voice fits the time of a phrase within these speeds. */
const speedRange = { min: 0.85, max: 1.6 };
/** Smaller differences of the length are not heard. */
const speedTolerance = 0.04;
const phraseSecondsMin = 0.3;
/** Recognition takes most of the time. */
const recognitionShare = 0.8;

interface Spoken {
  readonly file: EngineInput;
  readonly text: string;
  readonly engine: EngineDescription;
}

/** Recognises the words of a recording and speaks them in another voice at their times, with flat memory. */
export async function speakAgain(
  file: EngineInput,
  { voice, translates }: Respeaking,
  context: EngineContext,
): Promise<Spoken> {
  const recognition = translates
    ? ({ language: undeterminedLanguage, task: "translate" } as const)
    : ({ language: "en", task: "transcribe" } as const);
  const speech = await recogniseSpeech(
    file,
    { ...recognition, progressShare: recognitionShare },
    context,
  );
  if (!translates && isDoubtful(speech)) {
    throw new StudioError(
      "invalid_input",
      "The words were not understood well enough to speak them again. Remove the noise first; if the speech is not English, " +
        "ask for a translation into English, or change the voice instead of replacing it.",
    );
  }
  const phrases = toSegments(speech.words, phraseLimits).filter(({ text }) => isSpeakable(text));
  const text = phrases.map((phrase) => phrase.text).join(" ");
  if (text === "") throw new StudioError("invalid_input", "No speech was found in the recording.");
  const loading: EngineContext = {
    ...context,
    progress: (_, stage) => context.progress(recognitionShare, stage),
  };
  const plan = await planSpeech({ prompt: text, parameters: { voice, language: "en" } }, loading);
  const speak = await prepareSpeaker(plan, loading);
  const path = join(context.workFolder, "spoken.flac");
  const source = ["-f", "s16le", "-ac", "1", "-ar", `${rate}`, "-i", "pipe:0"];
  const { status, text: messages } = await runFfmpeg(
    [...source, "-c:a", "flac", ...exactArguments, path],
    ffmpegOf(context),
    { stdin: speakPhrases(phrases, speech.durationSeconds, { speak, context }) },
  );
  if (status !== 0) {
    throw new StudioError("engine_failed", "ffmpeg could not write the speech.", {
      cause: new Error(messages),
    });
  }
  return {
    file: { kind: "audio", path, contentType: "audio/flac" },
    text,
    engine: {
      name: `${choosePack(recognition)}+${plan.engine.name}`,
      tier: plan.engine.tier,
      limitation: [
        translates
          ? "Whisper translated the speech into English, roughly"
          : "Whisper understood the words, names and noisy speech often wrong",
        `and a synthetic voice speaks them at their times, without the speaker's delivery. ${plan.engine.limitation}`,
      ].join(", "),
    },
  };
}

/** Yields mono samples of all phrases at their times. A phrase that is too long delays the next one. */
async function* speakPhrases(
  phrases: readonly Segment[],
  durationSeconds: number,
  { speak, context }: { speak: Speaker; context: EngineContext },
): AsyncGenerator<Uint8Array> {
  let position = 0;
  for (const [index, phrase] of phrases.entries()) {
    const share = (1 - recognitionShare) * (index / phrases.length);
    context.progress(recognitionShare + share, "speaking");
    // Yields to the event loop, so that a cancellation takes effect between two phrases.
    await setImmediate();
    context.signal.throwIfAborted();
    const { samples } = normaliseLoudness(await speakPhrase(phrase, speak));
    const start = Math.max(position, Math.round(phrase.startSeconds * rate));
    yield* silence(start - position);
    yield encodePcm(samples);
    position = start + samples.length;
  }
  yield* silence(Math.round(durationSeconds * rate) - position);
}

/** Speaks a phrase within the time that it took in the recording, as far as natural speeds allow. */
async function speakPhrase(
  { text, startSeconds, endSeconds }: Segment,
  speak: Speaker,
): Promise<Sound> {
  const speakAt = async (speed: number) => {
    const sounds = await speak(text, speed);
    return joinSounds(
      sounds.map((sound) => ({ sound: trimSilence(resample(sound, rate)), pauseSeconds: 0 })),
    );
  };
  const natural = await speakAt(1);
  const wanted = Math.max(phraseSecondsMin, endSeconds - startSeconds);
  const fitting = natural.samples.length / rate / wanted;
  const speed = Math.min(speedRange.max, Math.max(speedRange.min, fitting));
  return Math.abs(speed - 1) < speedTolerance ? natural : speakAt(speed);
}

function* silence(samples: number): Generator<Uint8Array> {
  for (let left = samples; left > 0; left -= rate) {
    yield new Uint8Array(Math.min(left, rate) * 2);
  }
}
