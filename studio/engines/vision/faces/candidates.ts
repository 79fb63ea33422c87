/** A place in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Places of a face. Left and right are the viewer's. */
export interface Landmarks {
  readonly leftEye: Point;
  readonly rightEye: Point;
  readonly nose: Point;
  readonly mouthLeft: Point;
  readonly mouthRight: Point;
}

/** A box that may hold a face. */
export interface Candidate {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly score: number;
}

/** A box that holds a face, by the decision of the last network. */
export interface Found extends Candidate {
  readonly landmarks: Landmarks;
}

/** Boxes with a lower score are dropped beyond this number, which bounds the comparisons. */
const comparedMax = 4000;

/**
 * Keeps the best of boxes that overlap by more than a share of their union, or of the smaller box
 * (non-maximum suppression). The best comes first.
 */
export function keepBest<Kept extends Candidate>(
  candidates: readonly Kept[],
  overlapMax: number,
  shareOf: "union" | "smaller",
): Kept[] {
  const kept: Kept[] = [];
  const ordered = candidates.toSorted((one, other) => other.score - one.score);
  for (const candidate of ordered.slice(0, comparedMax)) {
    const overlaps = kept.some((better) => overlap(better, candidate, shareOf) > overlapMax);
    if (!overlaps) kept.push(candidate);
  }
  return kept;
}

function overlap(one: Candidate, other: Candidate, shareOf: "union" | "smaller"): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  if (width <= 0 || height <= 0) return 0;
  const common = width * height;
  const [first, second] = [areaOf(one), areaOf(other)];
  return common / (shareOf === "union" ? first + second - common : Math.min(first, second));
}

function areaOf({ left, top, right, bottom }: Candidate): number {
  return Math.max(1e-6, (right - left) * (bottom - top));
}

/** Returns the square with the same centre around a box. */
export function toSquare({ left, top, right, bottom, score }: Candidate): Candidate {
  const edge = Math.max(right - left, bottom - top);
  const x = (left + right - edge) / 2;
  const y = (top + bottom - edge) / 2;
  return { left: x, top: y, right: x + edge, bottom: y + edge, score };
}
