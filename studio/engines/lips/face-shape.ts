import type { Landmarks, Point } from "#studio/engines/vision/faces/candidates.ts";

/** Measures of a face in pixels. `along` is the unit vector from the left to the right corner of its mouth. */
export interface FaceShape {
  readonly mouth: Point;
  readonly along: Point;
  /** Half of the mouth's width. */
  readonly half: number;
  readonly nose: Point;
  readonly leftEye: Point;
  readonly rightEye: Point;
  /** Distance between the eyes. */
  readonly eyes: number;
}

export function measureFace({
  leftEye,
  rightEye,
  nose,
  mouthLeft,
  mouthRight,
}: Landmarks): FaceShape {
  const eyes = distance(leftEye, rightEye);
  const width = Math.max(1, distance(mouthLeft, mouthRight));
  return {
    mouth: between(mouthLeft, mouthRight),
    along: { x: (mouthRight.x - mouthLeft.x) / width, y: (mouthRight.y - mouthLeft.y) / width },
    half: width / 2,
    nose,
    leftEye,
    rightEye,
    eyes,
  };
}

/** A nose further from the middle of the eyes, in distances of the eyes, belongs to a head that is turned away. */
const noseShiftMax = 0.3;
/** The mouth of a head that is turned away is narrow. */
const mouthShareMin = 0.45;

/** Checks that a face looks towards the camera, so that both corners of its mouth are seen. */
export function isFrontal(shape: FaceShape): boolean {
  const { leftEye, rightEye, nose, eyes, half, mouth } = shape;
  const middle = between(leftEye, rightEye);
  const across = (rightEye.x - leftEye.x) / eyes;
  const down = (rightEye.y - leftEye.y) / eyes;
  const shift = ((nose.x - middle.x) * across + (nose.y - middle.y) * down) / eyes;
  const below = -(mouth.x - middle.x) * down + (mouth.y - middle.y) * across;
  return (
    Math.abs(shift) <= noseShiftMax && (half * 2) / eyes >= mouthShareMin && below > eyes * 0.5
  );
}

/** Moves the landmarks a part of the way to new ones. */
export function blendLandmarks(before: Landmarks, after: Landmarks, share: number): Landmarks {
  const blend = (name: keyof Landmarks) => ({
    x: before[name].x + (after[name].x - before[name].x) * share,
    y: before[name].y + (after[name].y - before[name].y) * share,
  });
  return {
    leftEye: blend("leftEye"),
    rightEye: blend("rightEye"),
    nose: blend("nose"),
    mouthLeft: blend("mouthLeft"),
    mouthRight: blend("mouthRight"),
  };
}

function between(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
