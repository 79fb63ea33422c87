import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import type {
  Engine,
  EngineDescription,
  EngineOutput,
  EngineRequest,
  EngineResult,
} from "#studio/engine.ts";
import type { Issue } from "#studio/errors.ts";
import { StudioError } from "#studio/errors.ts";
import { isInstalled } from "#studio/models/packs.ts";

import { findLanguage, undeterminedLanguage } from "./languages.ts";
import {
  type RecognisedSpeech,
  choosePack,
  isDoubtful,
  recogniseSpeech,
} from "./recognise-speech.ts";
import {
  type Transcript,
  type TranscriptFormatName,
  toTranscript,
  transcriptFormatNames,
  transcriptFormats,
} from "./transcript.ts";

const defaultLanguage = "en";
const defaultPack = choosePack({ language: defaultLanguage, task: "transcribe" });

/**
 * Transcribes recordings and the sound of videos of up to three hours. English unless
 * `parameters.language` names another language or `und`, which detects it. The result is text, or subtitles or JSON
 * with the times of segments and words, as `parameters.format` says.
 */
export const speechToText: Engine = {
  capability: "speech-to-text",

  async describe({ modelsFolder, ffmpegPath }) {
    const hasPack = await isInstalled(modelsFolder, defaultPack);
    return {
      engine: describeEngine(defaultPack, "without a language English is assumed"),
      available: ffmpegPath !== null,
      ...(hasPack ? {} : { pack: defaultPack }),
    };
  },

  validate,

  async run({ parameters }, context): Promise<EngineResult> {
    const input = context.inputs.find(({ kind }) => kind === "audio" || kind === "video");
    if (!input) throw new StudioError("invalid_input", "A recording or a video is needed.");
    const language = findLanguage(parameters.language ?? defaultLanguage) ?? defaultLanguage;
    const speech = await recogniseSpeech(
      input,
      { language, task: "transcribe", progressShare: 0.99 },
      context,
    );
    const transcript = toTranscript(speech.words, speech);
    const format = readFormat(parameters.format) ?? "txt";
    const formats: TranscriptFormatName[] =
      parameters.timestamps && format === "txt" ? ["txt", "json"] : [format];
    const { text, durationSeconds } = transcript;
    const outputs: EngineOutput[] = [];
    for (const name of formats) {
      const file = await write(transcript, name, context.workFolder);
      // A second file repeats no text.
      outputs.push(outputs.length === 0 ? { ...file, text, durationSeconds } : file);
    }
    const pack = choosePack({ language, task: "transcribe" });
    return { engine: describeEngine(pack, describeLanguage(speech, parameters.language)), outputs };
  },
};

function validate({ parameters }: EngineRequest): readonly Issue[] {
  const issues: Issue[] = [];
  const { format, language } = parameters;
  if (format !== undefined && readFormat(format) === undefined) {
    issues.push({
      path: "parameters.format",
      message: `One of ${transcriptFormatNames.join(", ")}.`,
    });
  }
  if (language !== undefined && findLanguage(language) === undefined) {
    issues.push({
      path: "parameters.language",
      message: `The tag of a language that Whisper knows, such as de, or ${undeterminedLanguage} to detect it.`,
    });
  }
  return issues;
}

function readFormat(format: string | undefined): TranscriptFormatName | undefined {
  const wanted = format?.toLowerCase().replace(/^\./u, "");
  return transcriptFormatNames.find((name) => name === (wanted === "text" ? "txt" : wanted));
}

async function write(
  transcript: Transcript,
  format: TranscriptFormatName,
  folder: string,
): Promise<EngineOutput> {
  const { contentType, write: encode } = transcriptFormats[format];
  const path = join(folder, `transcript.${format}`);
  await writeFile(path, encode(transcript));
  return { path, contentType };
}

function describeEngine(pack: string, remark: string): EngineDescription {
  const limitation = "Names, numbers and noisy speech are often wrong; no names of speakers";
  return { name: pack, tier: "neural", limitation: `${limitation}; ${remark}` };
}

function describeLanguage(speech: RecognisedSpeech, requested: string | undefined): string {
  const { language } = speech;
  const name = new Intl.DisplayNames(["en"], { type: "language" }).of(language) ?? language;
  if (requested !== undefined) return `transcribed as ${name}`;
  return isDoubtful(speech)
    ? `transcribed as ${name}, but this may be another language: set the language, or ${undeterminedLanguage} to detect it`
    : `transcribed as ${name}, because no language was set`;
}
