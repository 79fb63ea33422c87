import { z } from "zod";

import { defineOperation } from "#studio/engines/media/operation.ts";
import { probeSound, probeVideo } from "#studio/engines/media/probe.ts";
import { filterSound, sameSoundFormat } from "#studio/engines/media/sound.ts";
import { filterVideo } from "#studio/engines/media/video.ts";

export const speed = defineOperation({
  description: "Plays faster or slower. The pitch of the sound stays.",
  takes: [["video"], ["audio"]],
  parameters: { factor: z.number().min(0.25).max(4) },
  async run({ factor }, context) {
    const [file] = context.inputs;
    if (!file) throw new Error("Nothing to play.");
    const tempo = tempoFilter(factor);
    if (file.kind === "video") {
      const facts = await probeVideo(file, context);
      const graph = `[base]setpts=PTS/${factor},fps=${facts.fps}[done]`;
      const durationSeconds = facts.durationSeconds / factor;
      return filterVideo(file, facts, { graph, soundFilter: tempo, durationSeconds }, context);
    }
    const facts = await probeSound(file, context);
    const format = sameSoundFormat(file, facts);
    return filterSound(
      file,
      { filter: tempo, format, seconds: facts.durationSeconds / factor },
      context,
    );
  },
});

/** ffmpeg's `atempo` takes half to double speed at a time. */
function tempoFilter(factor: number): string {
  const root = Math.sqrt(factor);
  return factor < 0.5 || factor > 2 ? `atempo=${root},atempo=${root}` : `atempo=${factor}`;
}
