import type { Raster } from "#studio/engines/raster.ts";

export type Corner = readonly [x: number, y: number];

/** A rectangle in any direction: its corners in order, and the lengths of its sides. */
export interface Rectangle {
  readonly corners: readonly [Corner, Corner, Corner, Corner];
  /** From the first corner to the second, and from the second to the third. */
  readonly width: number;
  readonly height: number;
}

/** Finds the smallest rectangle around points: one of its sides lies on their convex hull. */
export function enclose(points: readonly Corner[]): Rectangle {
  const hull = findHull(points);
  let best: Rectangle | undefined;
  for (const [index, from] of hull.entries()) {
    const to = hull[(index + 1) % hull.length] ?? from;
    const candidate = encloseAlong(hull, Math.atan2(to[1] - from[1], to[0] - from[0]));
    if (!best || candidate.width * candidate.height < best.width * best.height) best = candidate;
  }
  return best ?? encloseAlong(hull, 0);
}

/** Moves the sides of a rectangle outwards. */
export function grow({ corners }: Rectangle, distance: number): Rectangle {
  const [first, second] = corners;
  const angle = Math.atan2(second[1] - first[1], second[0] - first[0]);
  return encloseAlong(corners, angle, distance);
}

/** Multiplies coordinates, for an image of another size. */
export function stretch(
  [a, b, c, d]: Rectangle["corners"],
  x: number,
  y: number,
): Rectangle["corners"] {
  const move = (corner: Corner): Corner => [corner[0] * x, corner[1] * y];
  return [move(a), move(b), move(c), move(d)];
}

function encloseAlong(points: readonly Corner[], direction: number, margin = 0): Rectangle {
  // Text runs from left to right, up to a slope of 45 degrees, else from top to bottom.
  const quarter = Math.PI / 2;
  const angle = direction - Math.round(direction / quarter) * quarter;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const across = points.map(([x, y]) => x * cosine + y * sine);
  const down = points.map(([x, y]) => y * cosine - x * sine);
  const [left, right] = [Math.min(...across) - margin, Math.max(...across) + margin];
  const [top, bottom] = [Math.min(...down) - margin, Math.max(...down) + margin];
  const corner = (u: number, v: number): Corner => [u * cosine - v * sine, u * sine + v * cosine];
  return {
    corners: [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)],
    width: right - left,
    height: bottom - top,
  };
}

/** Andrew's monotone chain. */
function findHull(points: readonly Corner[]): Corner[] {
  const sorted = points.toSorted((left, right) => left[0] - right[0] || left[1] - right[1]);
  const chain = (ordered: readonly Corner[]): Corner[] => {
    const found: Corner[] = [];
    for (const point of ordered) {
      while (found.length > 1 && !turnsLeft(found.at(-2), found.at(-1), point)) found.pop();
      found.push(point);
    }
    return found.slice(0, -1);
  };
  const hull = [...chain(sorted), ...chain(sorted.toReversed())];
  return hull.length > 0 ? hull : sorted.slice(0, 1);
}

function turnsLeft(a: Corner = [0, 0], b: Corner = [0, 0], c: Corner = [0, 0]): boolean {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
}

/** Pixels of a line of text, turned upright and scaled to the height of the recogniser. */
export interface Strip {
  readonly width: number;
  readonly rgb: Uint8Array;
}

export const stripHeight = 48;
const stripWidthMax = 3200;
/** Higher boxes hold vertical text, which is turned. */
const verticalRatio = 1.5;

/** Cuts a rectangle out of an image, with bilinear interpolation. */
export function cropStraight({ width, height, rgb }: Raster, corners: Rectangle["corners"]): Strip {
  const isVertical =
    length(corners[1], corners[2]) > verticalRatio * length(corners[0], corners[1]);
  const [origin, right, , down] = isVertical
    ? [corners[1], corners[2], corners[3], corners[0]]
    : corners;
  const ratio = length(origin, right) / Math.max(1, length(origin, down));
  const columns = Math.min(stripWidthMax, Math.max(8, Math.round(stripHeight * ratio)));
  const strip = new Uint8Array(columns * stripHeight * 3);
  for (let row = 0; row < stripHeight; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [u, v] = [(column + 0.5) / columns, (row + 0.5) / stripHeight];
      const x = origin[0] + (right[0] - origin[0]) * u + (down[0] - origin[0]) * v - 0.5;
      const y = origin[1] + (right[1] - origin[1]) * u + (down[1] - origin[1]) * v - 0.5;
      const left = Math.min(width - 1, Math.max(0, Math.floor(x)));
      const top = Math.min(height - 1, Math.max(0, Math.floor(y)));
      const [nextX, nextY] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
      const [dx, dy] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))];
      for (let channel = 0; channel < 3; channel += 1) {
        const at = (px: number, py: number) => rgb[(py * width + px) * 3 + channel] ?? 0;
        const upper = at(left, top) * (1 - dx) + at(nextX, top) * dx;
        const lower = at(left, nextY) * (1 - dx) + at(nextX, nextY) * dx;
        strip[(row * columns + column) * 3 + channel] = upper * (1 - dy) + lower * dy;
      }
    }
  }
  return { width: columns, rgb: strip };
}

function length(from: Corner, to: Corner): number {
  return Math.hypot(to[0] - from[0], to[1] - from[1]);
}
