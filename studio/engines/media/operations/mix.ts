import { join } from "node:path";

import { z } from "zod";

import { runFfmpeg, ffmpegError } from "#studio/engines/ffmpeg.ts";
import { inputsMax } from "#studio/engines/media/limits.ts";
import { defineOperation } from "#studio/engines/media/operation.ts";
import { exactArguments } from "#studio/engines/media/output.ts";
import {
  type SoundFacts,
  ffmpegOf,
  inputArguments,
  probeSound,
} from "#studio/engines/media/probe.ts";
import {
  sameSoundFormat,
  soundEncoder,
  soundOutput,
  stereoFilter,
} from "#studio/engines/media/sound.ts";
import { soundFormats } from "#studio/engines/sound-formats.ts";

export const mix = defineOperation({
  description: "Plays recordings at the same time, as long as the longest.",
  takes: [["audio+"]],
  makes: "audio",
  parameters: {
    /** Factors of each input, in their order; 1 by default. */
    gains: z.array(z.number().min(0).max(4)).min(1).max(inputsMax).optional(),
    /** The first input is speech: the others become quiet while it sounds. */
    duck: z.boolean().default(false),
  },
  check({ gains = [], duck }, kinds) {
    return [
      ...(gains.length > kinds.length
        ? [
            {
              path: "gains",
              message: `expected at most one for each of the ${kinds.length} inputs`,
            },
          ]
        : []),
      ...(duck && kinds.length < 2
        ? [{ path: "duck", message: "expected a second input that becomes quiet" }]
        : []),
    ];
  },
  async run({ gains = [], duck }, context) {
    const { inputs } = context;
    const facts: SoundFacts[] = [];
    for (const file of inputs) facts.push(await probeSound(file, context));
    const seconds = Math.max(...facts.map(({ durationSeconds }) => durationSeconds));
    const name = inputs[0] && facts[0] ? sameSoundFormat(inputs[0], facts[0]) : "m4a";
    const path = join(context.workFolder, `0.${soundFormats[name].extension}`);
    const { status, text } = await runFfmpeg(
      [
        ...inputs.flatMap((file) => inputArguments(file)),
        "-filter_complex",
        mixGraph(facts, gains, duck, seconds),
        "-map",
        "[done]",
        "-t",
        seconds.toFixed(3),
        ...soundEncoder(name),
        ...exactArguments,
        path,
      ],
      ffmpegOf(context),
      { onTime: (time) => context.progress(Math.min(0.95, time / seconds), "mixing") },
    );
    if (status !== 0) {
      throw ffmpegError("ffmpeg could not mix the recordings.", text);
    }
    return soundOutput(path, name, context);
  },
});

/** Older versions of ffmpeg mix the mean of what still sounds, so all inputs are padded to one length. */
function mixGraph(
  facts: readonly SoundFacts[],
  gains: readonly number[],
  duck: boolean,
  seconds: number,
): string {
  const chains = facts.map((sound, index) => {
    const same = `aresample=48000,aformat=sample_fmts=fltp,${stereoFilter(sound)}`;
    const padded = `volume=${gains[index] ?? 1},apad,atrim=end=${seconds.toFixed(3)}`;
    return `[${index}:a:0]${same},${padded}[s${index}]`;
  });
  const labels = facts.map((_, index) => `[s${index}]`);
  const limiter = "alimiter=limit=0.9:level=disabled";
  if (!duck) return [...chains, `${sum(labels)},${limiter}[done]`].join(";");
  const compressor = "sidechaincompress=threshold=0.02:ratio=10:attack=30:release=500";
  return [
    ...chains,
    "[s0]asplit[speech][key]",
    `${sum(labels.slice(1))}[bed]`,
    `[bed][key]${compressor}[quiet]`,
    `${sum(["[speech]", "[quiet]"])},${limiter}[done]`,
  ].join(";");
}

function sum(labels: readonly string[]): string {
  const { length } = labels;
  return `${labels.join("")}amix=inputs=${length}:duration=longest:dropout_transition=0,volume=${length}`;
}
