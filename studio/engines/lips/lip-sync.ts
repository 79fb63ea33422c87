import type {
  Engine,
  EngineContext,
  EngineDescription,
  EngineInput,
  EngineOutput,
} from "#studio/engine.ts";
import { addSound, startSilentVideo } from "#studio/engines/media/frames.ts";
import { probeSound } from "#studio/engines/media/probe.ts";
import { withinTimeLimit } from "#studio/engines/media/run-operation.ts";
import { soundBedFilter } from "#studio/engines/media/sound.ts";
import { StudioError } from "#studio/errors.ts";

import { type FilmPlan, planImage } from "./film-image.ts";
import { planVideo } from "./film-video.ts";
import { readMouthShapes } from "./read-mouth-shapes.ts";

const engine: EngineDescription = {
  name: "mouth-warp",
  tier: "algorithmic",
  limitation:
    "The mouth is warped by the loudness and the bands of the sound, not by its words; teeth and the inside of the mouth are painted",
};

/** Length of the recording, and so of the film. */
const secondsMax = 180;

/** Moves the mouth of the largest frontal face of an image or a video to a recording. */
export const lipSync: Engine = {
  capability: "lip-sync",
  async describe({ ffmpegPath }) {
    return { engine, available: ffmpegPath !== null, ...(ffmpegPath ? {} : { pack: "ffmpeg" }) };
  },
  validate({ parameters }) {
    if (/^(video\/|\.)?mp4$/iu.test(parameters.format ?? "mp4")) return [];
    return [{ path: "parameters.format", message: "expected mp4" }];
  },
  async run(_request, context) {
    const picture = context.inputs.find(({ kind }) => kind === "video" || kind === "image");
    const sound = context.inputs.find(({ kind }) => kind === "audio");
    if (!picture || !sound) {
      throw new StudioError("invalid_input", "An image or a video, and a recording are needed.");
    }
    return withinTimeLimit(context, async (limited) => {
      const { output, notes } = await film(picture, sound, limited);
      return {
        engine: { ...engine, limitation: [engine.limitation, ...notes].join(". ") },
        outputs: [output],
      };
    });
  },
};

async function film(
  picture: EngineInput,
  sound: EngineInput,
  context: EngineContext,
): Promise<{ output: EngineOutput; notes: readonly string[] }> {
  context.progress(0.01, "reading");
  const { durationSeconds: soundSeconds } = await probeSound(sound, context);
  if (soundSeconds > secondsMax) {
    throw new StudioError(
      "invalid_input",
      `The recording lasts ${soundSeconds.toFixed(0)} seconds; lip sync takes at most ${secondsMax}.`,
    );
  }
  const plan = picture.kind === "image" ? planImage : planVideo;
  const { fps, width, height, drawFrames, notes }: FilmPlan = await plan(picture, context);
  const frames = Math.max(1, Math.ceil(soundSeconds * fps));
  const shapes = await readMouthShapes(sound, { fps, frames }, context);

  const shape = { width, height, fps, pixelFormat: "rgb24" } as const;
  const { path, encoder } = startSilentVideo("silent.mp4", shape, context);
  let written = 0;
  for await (const frame of drawFrames(shapes)) {
    context.signal.throwIfAborted();
    await encoder.write(frame);
    written += 1;
    context.progress(0.05 + (0.9 * written) / frames, "drawing");
  }
  await encoder.finish();
  context.progress(0.96, "adding sound");
  const seconds = frames / fps;
  const output = await addSound(
    { path, contentType: "video/mp4" },
    { from: sound, filter: soundBedFilter({ volume: 1, seconds, soundSeconds }), seconds },
    context,
  );
  return { output, notes: notes() };
}
