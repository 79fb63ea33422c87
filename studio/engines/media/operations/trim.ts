import { defineOperation } from "#studio/engines/media/operation.ts";
import { seconds } from "#studio/engines/media/parameters.ts";
import { probeSound, probeVideo } from "#studio/engines/media/probe.ts";
import { cutFadeSeconds, filterSound, sameSoundFormat } from "#studio/engines/media/sound.ts";
import { filterVideo } from "#studio/engines/media/video.ts";
import { StudioError } from "#studio/errors.ts";

export const trim = defineOperation({
  description: "Keeps the part between two times.",
  takes: [["video"], ["audio"]],
  parameters: { startSeconds: seconds.default(0), endSeconds: seconds.optional() },
  check({ startSeconds, endSeconds }) {
    if (endSeconds === undefined || endSeconds > startSeconds) return [];
    return [{ path: "endSeconds", message: "expected more than startSeconds" }];
  },
  async run({ startSeconds, endSeconds }, context) {
    const [file] = context.inputs;
    if (!file) throw new Error("Nothing to trim.");
    const isVideo = file.kind === "video";
    const video = isVideo ? await probeVideo(file, context) : null;
    const sound = video ? video.sound : await probeSound(file, context);
    const length = video?.durationSeconds ?? sound?.durationSeconds ?? 0;
    if (startSeconds >= length) {
      const message = `startSeconds is ${startSeconds}, but the ${file.kind} ends at ${length.toFixed(2)} seconds.`;
      throw new StudioError("invalid_input", message);
    }
    const durationSeconds = Math.min(endSeconds ?? length, length) - startSeconds;
    const fades = [
      ...(startSeconds > 0 ? [`afade=t=in:d=${cutFadeSeconds}`] : []),
      ...(startSeconds + durationSeconds < length
        ? [
            `afade=t=out:st=${Math.max(0, durationSeconds - cutFadeSeconds).toFixed(3)}:d=${cutFadeSeconds}`,
          ]
        : []),
    ];
    const filter = [...fades, "anull"].join(",");
    if (video) {
      const change = {
        graph: "[base]null[done]",
        soundFilter: filter,
        startSeconds,
        durationSeconds,
      };
      return filterVideo(file, video, change, context);
    }
    const format = sameSoundFormat(file, sound ?? { codec: "" });
    return filterSound(file, { filter, format, startSeconds, seconds: durationSeconds }, context);
  },
});
