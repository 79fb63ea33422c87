import { readFile } from "node:fs/promises";

import sharp from "sharp";
import { z } from "zod";

import { startSilentVideo } from "#studio/engines/media/frames.ts";
import { defineOperation } from "#studio/engines/media/operation.ts";
import { colorPattern, composedEdge, isColor, toHex } from "#studio/engines/media/parameters.ts";
import { checkVideoWork, toEven } from "#studio/engines/media/probe.ts";
import { videoOutput } from "#studio/engines/media/video.ts";
import { type Background, renderMeshes } from "#studio/engines/model3d/draw-preview.ts";
import { type Mesh, boundsOf, placeMesh } from "#studio/engines/model3d/mesh.ts";
import { readGlb } from "#studio/engines/model3d/read-glb.ts";
import { parseHex } from "#studio/engines/scene/color.ts";

const fps = 24;
const aboveDegrees = 18;
/** Small frames are drawn larger and then scaled, which smooths edges; large ones need it less. */
const drawnPixels = 1_000_000;
const oversamplingMax = 1.4;

export const turntable = defineOperation({
  description: "Films a 3D model (GLB) while it turns.",
  takes: [["model"]],
  makes: "video",
  parameters: {
    seconds: z.number().min(1).max(60).default(6),
    turns: z.number().min(0.25).max(10).default(1),
    background: z
      .string()
      .regex(...colorPattern)
      .default("studio"),
    width: composedEdge.default(720),
    height: composedEdge.default(720),
  },
  check({ background }) {
    if (background === "studio" || isColor(background)) return [];
    return [{ path: "background", message: "expected studio or a colour" }];
  },
  async run({ seconds, turns, background, ...size }, context) {
    const [file] = context.inputs;
    if (!file) throw new Error("No model.");
    const [width, height] = [toEven(size.width), toEven(size.height)];
    checkVideoWork({ width, height, fps, durationSeconds: seconds });
    context.progress(0, "reading");
    const meshes = centered(await readGlb(await readFile(file.path)));
    const { low, high } = boundsOf(meshes);
    const radius = Math.max(...meshes.map(radiusOf));
    const bounds = {
      low: [-radius, low[1], -radius],
      high: [radius, high[1], radius],
    } as const;
    const oversampling = Math.max(
      1,
      Math.min(oversamplingMax, Math.sqrt(drawnPixels / (width * height))),
    );
    const view = {
      width: Math.round(width * oversampling),
      height: Math.round(height * oversampling),
      bounds,
      visible: ringOf(radius, low[1], high[1]),
      around: 0,
      above: aboveDegrees,
      ...(background === "studio" ? {} : { background: plainBackground(toHex(background)) }),
    };

    const frames = Math.max(1, Math.round(seconds * fps));
    const { path, encoder } = startSilentVideo(
      "0.mp4",
      { width, height, fps, pixelFormat: "rgba" },
      context,
    );
    for (let frame = 0; frame < frames; frame += 1) {
      context.signal.throwIfAborted();
      // The last frame is one step before the first, so that the film repeats smoothly.
      const degrees = (360 * turns * frame) / frames;
      const turned = meshes.map((mesh) => placeMesh(mesh, { scale: 1, degrees, move: [0, 0, 0] }));
      const picture = renderMeshes(turned, view);
      const raw = { width: view.width, height: view.height, channels: 3 } as const;
      await encoder.write(
        await sharp(picture, { raw })
          .resize(width, height, { fit: "fill", kernel: "lanczos2" })
          .ensureAlpha()
          .raw()
          .toBuffer(),
      );
      context.progress((0.95 * frame) / frames, "drawing");
    }
    await encoder.finish();
    return videoOutput(path, context);
  },
});

/** Moves the middle of the model to the axis. */
function centered(meshes: readonly Mesh[]): Mesh[] {
  const { low, high } = boundsOf(meshes);
  const move = [-(low[0] + high[0]) / 2, 0, -(low[2] + high[2]) / 2] as const;
  return meshes.map((mesh) => placeMesh(mesh, { scale: 1, degrees: 0, move }));
}

function radiusOf({ positions }: Mesh): number {
  let radius = 1e-6;
  for (let index = 0; index < positions.length; index += 3) {
    radius = Math.max(radius, Math.hypot(positions[index] ?? 0, positions[index + 2] ?? 0));
  }
  return radius;
}

const ringPoints = 16;

/** Points around everything that the turning model touches. */
function ringOf(radius: number, low: number, high: number): [number, number, number][] {
  return Array.from({ length: ringPoints }, (_, index) => {
    const angle = (2 * Math.PI * index) / ringPoints;
    return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
  }).flatMap(([x, z]) => [low, high].map((y): [number, number, number] => [x, y, z]));
}

/** One colour at both edges. The renderer darkens bright tones, so they are made brighter first. */
function plainBackground(hex: string): Background {
  const tone = (channel: number) => {
    const linear = Math.min(0.998, (channel / 255) ** 2.2);
    const light = linear <= 0.75 ? linear : 0.75 - 0.25 * Math.log(1 - (linear - 0.75) / 0.25);
    return light ** (1 / 2.2);
  };
  const [red, green, blue] = parseHex(hex);
  const color = [tone(red), tone(green), tone(blue)] as const;
  return { high: color, low: color };
}
