import sharp from "sharp";

import { blurPlane } from "#studio/engines/filters/smooth.ts";

import { matte } from "./material.ts";
import type { Mesh, TextureImage } from "./mesh.ts";

const thickness = 0.34;
const heightMetres = 0.9;

/** Shape of an inflated image. */
export interface Inflation {
  /** Cells of the grid along an edge of the image. */
  readonly gridSize: number;
  /** Edge of the texture in pixels. */
  readonly textureSize: number;
  /** Height of bright details over dark ones on the front, as a share of the thickness. */
  readonly relief: number;
  /** Depth of the back as a share of the front's. */
  readonly backDepth: number;
}

/** For drawings of 256 pixels. */
const drawingInflation: Inflation = { gridSize: 96, textureSize: 512, relief: 0, backDepth: 1 };

/**
 * Inflates an image with a transparent background (a path or the bytes of a file) like a balloon: keeps
 * the outline, moves the middle forward, and mirrors the front on the back. The mesh stands on the ground
 * and faces +Z.
 */
export async function inflatePicture(
  name: string,
  picture: string | Buffer,
  inflation = drawingInflation,
): Promise<Mesh> {
  const { gridSize, textureSize } = inflation;
  const grid = await framePicture(picture, gridSize, gridSize);
  const alpha = readAlpha(grid, gridSize);
  const bulge = solveBulge(alpha, gridSize);
  const surface = triangulate(alpha, gridSize);
  const front = inflation.relief > 0 ? addRelief(bulge, grid, inflation) : bulge;
  const texture = await createTexture(picture, gridSize, textureSize);
  return {
    ...raise(
      name,
      surface,
      { front, back: bulge.map((value) => value * inflation.backDepth) },
      gridSize,
    ),
    texture: { coordinates: mapTexture(surface, gridSize), image: texture },
  };
}

/**
 * Crops an image to its drawn part and fits that part into a square of `size` RGBA pixels, aligned to
 * the lower edge. The empty border of two grid cells aligns the grid with the texture.
 */
async function framePicture(
  picture: string | Buffer,
  size: number,
  gridSize: number,
): Promise<Uint8Array> {
  const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
  const inner = Math.round((size * (gridSize - 4)) / gridSize);
  const before = Math.floor((size - inner) / 2);
  const after = size - inner - before;
  return sharp(picture)
    .ensureAlpha()
    .trim({ background: transparent, threshold: 20 })
    .resize(inner, inner, {
      fit: "contain",
      position: "bottom",
      background: transparent,
      kernel: "lanczos3",
    })
    .extend({ top: before, bottom: after, left: before, right: after, background: transparent })
    .raw()
    .toBuffer();
}

/** Reads the opacity (0–1) on the grid, blurred so that the outline is a smooth curve. */
function readAlpha(rgba: Uint8Array, gridSize: number): Float32Array {
  const alphaAt = (index: number) => (rgba[index * 4 + 3] ?? 0) / 255;
  const neighbours = [-1, 1, -gridSize, gridSize];
  return new Float32Array(gridSize * gridSize).map((_, index) => {
    const around = neighbours.reduce((sum, step) => sum + alphaAt(index + step), 0);
    return alphaAt(index) * 0.4 + around * 0.15;
  });
}

/** Points of the grid are never closer to the outline than this share of a cell. */
const outlineDistanceMin = 0.15;

/**
 * Solves the height of a membrane fixed at the outline, under even pressure. Its root has round edges.
 * Next to the outline, the distance to it counts instead of the next grid point, which keeps edges smooth.
 */
function solveBulge(alpha: Float32Array, gridSize: number): Float32Array {
  const pressure = new Float32Array(alpha.length);
  const over = 1.85;
  const relaxationRounds = Math.round(gridSize * 2.7);
  const steps = [-1, 1, -gridSize, gridSize];
  const inside: number[] = [];
  for (let index = gridSize + 1; index < alpha.length - gridSize - 1; index += 1) {
    if ((alpha[index] ?? 0) > 0.5) inside.push(index);
  }
  // The outline is where the opacity, which is linear between grid points, is a half.
  const weights = inside.map((index) =>
    steps.reduce((sum, step) => {
      const [here, next] = [alpha[index] ?? 0, alpha[index + step] ?? 0];
      if (next > 0.5) return sum + 1;
      return sum + 1 / Math.max(outlineDistanceMin, (here - 0.5) / (here - next));
    }, 0),
  );
  for (let round = 0; round < relaxationRounds; round += 1) {
    for (const [place, index] of inside.entries()) {
      const around =
        (pressure[index - 1] ?? 0) +
        (pressure[index + 1] ?? 0) +
        (pressure[index - gridSize] ?? 0) +
        (pressure[index + gridSize] ?? 0);
      const current = pressure[index] ?? 0;
      pressure[index] = current + over * ((around + 1) / (weights[place] ?? 4) - current);
    }
  }
  const bulge = pressure.map((value) => Math.sqrt(Math.max(0, value)));
  const highest = bulge.reduce((max, value) => Math.max(max, value), 1e-6);
  return bulge.map((value) => value / highest);
}

/** Reach of the surroundings that a detail is compared with, as a share of the grid. */
const reliefReach = 0.025;

/** Raises what is brighter than its surroundings and lowers what is darker, less towards the outline. */
function addRelief(bulge: Float32Array, rgba: Uint8Array, { gridSize, relief }: Inflation) {
  const light = new Float32Array(gridSize * gridSize).map((_, index) => {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(index * 4, index * 4 + 3);
    return (red * 0.299 + green * 0.587 + blue * 0.114) / 255;
  });
  const smooth = blurPlane(light, gridSize, gridSize, 1);
  const around = blurPlane(light, gridSize, gridSize, Math.round(gridSize * reliefReach));
  return bulge.map((value, index) => {
    const detail = (smooth[index] ?? 0) - (around[index] ?? 0);
    return value * (1 + relief * Math.max(-0.5, Math.min(0.5, detail)));
  });
}

interface Surface {
  /** Grid coordinates; x points right and y points down. */
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Points on the outline, shared by front and back. */
  readonly onOutline: ReadonlySet<number>;
  readonly triangles: readonly (readonly [number, number, number])[];
}

const cellCorners = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

/** Triangulates the inside of the outline with marching squares, one triangle fan for each grid cell. */
function triangulate(alpha: Float32Array, gridSize: number): Surface {
  const points: [number, number][] = [];
  const onOutline = new Set<number>();
  const indexOf = new Map<string, number>();
  const triangles: [number, number, number][] = [];
  const add = (x: number, y: number, outline: boolean) => {
    const key = `${x.toFixed(4)} ${y.toFixed(4)}`;
    const known = indexOf.get(key);
    if (known !== undefined) return known;
    const index = points.push([x, y]) - 1;
    indexOf.set(key, index);
    if (outline) onOutline.add(index);
    return index;
  };
  for (let row = 0; row < gridSize - 1; row += 1) {
    for (let column = 0; column < gridSize - 1; column += 1) {
      const polygon: number[] = [];
      for (const [corner, [dx, dy]] of cellCorners.entries()) {
        const [nextX, nextY] = cellCorners[(corner + 1) % 4] ?? [0, 0];
        const here = alpha[(row + dy) * gridSize + column + dx] ?? 0;
        const next = alpha[(row + nextY) * gridSize + column + nextX] ?? 0;
        if (here > 0.5) polygon.push(add(column + dx, row + dy, false));
        if (here > 0.5 !== next > 0.5) {
          // Kept away from the corners, where triangles would have no area.
          const share = Math.min(0.96, Math.max(0.04, (0.5 - here) / (next - here)));
          polygon.push(
            add(column + dx + (nextX - dx) * share, row + dy + (nextY - dy) * share, true),
          );
        }
      }
      for (let index = 2; index < polygon.length; index += 1) {
        triangles.push([polygon[0] ?? 0, polygon[index - 1] ?? 0, polygon[index] ?? 0]);
      }
    }
  }
  return { points, onOutline, triangles };
}

function raise(
  name: string,
  { points, onOutline, triangles }: Surface,
  bulge: { readonly front: Float32Array; readonly back: Float32Array },
  gridSize: number,
): Mesh {
  const scale = heightMetres / gridSize;
  const heightAt = (index: number, side: Float32Array) => {
    const [x, y] = points[index] ?? [0, 0];
    return onOutline.has(index)
      ? 0
      : (side[y * gridSize + x] ?? 0) * thickness * heightMetres * 0.5;
  };
  const positions = new Float32Array(points.length * 6);
  for (const [index, [x, y]] of points.entries()) {
    const place = [(x - gridSize / 2) * scale, (gridSize - 2.5 - y) * scale];
    positions.set([...place, heightAt(index, bulge.front)], index * 3);
    positions.set([...place, -heightAt(index, bulge.back)], (points.length + index) * 3);
  }
  // Front and back share the outline points, so that the mesh is closed.
  const back = (index: number) => (onOutline.has(index) ? index : points.length + index);
  const indices = Uint32Array.from([
    ...triangles.flatMap(([a, b, c]) => [a, c, b]),
    ...triangles.flatMap(([a, b, c]) => [back(a), back(b), back(c)]),
  ]);
  return {
    name,
    positions,
    indices,
    normals: averageNormals(positions, indices),
    material: matte("#ffffff", 0.55),
  };
}

function averageNormals(positions: Float32Array, indices: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  for (let index = 0; index < indices.length; index += 3) {
    const [a = 0, b = 0, c = 0] = indices.subarray(index, index + 3);
    const at = (vertex: number, axis: number) => positions[vertex * 3 + axis] ?? 0;
    const [ux, uy, uz] = [0, 1, 2].map((axis) => at(b, axis) - at(a, axis)) as [
      number,
      number,
      number,
    ];
    const [vx, vy, vz] = [0, 1, 2].map((axis) => at(c, axis) - at(a, axis)) as [
      number,
      number,
      number,
    ];
    const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (const vertex of [a, b, c]) {
      for (const axis of [0, 1, 2]) {
        normals[vertex * 3 + axis] = (normals[vertex * 3 + axis] ?? 0) + (normal[axis] ?? 0);
      }
    }
  }
  for (let index = 0; index < normals.length; index += 3) {
    const [x = 0, y = 0, z = 0] = normals.subarray(index, index + 3);
    const length = Math.hypot(x, y, z);
    normals.set(length < 1e-12 ? [0, 0, 1] : [x / length, y / length, z / length], index);
  }
  return normals;
}

/** Front and back have the same image. */
function mapTexture({ points }: Surface, gridSize: number): Float32Array {
  const coordinates = new Float32Array(points.length * 4);
  for (const [index, [x, y]] of points.entries()) {
    const place = [x / (gridSize - 1), y / (gridSize - 1)];
    coordinates.set(place, index * 2);
    coordinates.set(place, (points.length + index) * 2);
  }
  return coordinates;
}

/** Creates the texture, with colours extended beyond the outline so that no seam is visible. */
async function createTexture(
  picture: string | Buffer,
  gridSize: number,
  size: number,
): Promise<TextureImage> {
  const pixels = bleed(await framePicture(picture, size, gridSize), size);
  const png = await sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  return { png, pixels, size };
}

const bleedRounds = 24;
const solidAlpha = 240;

/** Fills transparent pixels with the average of their filled neighbours, ring by ring. */
function bleed(rgba: Uint8Array, size: number): Uint8Array {
  const count = size * size;
  const pixels = new Uint8Array(count * 3);
  const filled = new Uint8Array(count);
  let edge: number[] = [];
  for (let index = 0; index < count; index += 1) {
    if ((rgba[index * 4 + 3] ?? 0) < solidAlpha) continue;
    filled[index] = 1;
    pixels.set(rgba.subarray(index * 4, index * 4 + 3), index * 3);
    edge.push(index);
  }
  const steps = [-1, 1, -size, size];
  for (let round = 0; round < bleedRounds && edge.length > 0; round += 1) {
    const next = new Set<number>();
    for (const index of edge) {
      for (const step of steps) {
        const neighbour = index + step;
        if (neighbour >= 0 && neighbour < count && filled[neighbour] === 0) next.add(neighbour);
      }
    }
    for (const index of next) {
      const sources = steps.map((step) => index + step).filter((source) => filled[source] === 1);
      for (const channel of [0, 1, 2]) {
        const sum = sources.reduce(
          (total, source) => total + (pixels[source * 3 + channel] ?? 0),
          0,
        );
        pixels[index * 3 + channel] = Math.round(sum / Math.max(1, sources.length));
      }
    }
    for (const index of next) filled[index] = 1;
    edge = [...next];
  }
  return pixels;
}
