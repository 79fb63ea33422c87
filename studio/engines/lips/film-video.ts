import type { EngineContext, EngineInput } from "#studio/engine.ts";
import { readFrames } from "#studio/engines/media/frames.ts";
import { probeVideo, toEven } from "#studio/engines/media/probe.ts";
import { type Face, type Picture, followFace } from "#studio/engines/vision/faces/find-faces.ts";
import { StudioError } from "#studio/errors.ts";

import { drawFace } from "./draw-face.ts";
import { blendLandmarks, measureFace } from "./face-shape.ts";
import { type FilmPlan, edgeMax } from "./film-image.ts";
import { type LipLine, findLipLine } from "./find-lip-line.ts";
import { canSpeak, explainMissing, listFaces } from "./find-speaker.ts";

const fpsMax = 30;
/** Frames between two searches of a whole frame while there is no face to follow. */
const searchEvery = 25;
/** Share of a new measurement: places of landmarks tremble by a pixel. */
const landmarkShare = 0.6;
const lineShare = 0.3;

/** Follows the face of a video, which is repeated until the recording ends. Its head moves as it did. */
export async function planVideo(file: EngineInput, context: EngineContext): Promise<FilmPlan> {
  const facts = await probeVideo(file, context);
  const shrink = Math.min(1, edgeMax / Math.max(facts.width, facts.height));
  const size = { width: toEven(facts.width * shrink), height: toEven(facts.height * shrink) };
  const fps = Math.min(fpsMax, facts.fps);
  let [withoutFace, all] = [0, 0];
  return {
    ...size,
    fps,
    notes: () => [
      "In a video whose person already speaks, the own movement of the mouth stays visible",
      ...(withoutFace > 0
        ? [`${withoutFace} of ${all} frames show no frontal face and are as they were`]
        : []),
    ],
    async *drawFrames(shapes) {
      const filter = `fps=${fps}:start_time=0,scale=${size.width}:${size.height},setsar=1`;
      const options = { ...size, fps, pixelFormat: "rgb24" } as const;
      const speaker = createFollower(context);
      for await (const rgb of readFrames(file, filter, options, context, ["-stream_loop", "-1"])) {
        const shape = shapes[all];
        if (!shape) break;
        all += 1;
        const picture = { ...size, rgb };
        const found = await speaker.follow(picture);
        if (found) {
          const frame = new Uint8Array(rgb);
          const still = { blink: 0, shiftX: 0, shiftY: 0 };
          drawFace(picture, frame, found.face, found.line, { ...shape, ...still });
          yield frame;
        } else {
          withoutFace += 1;
          yield rgb;
        }
      }
      if (withoutFace === all)
        throw new StudioError("invalid_input", explainMissing(speaker.seen()));
    },
  };
}

/** Follows one face from frame to frame, and searches again when it is lost. */
function createFollower(context: EngineContext) {
  let face: Face | null = null;
  let line: LipLine | null = null;
  let sinceSearch = Infinity;
  let seen: readonly Face[] = [];

  async function find(picture: Picture): Promise<Face | null> {
    const followed = face && (await followFace(picture, face, context));
    if (followed && canSpeak(followed)) return followed;
    sinceSearch += 1;
    if (!face && sinceSearch < searchEvery) return null;
    sinceSearch = 0;
    const faces = await listFaces(picture, context);
    if (faces.length > 0) seen = faces;
    return faces.find(canSpeak) ?? null;
  }

  return {
    /** Faces of the last search that found any. */
    seen: () => seen,
    async follow(picture: Picture) {
      const found = await find(picture);
      if (!found) {
        [face, line] = [null, null];
        return null;
      }
      const landmarks = face
        ? blendLandmarks(face.landmarks, found.landmarks, landmarkShare)
        : found.landmarks;
      face = { ...found, landmarks };
      const measured = measureFace(landmarks);
      line = blendLines(line, findLipLine(picture, measured));
      return { face: measured, line };
    },
  };
}

function blendLines(before: LipLine | null, after: LipLine): LipLine {
  if (!before) return after;
  const blend = (name: keyof LipLine) => before[name] + (after[name] - before[name]) * lineShare;
  return {
    middle: blend("middle"),
    slope: blend("slope"),
    bend: blend("bend"),
    left: blend("left"),
    right: blend("right"),
    teeth: blend("teeth"),
  };
}
