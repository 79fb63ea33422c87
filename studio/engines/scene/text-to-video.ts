import { join } from "node:path";

import type { Canvas } from "@napi-rs/canvas";

import type { Engine, EngineContext, EngineDescription } from "#studio/engine.ts";
import { checkFilm, chooseTiming, filmSize } from "#studio/engines/film-limits.ts";
import { isStyleName } from "#studio/engines/filters/styles.ts";
import { chooseSize } from "#studio/engines/picture-size.ts";
import { ambienceOfScene } from "#studio/engines/soundtrack/ambience-words.ts";
import {
  makeSoundtrack,
  narrateFilm,
  secondsOf,
} from "#studio/engines/soundtrack/make-soundtrack.ts";
import { readSoundtrack } from "#studio/engines/soundtrack/read-soundtrack.ts";
import { startVideoEncoder } from "#studio/engines/video-encoder.ts";

import { createFilm } from "./film.ts";
import { explainReading } from "./reading/explain-reading.ts";
import { findStyle } from "./reading/find-style.ts";
import { buildScene } from "./scene.ts";
import { explainShot } from "./shot/explain-shot.ts";
import { readShot } from "./shot/read-shot.ts";
import { styleFrames } from "./shot/style-frames.ts";

const animator: EngineDescription = {
  name: "compositor-motion",
  tier: "procedural",
  limitation: "Animated illustration (motion graphics); not filmed, not a neural model",
};

/** Animates the scene of `text-to-image`: camera, figures, weather and light. H.264 in MP4. */
export const textToVideo: Engine = {
  capability: "text-to-video",
  async describe({ ffmpegPath }) {
    return {
      engine: animator,
      available: ffmpegPath !== null,
      ...(ffmpegPath ? {} : { pack: "ffmpeg" }),
    };
  },
  validate: ({ parameters }) => checkFilm(parameters),
  async run(request, context) {
    const { negativePrompt = "", strength = 1 } = request.parameters;
    const size = chooseSize(request.parameters, filmSize);
    const { rest, wish } = readSoundtrack(request.prompt, request.parameters.sound);
    const narration = await narrateFilm(wish, request, context);
    const { fps, frames } = chooseTiming(request.parameters, secondsOf(narration));
    const { reading, shot } = readShot(rest, negativePrompt, frames / fps);
    context.progress(0, "composing");
    const scene = await buildScene(reading, size, context.seed, shot);
    const style = findStyle(request.parameters.style) ?? reading.style;
    const path = join(context.workFolder, "0.mp4");
    const paint = createFilm(scene, shot);
    const draw =
      style === null || !isStyleName(style) || style === "night"
        ? (frame: number) => paint(frame / fps)
        : styleFrames(paint, style, { fps, strength, seed: context.seed });
    const sound = await makeSoundtrack(
      {
        wish,
        scene: ambienceOfScene(reading, scene.place, shot),
        narration,
        seconds: frames / fps,
      },
      context,
    );
    await film(context, { path, ...size, fps, frames, draw, soundPath: sound.path });
    return {
      engine: {
        ...animator,
        limitation: `${explainShot(shot, explainReading(reading, animator.limitation))}. ${sound.credit}`,
      },
      outputs: [{ path, contentType: "video/mp4", ...size, durationSeconds: frames / fps }],
    };
  },
};

interface Film {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly frames: number;
  readonly draw: (frame: number) => Canvas;
  readonly soundPath: string | null;
}

async function film(context: EngineContext, shot: Film): Promise<void> {
  const { frames, draw } = shot;
  const ffmpegPath = context.settings.ffmpegPath;
  if (ffmpegPath === null) throw new Error("No ffmpeg on this machine.");
  const comment = `studio ${animator.name}: ${animator.limitation}`;
  const encoder = startVideoEncoder(ffmpegPath, { ...shot, comment }, context.signal);
  const startedMs = performance.now();
  for (let frame = 0; frame < frames; frame += 1) {
    context.signal.throwIfAborted();
    // Copied, because the next frame may be painted while ffmpeg still reads this one.
    await encoder.write(new Uint8Array(draw(frame).data()));
    // Yields to the event loop, so that a cancellation takes effect between two frames.
    await new Promise((resolve) => setImmediate(resolve));
    const secondsPerFrame = (performance.now() - startedMs) / 1000 / (frame + 1);
    context.progress(
      (frame + 1) / (frames + 1),
      "drawing",
      Math.ceil(secondsPerFrame * (frames - frame)),
    );
  }
  context.progress(frames / (frames + 1), "encoding", 1);
  await encoder.finish();
}
