import { z } from "zod";

import type { RequestDependencies } from "#api/dependencies.ts";
import type { RawAnswer } from "#api/http/route.ts";
import type { PresentedJob } from "#api/present/job.ts";
import { AppError } from "#domain/errors.ts";
import { toSrt, toVtt, type Transcript } from "#domain/requests/transcript.ts";

import { readOutputs } from "./read-output.ts";

export const transcriptFormats = ["json", "text", "srt", "vtt", "verbose_json"] as const;

const secondsSchema = z.number().min(0);

/** The JSON file of a transcription. */
export const transcriptSchema: z.ZodType<Transcript> = z.object({
  text: z.string(),
  language: z.string().optional(),
  duration: secondsSchema.optional(),
  segments: z.array(
    z.object({
      start: secondsSchema,
      end: secondsSchema,
      text: z.string(),
      speaker: z.string().optional(),
    }),
  ),
  // Workers of the release before put them into the segments.
  words: z
    .array(
      z.object({
        word: z.string(),
        start: secondsSchema,
        end: secondsSchema,
        speaker: z.string().optional(),
        confidence: z.number().optional(),
      }),
    )
    .default([]),
});

interface Wanted {
  readonly response_format?: (typeof transcriptFormats)[number] | null | undefined;
  readonly timestamp_granularities?: readonly ("word" | "segment")[] | null | undefined;
}

/** True for formats that need the times of a transcript. */
export function withTimes(format: Wanted["response_format"]): boolean {
  return format === "srt" || format === "vtt" || format === "verbose_json";
}

export interface ReadTranscript {
  readonly text: string;
  /** Null for a job without times. */
  readonly times: Transcript | null;
}

/** Reads the files of a transcription: its text, and its times where the job has asked for them. */
export async function readTranscript(
  job: PresentedJob,
  dependencies: RequestDependencies,
): Promise<ReadTranscript> {
  const ids = job.outputs.map(({ outputId }) => outputId);
  const files = await readOutputs(job.jobId, ids, dependencies);
  const [first] = files;
  if (first === undefined) throw new AppError("output_not_found");
  const details = files.find(({ output }) => output.contentType === "application/json");
  return {
    text: first.output.text ?? first.bytes.toString().trim(),
    times:
      details === undefined ? null : transcriptSchema.parse(JSON.parse(details.bytes.toString())),
  };
}

export function presentTranscript(
  { text, times }: ReadTranscript,
  { response_format: format, timestamp_granularities: granularities }: Wanted,
): RawAnswer {
  if (!withTimes(format)) {
    return format === "text" ? plain(`${text}\n`) : json({ text });
  }
  if (times === null) throw new AppError("output_not_found");
  if (format === "srt") return plain(toSrt(times));
  if (format === "vtt") return plain(toVtt(times));
  return json(presentTimes(times, granularities ?? ["segment"]));
}

/** OpenAI's format of a transcript with times; the figures of its decoder are not known. */
function presentTimes(
  { text, language, duration, segments, words }: Transcript,
  granularities: readonly string[],
): object {
  return {
    task: "transcribe",
    language: language ?? "unknown",
    duration: duration ?? segments.at(-1)?.end ?? 0,
    text,
    ...(granularities.includes("segment")
      ? { segments: segments.map((segment, id) => ({ id, ...segment, ...unknownFigures })) }
      : {}),
    ...(granularities.includes("word")
      ? { words: words.map(({ word, start, end }) => ({ word, start, end })) }
      : {}),
  };
}

const unknownFigures = {
  seek: 0,
  tokens: [],
  temperature: 0,
  avg_logprob: 0,
  compression_ratio: 0,
  no_speech_prob: 0,
};

function json(value: object): RawAnswer {
  return answer("application/json", JSON.stringify(value));
}

function plain(text: string): RawAnswer {
  return answer("text/plain; charset=utf-8", text);
}

function answer(type: string, body: string): RawAnswer {
  return { status: 200, headers: { "Content-Type": type }, body };
}
