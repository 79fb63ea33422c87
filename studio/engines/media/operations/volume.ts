import { z } from "zod";

import { defineOperation } from "#studio/engines/media/operation.ts";
import { probeSound, probeVideo } from "#studio/engines/media/probe.ts";
import { filterSound, sameSoundFormat } from "#studio/engines/media/sound.ts";
import { filterVideo } from "#studio/engines/media/video.ts";
import { StudioError } from "#studio/errors.ts";

export const volume = defineOperation({
  description: "Makes the sound louder or quieter. A factor of 0 removes the sound of a video.",
  takes: [["video"], ["audio"]],
  parameters: { factor: z.number().min(0).max(4) },
  check({ factor }, [kind]) {
    if (factor > 0 || kind === "video") return [];
    return [{ path: "factor", message: "expected more than 0 for audio" }];
  },
  async run({ factor }, context) {
    const [file] = context.inputs;
    if (!file) throw new Error("Nothing to change.");
    const limiter = factor > 1 ? ",alimiter=limit=0.9:level=disabled" : "";
    const filter = `volume=${factor}${limiter}`;
    if (file.kind === "video") {
      const facts = await probeVideo(file, context);
      const graph = "[base]null[done]";
      if (factor === 0) return filterVideo(file, facts, { graph, isSilent: true }, context);
      if (!facts.sound) throw new StudioError("invalid_input", "The video has no sound.");
      return filterVideo(file, facts, { graph, soundFilter: filter }, context);
    }
    const facts = await probeSound(file, context);
    const format = sameSoundFormat(file, facts);
    return filterSound(file, { filter, format, seconds: facts.durationSeconds }, context);
  },
});
