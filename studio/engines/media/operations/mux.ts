import { defineOperation } from "#studio/engines/media/operation.ts";
import { soundtrack } from "#studio/engines/media/parameters.ts";
import { probeSound, probeVideo } from "#studio/engines/media/probe.ts";
import { soundBedFilter } from "#studio/engines/media/sound.ts";
import { filterVideo } from "#studio/engines/media/video.ts";

import { drawSlideshow } from "./slideshow.ts";

export const mux = defineOperation({
  description: "Gives a video or an image a sound, which replaces its own.",
  takes: [
    ["video", "audio"],
    ["image", "audio"],
  ],
  makes: "video",
  parameters: soundtrack,
  check({ length }, [kind]) {
    if (kind === "video" || length === "audio") return [];
    return [{ path: "length", message: "an image has no length; expected audio" }];
  },
  async run({ length, fit, volume: gain }, context) {
    const [file, sound] = context.inputs;
    if (!file || !sound) throw new Error("Two inputs are needed.");
    const { durationSeconds: soundSeconds } = await probeSound(sound, context);
    if (file.kind === "image") {
      return drawSlideshow(
        [file],
        sound,
        { seconds: soundSeconds, secondsEach: soundSeconds, motion: "none", fit, volume: gain },
        context,
      );
    }
    const facts = await probeVideo(file, context);
    const seconds = length === "audio" ? soundSeconds : facts.durationSeconds;
    const missing = Math.max(0, seconds - facts.durationSeconds);
    const freeze = `tpad=stop_mode=clone:stop_duration=${(missing + 1).toFixed(3)}`;
    return filterVideo(
      file,
      facts,
      {
        graph: `[base]${missing > 0 && fit === "freeze" ? freeze : "null"}[done]`,
        loops: missing > 0 && fit === "loop",
        sound,
        soundFilter: soundBedFilter({ volume: gain, seconds, soundSeconds }),
        durationSeconds: seconds,
      },
      context,
    );
  },
});
