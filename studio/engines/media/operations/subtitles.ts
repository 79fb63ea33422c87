import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { z } from "zod";

import type { EngineContext, EngineInput, EngineOutput } from "#studio/engine.ts";
import { runFfmpeg, ffmpegError } from "#studio/engines/ffmpeg.ts";
import {
  type CaptionShape,
  type Segment,
  splitSegments,
  spreadText,
} from "#studio/engines/media/captions.ts";
import { drawTextPanel } from "#studio/engines/media/draw-text.ts";
import { defineOperation } from "#studio/engines/media/operation.ts";
import { exactArguments } from "#studio/engines/media/output.ts";
import { seconds } from "#studio/engines/media/parameters.ts";
import {
  type VideoFacts,
  ffmpegOf,
  inputArguments,
  probeVideo,
  toEven,
} from "#studio/engines/media/probe.ts";
import { stereoOrMono } from "#studio/engines/media/sound.ts";
import {
  aacArguments,
  filterVideo,
  h264Arguments,
  mp4Arguments,
  videoOutput,
} from "#studio/engines/media/video.ts";
import { StudioError } from "#studio/errors.ts";

const captionsMax = 2000;

const segment = z.strictObject({
  startSeconds: seconds,
  endSeconds: seconds,
  text: z.string().min(1).max(500),
});

export const subtitles = defineOperation({
  description: "Shows a text as captions, spread evenly or at given times.",
  takes: [["video"]],
  makes: "video",
  parameters: {
    text: z.string().min(1).max(20_000).optional(),
    segments: z.array(segment).min(1).max(1000).optional(),
    timing: z.enum(["even", "given"]).optional(),
    style: z.enum(["burned", "track"]).default("burned"),
  },
  check({ text, segments, timing }) {
    if ((text === undefined) === (segments === undefined)) {
      return [{ path: "text", message: "expected either text or segments" }];
    }
    if (timing === "given" && segments === undefined) {
      return [{ path: "timing", message: "only segments have given times; expected even" }];
    }
    return (segments ?? []).flatMap(({ startSeconds, endSeconds }, index) => {
      const path = `segments.${index}`;
      if (endSeconds <= startSeconds) {
        return [{ path: `${path}.endSeconds`, message: "expected more than startSeconds" }];
      }
      if (startSeconds < (segments?.[index - 1]?.startSeconds ?? 0)) {
        return [
          { path: `${path}.startSeconds`, message: "expected segments in the order of time" },
        ];
      }
      return [];
    });
  },
  async run({ text, segments, timing, style }, context) {
    const [file] = context.inputs;
    if (!file) throw new Error("No video.");
    const facts = await probeVideo(file, context);
    const shape = shapeOf(facts);
    const captions =
      segments && timing !== "even"
        ? splitSegments(segments, facts.durationSeconds, shape)
        : spreadText(
            text ?? (segments ?? []).map((part) => part.text).join("\n"),
            facts.durationSeconds,
            shape,
          );
    if (captions.length > captionsMax) {
      throw new StudioError("invalid_input", `These are more than ${captionsMax} captions.`);
    }
    return style === "burned"
      ? burnCaptions(file, facts, { captions, shape }, context)
      : addTrack(file, facts, captions, context);
  },
});

function shapeOf({ width, height }: VideoFacts): CaptionShape {
  const size = Math.max(8, Math.min(width, height) * 0.055);
  return { size, width: Math.floor(width * 0.86) };
}

/** Draws each caption as an image at the foot of the frame; ffmpeg shows one after the other. */
async function burnCaptions(
  file: EngineInput,
  facts: VideoFacts,
  { captions, shape }: { captions: readonly Segment[]; shape: CaptionShape },
  context: EngineContext,
): Promise<EngineOutput> {
  const { width, height, durationSeconds } = facts;
  const strip = Math.min(height, toEven(shape.size * 4));
  const draw = async (name: string, text: string) => {
    const { size } = shape;
    const panel = { width, height: strip, position: "bottom", color: "#ffffff" } as const;
    const image = drawTextPanel({ ...panel, text, size, boxed: text !== "" });
    await writeFile(join(context.workFolder, name), image);
  };
  await draw("empty.png", "");
  const entries: string[] = [];
  const show = (name: string, length: number) => {
    if (length > 0) entries.push(`file ${name}`, `duration ${length.toFixed(3)}`);
  };
  let time = 0;
  for (const [index, { startSeconds, endSeconds, text }] of captions.entries()) {
    context.signal.throwIfAborted();
    await draw(`caption-${index}.png`, text);
    show("empty.png", startSeconds - time);
    show(`caption-${index}.png`, endSeconds - Math.max(time, startSeconds));
    time = endSeconds;
  }
  show("empty.png", Math.max(1, durationSeconds - time + 1));
  // ffmpeg ignores the duration of the last entry.
  entries.push("file empty.png");
  const list = join(context.workFolder, "captions.txt");
  await writeFile(list, `ffconcat version 1.0\n${entries.join("\n")}\n`);
  const top = height - strip - Math.round(height * 0.02);
  const graph = `[1:v]format=rgba[captions];[base][captions]overlay=0:${Math.max(0, top)}:format=yuv420[done]`;
  const moreInput = ["-f", "concat", "-safe", "1", "-i", list];
  return filterVideo(file, facts, { graph, moreInput }, context);
}

/** Adds the captions as a track that players show or hide. Frames in H.264 stay as they are. */
async function addTrack(
  file: EngineInput,
  facts: VideoFacts,
  captions: readonly Segment[],
  context: EngineContext,
): Promise<EngineOutput> {
  const list = join(context.workFolder, "captions.srt");
  const lines = captions.map(
    ({ startSeconds, endSeconds, text }, index) =>
      `${index + 1}\n${clockOf(startSeconds)} --> ${clockOf(endSeconds)}\n${plainLine(text)}\n`,
  );
  await writeFile(list, lines.join("\n"));
  const path = join(context.workFolder, "0.mp4");
  const { status, text } = await runFfmpeg(
    [
      ...inputArguments(file),
      "-f",
      "srt",
      "-i",
      list,
      "-map",
      "0:V:0",
      "-map",
      "0:a:0?",
      "-map",
      "1:s:0",
      ...(facts.codec === "h264" ? ["-c:v", "copy"] : h264Arguments),
      ...(facts.sound?.codec === "aac" ? ["-c:a", "copy"] : [...aacArguments, "-af", stereoOrMono]),
      "-c:s",
      "mov_text",
      ...exactArguments,
      ...mp4Arguments,
      path,
    ],
    ffmpegOf(context),
  );
  if (status !== 0) {
    throw ffmpegError("ffmpeg could not add the captions.", text);
  }
  return videoOutput(path, context);
}

/** Removes what SubRip reads as an end of a caption or as a style. */
function plainLine(text: string): string {
  return text.replace(/[<>{}]/gu, "").replace(/\s+/gu, " ");
}

function clockOf(time: number): string {
  const pad = (value: number, length = 2) => String(value).padStart(length, "0");
  const milliseconds = Math.round(time * 1000);
  const whole = Math.floor(milliseconds / 1000);
  const minutes = Math.floor(whole / 60);
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:${pad(whole % 60)},${pad(milliseconds % 1000, 3)}`;
}
