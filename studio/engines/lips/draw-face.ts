import type { Point } from "#studio/engines/vision/faces/candidates.ts";
import type { Picture } from "#studio/engines/vision/faces/find-faces.ts";

import type { FaceShape } from "./face-shape.ts";
import { type LipLine, lipLineAt } from "./find-lip-line.ts";
import type { MouthShape } from "./read-mouth-shapes.ts";

/** State of a face at the time of a frame. */
export interface Pose extends MouthShape {
  /** 0 for open eyes to 1 for closed eyes. */
  readonly blink: number;
  /** Shift of the head, in distances of the eyes. */
  readonly shiftX: number;
  readonly shiftY: number;
}

interface Region {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Lengths in halves of the mouth's width. */
const mouthReach = {
  /** Drop of the lower lip at the widest opening; the upper lip rises by a part of it. */
  drop: 0.5,
  upperShare: 0.12,
  /** The jaw moves as a whole down to the first length, the neck below the second stays. */
  jaw: 0.9,
  neck: 2.9,
  upperLip: 0.8,
  spread: 0.16,
  teeth: 0.26,
  /** An opening of this height shows teeth. */
  teethFrom: 0.12,
} as const;
/** Lengths in distances of the eyes. */
const headReach = { still: 3.2, moving: 1.5 } as const;
const eyeReach = { across: 0.26, down: 0.16, lid: 0.17 } as const;

/**
 * Writes the face of `source` in a pose to `target`, a copy of the source's pixels. Every pixel near the face is
 * read from the place where it was before the movement of the head, the eyelids, the jaw and the lips; between
 * the lips, teeth and the inside of the mouth are painted.
 */
export function drawFace(
  source: Picture,
  target: Uint8Array,
  face: FaceShape,
  line: LipLine,
  pose: Pose,
): void {
  const { width } = source;
  const moves = pose.shiftX !== 0 || pose.shiftY !== 0 || pose.blink !== 0;
  const region = moves ? headRegion(source, face) : mouthRegion(source, face);
  const inside = paintInside(source, face, line.teeth);
  const place = { x: 0, y: 0, cover: 0, depth: 0, height: 0, across: 0 };
  for (let y = region.top; y < region.bottom; y += 1) {
    for (let x = region.left; x < region.right; x += 1) {
      place.x = x;
      place.y = y;
      place.cover = 0;
      if (moves) {
        moveHead(place, face, pose);
        closeEyes(place, face, pose.blink);
      }
      openMouth(place, face, line, pose);
      const index = (y * width + x) * 3;
      readPixel(source, place.x, place.y, target, index);
      if (place.cover > 0) inside(place, target, index);
    }
  }
}

/** A place of the source. `cover` is above 0 between the lips. */
interface Place {
  x: number;
  y: number;
  cover: number;
  /** Between the lips: 0 at the upper lip to 1 at the lower lip. */
  depth: number;
  /** Height of the opening in halves of the mouth's width. */
  height: number;
  /** −1 to 1 between the corners of the mouth. */
  across: number;
}

function headRegion(picture: Picture, { nose, eyes }: FaceShape): Region {
  const reach = eyes * headReach.still;
  return within(picture, nose.x, nose.y, reach, reach, reach);
}

function mouthRegion(picture: Picture, { mouth, half }: FaceShape): Region {
  const up = half * (mouthReach.upperLip + 1);
  return within(picture, mouth.x, mouth.y, half * 2.6, up, half * (mouthReach.neck + 1));
}

function within(
  { width, height }: Picture,
  x: number,
  y: number,
  across: number,
  up: number,
  down: number,
): Region {
  return {
    left: Math.max(0, Math.floor(x - across)),
    top: Math.max(0, Math.floor(y - up)),
    right: Math.min(width, Math.ceil(x + across)),
    bottom: Math.min(height, Math.ceil(y + down)),
  };
}

/** The shift fades out around the head, so that the background bends instead of tearing. */
function moveHead(
  place: Place,
  { nose, eyes }: FaceShape,
  { shiftX, shiftY }: Pick<Pose, "shiftX" | "shiftY">,
): void {
  const dx = place.x - nose.x;
  const dy = place.y - nose.y;
  const share =
    1 - smoothStep(headReach.moving, headReach.still, Math.sqrt(dx * dx + dy * dy) / eyes);
  place.x -= shiftX * eyes * share;
  place.y -= shiftY * eyes * share;
}

/** Pulls the skin above the eyes over them. */
function closeEyes(place: Place, face: FaceShape, blink: number): void {
  if (blink === 0) return;
  closeEye(place, face, face.leftEye, blink);
  closeEye(place, face, face.rightEye, blink);
}

function closeEye(place: Place, { eyes, along }: FaceShape, eye: Point, blink: number): void {
  const dx = (place.x - eye.x) / eyes;
  const dy = (place.y - eye.y) / eyes;
  if (Math.abs(dx) > 0.6 || Math.abs(dy) > 0.5) return;
  const x = dx * along.x + dy * along.y;
  const y = -dx * along.y + dy * along.x;
  const share = Math.exp(-((x / eyeReach.across) ** 2) - (y / eyeReach.down) ** 2);
  const pull = blink * eyeReach.lid * share * eyes;
  place.x += pull * along.y;
  place.y -= pull * along.x;
}

/** Moves a place to its source on the lips, the jaw and the cheeks, or marks it as the inside of the mouth. */
function openMouth(
  place: Place,
  { mouth, along, half }: FaceShape,
  line: LipLine,
  { open, spread }: MouthShape,
): void {
  if (open === 0 && spread === 0) return;
  const dx = (place.x - mouth.x) / half;
  const dy = (place.y - mouth.y) / half;
  const x = dx * along.x + dy * along.y;
  const y = -dx * along.y + dy * along.x;
  if (Math.abs(x) > 2.6 || y < -1.8 || y > mouthReach.neck + 0.8) return;
  const sourceX =
    x * (1 - mouthReach.spread * spread * Math.exp(-((x / 1.4) ** 2) - (y / 0.9) ** 2));

  const middle = lipLineAt(line, sourceX);
  const drop = mouthReach.drop * open;
  // −1 and 1 at the corners of the lips.
  const across = (2 * sourceX - line.left - line.right) / (line.right - line.left);
  const lens = Math.abs(across) < 1 ? (1 - across * across) ** 0.8 : 0;
  const up = drop * mouthReach.upperShare;
  const down = drop - up;
  const upper = middle - up * lens;
  const lower = middle + down * lens;
  let sourceY = y;
  if (y >= lower) {
    const below = y - lower;
    const jaw = Math.exp(-((x / 1.35) ** 2));
    const share = lens + (jaw - lens) * smoothStep(0, 0.9, below);
    sourceY -= down * share * (1 - smoothStep(mouthReach.jaw, mouthReach.neck, below));
  } else if (y <= upper) {
    sourceY += up * lens * (1 - smoothStep(0, mouthReach.upperLip, upper - y));
  } else {
    // One pixel on both sides mixes with the lips.
    const edge = Math.min(y - upper, lower - y) * half;
    place.cover = Math.min(1, edge);
    place.height = lower - upper;
    place.depth = (y - upper) / place.height;
    place.across = across;
    sourceY = y - upper < lower - y ? y + up * lens : y - down * lens;
  }
  place.x = mouth.x + (sourceX * along.x - sourceY * along.y) * half;
  place.y = mouth.y + (sourceX * along.y + sourceY * along.x) * half;
}

type Color = readonly [red: number, green: number, blue: number];
const dark: Color = [38, 12, 14];
const tongue: Color = [132, 58, 60];
const enamel: Color = [232, 218, 200];

/** Returns a function that paints a place between the lips, in the light of the face. */
function paintInside(source: Picture, { mouth, nose }: FaceShape, shownTeeth: number) {
  const cheek = new Uint8Array(3);
  // The skin between nose and mouth is lit as the mouth is.
  readPixel(source, (mouth.x + nose.x) / 2, (mouth.y + nose.y) / 2, cheek, 0);
  const light = Math.min(1.1, Math.max(0.25, Math.max(...cheek) / 215));
  return ({ cover, depth, height, across }: Place, target: Uint8Array, index: number) => {
    const fromTop = depth * height;
    const width = 1 - smoothStep(0.55, 0.85, Math.abs(across));
    const teeth =
      (1 - shownTeeth) *
      width *
      smoothStep(mouthReach.teethFrom, mouthReach.teethFrom * 2.5, height) *
      (1 - smoothStep(mouthReach.teeth * 0.75, mouthReach.teeth, fromTop));
    const soft = width * smoothStep(0.55, 1, depth) * smoothStep(0.2, 0.45, height) * 0.8;
    // The lip throws a shadow on the teeth.
    const shade = 0.55 + 0.45 * smoothStep(0, 0.12, fromTop);
    for (let channel = 0; channel < 3; channel += 1) {
      const back = mix(dark[channel] ?? 0, tongue[channel] ?? 0, soft);
      const painted = mix(back, (enamel[channel] ?? 0) * shade, teeth) * light;
      target[index + channel] = mix(target[index + channel] ?? 0, painted, cover);
    }
  };
}

/** Reads between four pixels. Places outside have the colour of the border. */
function readPixel(
  { width, height, rgb }: Picture,
  x: number,
  y: number,
  target: Uint8Array,
  index: number,
): void {
  const insideX = Math.min(width - 1.001, Math.max(0, x));
  const insideY = Math.min(height - 1.001, Math.max(0, y));
  const left = Math.floor(insideX);
  const top = Math.floor(insideY);
  const shareX = insideX - left;
  const shareY = insideY - top;
  const first = (top * width + left) * 3;
  const second = first + width * 3;
  for (let channel = 0; channel < 3; channel += 1) {
    const above = mix(rgb[first + channel] ?? 0, rgb[first + 3 + channel] ?? 0, shareX);
    const below = mix(rgb[second + channel] ?? 0, rgb[second + 3 + channel] ?? 0, shareX);
    target[index + channel] = mix(above, below, shareY) + 0.5;
  }
}

function mix(one: number, other: number, share: number): number {
  return one + (other - one) * share;
}

function smoothStep(from: number, to: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
}
