import type { Picture } from "#studio/engines/vision/faces/find-faces.ts";

import type { FaceShape } from "./face-shape.ts";

/** A parabola in halves of the mouth's width: −1 and 1 are the corners that the network found. */
interface Parabola {
  readonly middle: number;
  readonly slope: number;
  readonly bend: number;
}

/** The line between the lips, where the mouth opens. */
export interface LipLine extends Parabola {
  /** Corners of the lips; those of drawn faces are nearer than the network found. */
  readonly left: number;
  readonly right: number;
  /** Share of the middle of the mouth that shows teeth, which stay with the upper jaw. */
  readonly teeth: number;
}

const columns = 31;
const columnReach = 0.8;
/** Rows from above to below the line of the corners; smiles bend downwards. */
const rowRange = { top: -0.4, bottom: 0.75 };
const rows = 47;
/** Costs of a step to the next row, and of a distance of one half from the usual line, in shares of the contrast. */
const stepCost = 0.06;
const awayCost = 0.25;
const usualMiddle = 0.12;

/**
 * Finds the line where the lower lip begins, fitted by a parabola: the darkest path from one corner to the other,
 * or the lower end of the teeth where a smile shows them below that path.
 */
export function findLipLine(picture: Picture, shape: FaceShape): LipLine {
  const costs = Array.from({ length: columns }, (_, column) => columnCosts(picture, shape, column));
  const path = cheapestPath(costs);
  const dark = path.map((row, column) => ({ x: xOf(column), y: yOf(row), weight: 1 }));
  const ends = path.map((row, column) => findTeethEnd(picture, shape, column, row));
  const middle = ends.filter((_, column) => Math.abs(xOf(column)) < teethReach);
  const share = middle.filter((end) => end !== null).length / middle.length;
  const teeth = share > 0.5 ? share : 0;
  const [left, right] = [
    -findCorner(picture, shape, dark, -1),
    findCorner(picture, shape, dark, 1),
  ];
  const inner = dark.flatMap(({ x, y }, column) => {
    const end = teeth > 0 ? (ends[column] ?? null) : null;
    return x < left || x > right ? [] : [{ x, y: end === null ? y : yOf(end), weight: 1 }];
  });
  // Teeth end above the corners, where the line has to meet the lips.
  const corners = [left, right].map((x) => ({ x, y: nearest(dark, x).y, weight: cornerWeight }));
  return { ...fitParabola([...inner, ...corners]), left, right, teeth };
}

const cornerWeight = 5;
const cornerMin = 0.55;
/** Share of the contrast between skin and lips at which the lips end. */
const cornerContrast = 0.4;

/** Follows the dark path outwards from the middle to the end of the lips; 1 when they reach the network's corner. */
function findCorner(
  picture: Picture,
  shape: FaceShape,
  dark: readonly { readonly x: number; readonly y: number }[],
  side: -1 | 1,
): number {
  const skin = readSkin(picture, shape).luma;
  const contrast = (x: number) => {
    const { y } = nearest(dark, x);
    const around = [-0.12, -0.06, 0, 0.06, 0.12].map(
      (shift) => readMouth(picture, shape, x, y + shift).luma,
    );
    return skin - Math.min(...around);
  };
  const usual = (contrast(0) + contrast(0.2) + contrast(-0.2)) / 3;
  for (let x = cornerMin; x < 1; x += 0.03) {
    if (contrast(x * side) < usual * cornerContrast) return x;
  }
  return 1;
}

function nearest<Place extends { readonly x: number }>(places: readonly Place[], x: number): Place {
  return places.reduce((best, place) =>
    Math.abs(place.x - x) < Math.abs(best.x - x) ? place : best,
  );
}

/** Teeth are sought in this part of the mouth. */
const teethReach = 0.55;
/** Rows: between the dark path and the teeth, and the least height of teeth. */
const teethRows = { gap: 6, least: 4 };

/** Returns the last row of teeth below a row: bright pixels with less colour than the skin. Null without teeth. */
function findTeethEnd(
  picture: Picture,
  shape: FaceShape,
  column: number,
  row: number,
): number | null {
  const skin = readSkin(picture, shape);
  const isTooth = (at: number) => {
    const color = readMouth(picture, shape, xOf(column), yOf(at));
    return color.luma > skin.luma * 0.6 && color.saturation < skin.saturation * 0.6;
  };
  let start = row;
  while (start < row + teethRows.gap && start < rows && !isTooth(start)) start += 1;
  let end = start;
  while (end < rows && isTooth(end)) end += 1;
  return end - start >= teethRows.least && end < rows ? end : null;
}

export function lipLineAt({ middle, slope, bend, left, right }: LipLine, x: number): number {
  const within = Math.min(right, Math.max(left, x));
  return middle + slope * within + bend * within * within;
}

function xOf(column: number): number {
  return ((column / (columns - 1)) * 2 - 1) * columnReach;
}

function yOf(row: number): number {
  return rowRange.top + (row / (rows - 1)) * (rowRange.bottom - rowRange.top);
}

function columnCosts(picture: Picture, shape: FaceShape, column: number) {
  const x = xOf(column);
  const usual = usualMiddle * (1 - x ** 2);
  const luma = Array.from({ length: rows }, (_, row) => {
    return readMouth(picture, shape, x, yOf(row)).luma;
  });
  const [darkest, brightest] = [Math.min(...luma), Math.max(...luma)];
  const contrast = Math.max(12, brightest - darkest);
  return luma.map(
    (value, row) => (value - darkest) / contrast + awayCost * Math.abs(yOf(row) - usual),
  );
}

/** Finds the path of least cost from the first column to the last, which moves one row a column at most. */
function cheapestPath(costs: readonly (readonly number[])[]): number[] {
  const sums: number[][] = [];
  const origins: number[][] = [];
  for (const [column, own] of costs.entries()) {
    const before = sums[column - 1];
    const origin = own.map((_, row) => {
      if (!before) return row;
      const near = [row, row - 1, row + 1].filter((other) => other >= 0 && other < rows);
      const cost = (other: number) => (before[other] ?? 0) + (other === row ? 0 : stepCost);
      return near.reduce((best, other) => (cost(other) < cost(best) ? other : best));
    });
    origins.push(origin);
    sums.push(
      own.map((value, row) => {
        const from = origin[row] ?? row;
        return value + (before ? (before[from] ?? 0) + (from === row ? 0 : stepCost) : 0);
      }),
    );
  }
  const last = sums.at(-1) ?? [];
  let row = last.indexOf(Math.min(...last));
  const path: number[] = [];
  for (let column = costs.length - 1; column >= 0; column -= 1) {
    path.unshift(row);
    row = origins[column]?.[row] ?? row;
  }
  return path;
}

/** Fits by weighted least squares: solves the normal equations with Cramer's rule. */
function fitParabola(
  points: readonly { readonly x: number; readonly y: number; readonly weight: number }[],
): Parabola {
  const sum = (power: number, value: (y: number) => number = () => 1) =>
    points.reduce((total, { x, y, weight }) => total + weight * x ** power * value(y), 0);
  const [s0, s1, s2, s3, s4] = [sum(0), sum(1), sum(2), sum(3), sum(4)];
  const [t0, t1, t2] = [sum(0, (y) => y), sum(1, (y) => y), sum(2, (y) => y)];
  const whole = determinant([s0, s1, s2], [s1, s2, s3], [s2, s3, s4]);
  return {
    middle: determinant([t0, s1, s2], [t1, s2, s3], [t2, s3, s4]) / whole,
    slope: determinant([s0, t0, s2], [s1, t1, s3], [s2, t2, s4]) / whole,
    bend: determinant([s0, s1, t0], [s1, s2, t1], [s2, s3, t2]) / whole,
  };
}

type Row = readonly [number, number, number];

function determinant([a, b, c]: Row, [d, e, f]: Row, [g, h, i]: Row): number {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

/** Reads a place of the mouth in halves of its width from its middle. */
function readMouth(
  picture: Picture,
  { mouth, along, half }: FaceShape,
  x: number,
  y: number,
): Color {
  return readColor(
    picture,
    mouth.x + (x * along.x - y * along.y) * half,
    mouth.y + (x * along.y + y * along.x) * half,
  );
}

/** Reads the skin between nose and mouth. */
function readSkin(picture: Picture, { mouth, nose }: FaceShape): Color {
  return readColor(picture, (mouth.x + nose.x) / 2, (mouth.y + nose.y) / 2);
}

interface Color {
  readonly luma: number;
  /** 0 for grey to 1. */
  readonly saturation: number;
}

/** Reads the colour around a place as the mean of five pixels. */
function readColor({ width, height, rgb }: Picture, x: number, y: number): Color {
  const column = Math.min(width - 2, Math.max(1, Math.round(x)));
  const row = Math.min(height - 2, Math.max(1, Math.round(y)));
  const middle = row * width + column;
  const pixels = [middle, middle - 1, middle + 1, middle - width, middle + width];
  const [red = 0, green = 0, blue = 0] = [0, 1, 2].map(
    (channel) => pixels.reduce((sum, pixel) => sum + (rgb[pixel * 3 + channel] ?? 0), 0) / 5,
  );
  const most = Math.max(red, green, blue, 1);
  return {
    luma: 0.299 * red + 0.587 * green + 0.114 * blue,
    saturation: (most - Math.min(red, green, blue)) / most,
  };
}
