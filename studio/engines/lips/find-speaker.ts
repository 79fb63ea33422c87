import type { EngineContext } from "#studio/engine.ts";
import { type Face, type Picture, findFaces } from "#studio/engines/vision/faces/find-faces.ts";
import { StudioError } from "#studio/errors.ts";

import { isFrontal, measureFace } from "./face-shape.ts";

/** Distance of the eyes in pixels below which a mouth has too few pixels to be moved. */
const eyesMin = 20;

/** Finds the largest face that looks towards the camera. Throws `invalid_input` with the reason when there is none. */
export async function findSpeaker(picture: Picture, context: EngineContext): Promise<Face> {
  const faces = await listFaces(picture, context);
  const speaker = faces.find(canSpeak);
  if (!speaker) throw new StudioError("invalid_input", explainMissing(faces));
  return speaker;
}

/** Lists faces of photos; without any, drawn faces. */
export async function listFaces(picture: Picture, context: EngineContext): Promise<Face[]> {
  const raster = { ...picture, alpha: null };
  const faces = await findFaces(raster, 1, context, "photo");
  return faces.length > 0 ? faces : findFaces(raster, 1, context, "drawing");
}

export function canSpeak({ landmarks }: Face): boolean {
  const shape = measureFace(landmarks);
  return isFrontal(shape) && shape.eyes >= eyesMin;
}

/** Explains why none of the faces can speak. */
export function explainMissing(faces: readonly Face[]): string {
  const shapes = faces.map(({ landmarks }) => measureFace(landmarks));
  if (shapes.length === 0) {
    return "No face was found. Lip sync needs a face that looks towards the camera; bearded, masked and many drawn faces are missed.";
  }
  if (!shapes.some(isFrontal)) {
    return "The face is turned away. Lip sync needs a face that looks towards the camera, with both corners of its mouth.";
  }
  return `The face is too small: its eyes must be at least ${eyesMin} pixels apart, in a picture of at most 1280 pixels. Crop the picture to the head.`;
}
