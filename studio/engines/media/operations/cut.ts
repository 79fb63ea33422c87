import { defineOperation } from "#studio/engines/media/operation.ts";
import { seconds } from "#studio/engines/media/parameters.ts";
import { probeSound, probeVideo } from "#studio/engines/media/probe.ts";
import { filterSound, sameSoundFormat } from "#studio/engines/media/sound.ts";
import { filterVideo } from "#studio/engines/media/video.ts";
import { StudioError } from "#studio/errors.ts";

/** Samples that ffmpeg keeps or drops together: about a millisecond. */
const samplesAtOnce = 64;

export const cut = defineOperation({
  description: "Removes the part between two times and joins what is left.",
  takes: [["video"], ["audio"]],
  parameters: { startSeconds: seconds.default(0), endSeconds: seconds },
  check({ startSeconds, endSeconds }) {
    if (endSeconds > startSeconds) return [];
    return [{ path: "endSeconds", message: "expected more than startSeconds" }];
  },
  async run({ startSeconds, endSeconds }, context) {
    const [file] = context.inputs;
    if (!file) throw new Error("Nothing to cut.");
    const video = file.kind === "video" ? await probeVideo(file, context) : null;
    const sound = video ? video.sound : await probeSound(file, context);
    const length = video?.durationSeconds ?? sound?.durationSeconds ?? 0;
    const end = Math.min(endSeconds, length);
    if (startSeconds >= length || end - startSeconds >= length) {
      const problem = startSeconds >= length ? "begins after its end" : "removes all of it";
      const message = `The ${file.kind} has ${length.toFixed(2)} seconds; the cut ${problem}.`;
      throw new StudioError("invalid_input", message);
    }
    const durationSeconds = length - (end - startSeconds);
    const kept = `'lt(t,${startSeconds})+gte(t,${end})'`;
    const filter = `asetnsamples=n=${samplesAtOnce}:p=0,aselect=${kept},asetpts=N/SR/TB`;
    if (video) {
      const graph = `[base]select=${kept},setpts=N/(${video.fps}*TB)[done]`;
      return filterVideo(file, video, { graph, soundFilter: filter, durationSeconds }, context);
    }
    const format = sameSoundFormat(file, sound ?? { codec: "" });
    return filterSound(file, { filter, format, seconds: durationSeconds }, context);
  },
});
