import { join } from "node:path";

import type { Engine, EngineContext, EngineDescription, EngineRequest } from "#studio/engine.ts";
import { checkFilm, chooseTiming, filmSize } from "#studio/engines/film-limits.ts";
import { type StyleName, applyStyle, isStyleName } from "#studio/engines/filters/styles.ts";
import { chooseSize } from "#studio/engines/picture-size.ts";
import { type Raster, fromRgba } from "#studio/engines/raster.ts";
import { startVideoEncoder } from "#studio/engines/video-encoder.ts";

import { createFilm } from "./film.ts";
import { explainReading } from "./reading/explain-reading.ts";
import { findStyle } from "./reading/find-style.ts";
import { readPrompt } from "./reading/read-prompt.ts";
import { buildScene } from "./scene.ts";

const animator: EngineDescription = {
  name: "compositor-motion",
  tier: "procedural",
  limitation:
    "Animated illustration (motion graphics) without sound; not filmed, not a neural model",
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
    const reading = readPrompt(request.prompt, request.parameters.negativePrompt);
    const size = chooseSize(request.parameters, filmSize);
    const { fps, frames } = chooseTiming(request.parameters);
    context.progress(0, "composing");
    const scene = await buildScene(reading, size, context.seed);
    const style = findStyle(request.parameters.style) ?? reading.style;
    const path = join(context.workFolder, "0.mp4");
    await film(request, context, {
      path,
      ...size,
      fps,
      frames,
      paint: createFilm(scene, frames / fps),
      style: style !== null && style !== "night" && isStyleName(style) ? style : null,
    });
    return {
      engine: { ...animator, limitation: explainReading(reading, animator.limitation) },
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
  readonly paint: ReturnType<typeof createFilm>;
  readonly style: StyleName | null;
}

async function film(request: EngineRequest, context: EngineContext, shot: Film): Promise<void> {
  const { width, height, fps, frames, style } = shot;
  const ffmpegPath = context.settings.ffmpegPath;
  if (ffmpegPath === null) throw new Error("No ffmpeg on this machine.");
  const encoder = startVideoEncoder(
    ffmpegPath,
    {
      path: shot.path,
      width,
      height,
      fps,
      comment: `studio ${animator.name}: ${animator.limitation}`,
    },
    context.signal,
  );
  const strength = request.parameters.strength ?? 1;
  const startedMs = performance.now();
  for (let frame = 0; frame < frames; frame += 1) {
    context.signal.throwIfAborted();
    // Copied, because the next frame may be painted while ffmpeg still reads this one.
    const pixels = new Uint8Array(shot.paint(frame / fps).data());
    const styled = style
      ? applyStyle(fromRgba(pixels, width, height), style, { strength, seed: context.seed })
      : null;
    await encoder.write(styled ? toRgba(styled, pixels) : pixels);
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

function toRgba({ rgb }: Raster, target: Uint8Array): Uint8Array {
  for (let index = 0; index < rgb.length / 3; index += 1) {
    target[index * 4] = rgb[index * 3] ?? 0;
    target[index * 4 + 1] = rgb[index * 3 + 1] ?? 0;
    target[index * 4 + 2] = rgb[index * 3 + 2] ?? 0;
  }
  return target;
}
