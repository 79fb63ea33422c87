import type { EngineContext, EngineInput } from "#studio/engine.ts";
import { readFfmpeg } from "#studio/engines/ffmpeg.ts";
import { ffmpegOf, inputArguments, probeSound } from "#studio/engines/media/probe.ts";
import { StudioError } from "#studio/errors.ts";
import { useModel } from "#studio/models/use-model.ts";
import { usePack } from "#studio/models/use-pack.ts";

import { undeterminedLanguage } from "./languages.ts";
import { sampleRate } from "./spectrogram.ts";
import { type SoundPiece, isSilent, splitSound } from "./split-sound.ts";
import { loadWhisper } from "./whisper.ts";
import type { Word } from "./words.ts";

export interface RecognisedSpeech {
  readonly words: readonly Word[];
  /** Code of the spoken language. */
  readonly language: string;
  readonly durationSeconds: number;
}

export interface RecognitionOptions {
  /** Code of the spoken language, or `und` to detect it. */
  readonly language: string;
  readonly task: "transcribe" | "translate";
  /** Share of the generation's progress after which the recognition is complete. */
  readonly progressShare: number;
}

const confidenceMin = 0.5;

/** Reports whether the words are improbable, as those of another language than the assumed one are. */
export function isDoubtful({ words }: Pick<RecognisedSpeech, "words">): boolean {
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / words.length;
  return confidence < confidenceMin;
}

/** The English model is smaller and hears English as well as the multilingual one. */
export function choosePack({ language, task }: Pick<RecognitionOptions, "language" | "task">) {
  return language === "en" && task === "transcribe" ? "whisper-tiny-en" : "whisper-base";
}

/**
 * Recognises the speech of a recording or a video piece by piece, with flat memory. Throws
 * `invalid_input` when the sound cannot be decoded or contains no speech.
 */
export async function recogniseSpeech(
  input: EngineInput,
  { language, task, progressShare }: RecognitionOptions,
  context: EngineContext,
): Promise<RecognisedSpeech> {
  const { signal, seed, settings } = context;
  const { durationSeconds } = await probeSound(input, context);
  const pack = choosePack({ language, task });
  await usePack(pack, context);
  context.progress(0, "loading");
  const whisper = await useModel(pack, async () => loadWhisper(settings.modelsFolder, pack));

  const words: Word[] = [];
  let heard = language === undeterminedLanguage ? undefined : language;
  for await (const { startSeconds, samples } of decodeSound(input, context)) {
    const fraction = Math.min(1, startSeconds / durationSeconds);
    context.progress(progressShare * fraction, "transcribing");
    signal.throwIfAborted();
    if (isSilent(samples)) continue;
    const piece = await whisper.hear(samples, { language: heard, task, seed, signal });
    if (piece.words.length > 0) heard = piece.language;
    for (const word of piece.words) {
      words.push({
        ...word,
        startSeconds: startSeconds + word.startSeconds,
        endSeconds: startSeconds + word.endSeconds,
      });
    }
  }
  if (words.length === 0) {
    throw new StudioError("invalid_input", "No speech was found in the recording.");
  }
  return { words, language: heard ?? "en", durationSeconds };
}

/** Decodes the first sound track as mono at the rate of the network. */
export function decodeSound(
  input: EngineInput,
  context: EngineContext,
): AsyncGenerator<SoundPiece> {
  const format = ["-map", "0:a:0", "-ac", "1", "-ar", String(sampleRate), "-f", "s16le"];
  const chunks = readFfmpeg([...inputArguments(input), ...format, "pipe:1"], ffmpegOf(context));
  return splitSound(chunks);
}
