import { createCanvas, loadImage, type Canvas } from "@napi-rs/canvas";

import { letteringFamily } from "#studio/engines/lettering-font.ts";
import type { Bounds, Mesh, TextureImage } from "#studio/engines/model3d/mesh.ts";
import { boundsOf } from "#studio/engines/model3d/mesh.ts";
import { splitMesh } from "#studio/engines/model3d/split-mesh.ts";
import { paintTile, tileEdge } from "#studio/engines/model3d/states/wrap-layers.ts";
import { artPath } from "#studio/engines/scene/art.ts";
import { parseHex } from "#studio/engines/scene/color.ts";
import { repaint } from "#studio/engines/scene/drawings/repaint.ts";

import type { Motif } from "./read-motifs.ts";

const texturePixels = 768;
/** Smallest part of a face's normal towards the viewer. */
const facingMin = 0.3;
/** Size of a figure in extents of the surface that it is painted on. */
const figureShare = 0.62;
/** How much larger a top must be than the front to bear the motif. */
const topAdvantage = 2.2;

type Axis = readonly [x: number, y: number, z: number];

/** Direction from which a motif is seen, with the axes to the right and downwards in its image. */
interface Side {
  readonly normal: Axis;
  readonly right: Axis;
  readonly down: Axis;
  /** True when faces in the rear half are inner walls: of a mug, but not of a curved board. */
  readonly hasRear: boolean;
}

const front: Side = { normal: [0, 0, 1], right: [1, 0, 0], down: [0, -1, 0], hasRear: true };
const top: Side = { normal: [0, 1, 0], right: [1, 0, 0], down: [0, 0, 1], hasRear: false };
/** Round things bear the motif where the preview sees it. */
const [sine, cosine] = [Math.sin(0.45), Math.cos(0.45)];
const oblique: Side = {
  normal: [-sine, 0, cosine],
  right: [cosine, 0, sine],
  down: [0, -1, 0],
  hasRear: true,
};
/** Mean part of the normals towards the front, below which a surface is round. */
const roundMost = 0.88;
/** Smallest area of a panel in areas of its frame. */
const coverShare = 0.5;
const roundDepths = [0.6, 1.4] as const;

interface Surface {
  readonly mesh: Mesh;
  readonly side: Side;
  readonly area: number;
  /** Mean part of the normals towards the side: 1 for a flat surface. */
  readonly flatness: number;
  /** Mean place along the normal of the side. */
  readonly depth: number;
  /** Middle of the surface and its extents, in metres of the two axes. */
  readonly middle: readonly [number, number];
  readonly extents: readonly [number, number];
}

/** Paints a motif on the largest surface that faces the viewer. Without such a surface nothing changes. */
export async function paintMotif(
  meshes: readonly Mesh[],
  motif: Motif,
): Promise<{ readonly meshes: Mesh[]; readonly isShown: boolean }> {
  const surface = largestSurface(meshes);
  if (!surface) return { meshes: [...meshes], isShown: false };
  const bounds = boundsOf(meshes);
  const painted = await paintOn(surface, motif, bounds);
  return {
    meshes: meshes.flatMap((mesh) => (mesh === surface.mesh ? painted : [mesh])),
    isShown: true,
  };
}

function largestSurface(meshes: readonly Mesh[]): Surface | undefined {
  const usable = meshes.filter(({ material, texture }) => !texture && material.opacity > 0.5);
  const largest = (side: Side) => {
    const [best, ...others] = usable
      .map((mesh) => measure(mesh, side))
      .filter(({ area }) => area > 0)
      .toSorted((left, right) => right.area - left.area);
    return others.find((other) => best && covers(other, best)) ?? best;
  };
  const [ahead, above] = [largest(front), largest(top)];
  if ((above?.area ?? 0) > topAdvantage * (ahead?.area ?? 0)) return above;
  return ahead && isRound(ahead) ? measure(ahead.mesh, oblique) : ahead;
}

/** Reports whether a surface lies on another one: the panel of a sign on its frame. */
function covers(upper: Surface, lower: Surface): boolean {
  const isNear = ([0, 1] as const).every(
    (axis) => Math.abs(upper.middle[axis] - lower.middle[axis]) < 0.2 * lower.extents[axis],
  );
  return isNear && upper.area > coverShare * lower.area && upper.depth > lower.depth;
}

function isRound({ mesh, flatness }: Surface): boolean {
  const { low, high } = boundsOf([mesh]);
  const depth = (high[2] - low[2]) / (high[0] - low[0]);
  return flatness < roundMost && depth > roundDepths[0] && depth < roundDepths[1];
}

function along(values: Float32Array, vertex: number, axis: Axis): number {
  const at = vertex * 3;
  return (
    (values[at] ?? 0) * axis[0] + (values[at + 1] ?? 0) * axis[1] + (values[at + 2] ?? 0) * axis[2]
  );
}

function extentAlong({ positions }: Mesh, axis: Axis): readonly [low: number, high: number] {
  let [low, high] = [Infinity, -Infinity];
  for (let vertex = 0; vertex * 3 < positions.length; vertex += 1) {
    const value = along(positions, vertex, axis);
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}

/** Reports whether a face looks to the side, and is not the inner wall of a hollow thing. */
function facing(mesh: Mesh, { normal, hasRear }: Side): (corners: readonly number[]) => boolean {
  const [low, high] = extentAlong(mesh, normal);
  const rear = hasRear ? low + 0.45 * (high - low) : -Infinity;
  const mean = (values: Float32Array, corners: readonly number[]) =>
    corners.reduce((sum, vertex) => sum + along(values, vertex, normal), 0) / 3;
  return (corners) =>
    mean(mesh.normals, corners) > facingMin && mean(mesh.positions, corners) > rear;
}

function measure(mesh: Mesh, side: Side): Surface {
  const { positions, normals, indices } = mesh;
  const accepts = facing(mesh, side);
  let [area, x, y, xx, yy, towards, depth] = [0, 0, 0, 0, 0, 0, 0];
  for (let start = 0; start < indices.length; start += 3) {
    const corners = [...indices.subarray(start, start + 3)];
    if (!accepts(corners)) continue;
    const points = corners.map((vertex) => [
      along(positions, vertex, side.right),
      along(positions, vertex, side.down),
    ]);
    const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = [], [cx = 0, cy = 0] = []] = points;
    // The projected area, and the moments of a triangle about the origin.
    const size = Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2;
    area += size;
    depth += size * along(positions, corners[0] ?? 0, side.normal);
    towards += size * along(normals, corners[0] ?? 0, side.normal);
    x += (size * (ax + bx + cx)) / 3;
    y += (size * (ay + by + cy)) / 3;
    xx += (size * (ax * ax + bx * bx + cx * cx + ax * bx + bx * cx + cx * ax)) / 6;
    yy += (size * (ay * ay + by * by + cy * cy + ay * by + by * cy + cy * ay)) / 6;
  }
  const middle = [x / area, y / area] as const;
  const extent = (moment: number, mean: number) =>
    Math.sqrt(12 * Math.max(0, moment / area - mean * mean));
  const extents = [extent(xx, middle[0]), extent(yy, middle[1])] as const;
  return { mesh, side, area, middle, extents, flatness: towards / area, depth: depth / area };
}

async function paintOn(
  { mesh, side, middle, extents }: Surface,
  motif: Motif,
  bounds: Bounds,
): Promise<Mesh[]> {
  const { layers = [], ...material } = mesh.material;
  const pieces = splitMesh(mesh, facing(mesh, side), { name: `${mesh.name} motif`, material });
  const painted = pieces.at(-1);
  if (!painted) return [mesh];
  const [left, right] = extentAlong(painted, side.right);
  const [first, last] = extentAlong(painted, side.down);
  const edge = Math.max(right - left, last - first);
  const pixel = texturePixels / edge;
  const canvas = createCanvas(texturePixels, texturePixels);
  const context = canvas.getContext("2d");
  if (layers.length === 0) {
    context.fillStyle = material.color;
    context.fillRect(0, 0, texturePixels, texturePixels);
  } else {
    const image = context.createImageData(texturePixels, texturePixels);
    const tile = await paintTile(material, layers);
    const tilePixel = 1 / (pixel * tileEdge(bounds));
    for (let row = 0; row < texturePixels; row += 1) {
      for (let column = 0; column < texturePixels; column += 1) {
        const color = pixelAt(tile, column * tilePixel, row * tilePixel);
        image.data.set([...color, 255], (row * texturePixels + column) * 4);
      }
    }
    context.putImageData(image, 0, 0);
  }
  const figure = await drawFigure(motif, material.color);
  const most = [extents[0] * figureShare * (motif.text ? 1.25 : 1), extents[1] * figureShare];
  const scale = Math.min((most[0] ?? 0) / figure.width, (most[1] ?? 0) / figure.height) * pixel;
  const [width, height] = [figure.width * scale, figure.height * scale];
  const [x, y] = [(middle[0] - left) * pixel, (middle[1] - first) * pixel];
  context.drawImage(figure, x - width / 2, y - height / 2, width, height);
  const image = toTexture(canvas);

  const count = painted.positions.length / 3;
  const coordinates = new Float32Array(count * 2);
  for (let vertex = 0; vertex < count; vertex += 1) {
    coordinates[vertex * 2] = (along(painted.positions, vertex, side.right) - left) / edge;
    coordinates[vertex * 2 + 1] = (along(painted.positions, vertex, side.down) - first) / edge;
  }
  const textured: Mesh = {
    ...painted,
    material: { ...material, color: "#ffffff" },
    texture: { coordinates, image, repeats: true },
  };
  return [...pieces.slice(0, -1), textured].map((piece) =>
    piece === textured ? piece : { ...piece, material: mesh.material },
  );
}

function pixelAt({ pixels, size }: TextureImage, u: number, v: number): number[] {
  const [column, row] = [u, v].map((share) => Math.floor((share - Math.floor(share)) * size));
  const start = ((row ?? 0) * size + (column ?? 0)) * 3;
  return [...pixels.subarray(start, start + 3)];
}

function toTexture(canvas: Canvas): TextureImage {
  const { data } = canvas.getContext("2d").getImageData(0, 0, texturePixels, texturePixels);
  const pixels = new Uint8Array(texturePixels * texturePixels * 3);
  for (let index = 0; index < texturePixels * texturePixels; index += 1) {
    pixels.set(data.subarray(index * 4, index * 4 + 3), index * 3);
  }
  return { png: canvas.toBuffer("image/png"), pixels, size: texturePixels };
}

/** Draws the figure or the text on a transparent ground, cropped to what is drawn. */
async function drawFigure(motif: Motif, ground: string): Promise<Canvas> {
  if (motif.text !== undefined) return drawText(motif.text, motif.color ?? contrastTo(ground));
  const art = await loadImage(artPath(motif.emoji ?? ""));
  const canvas = createCanvas(art.width, art.height);
  canvas.getContext("2d").drawImage(art, 0, 0);
  if (motif.color !== undefined) return repaint(canvas, motif.color);
  return motif.isEngraved ? engrave(canvas, ground) : canvas;
}

/** Keeps light and shade of a figure in tones of the ground. */
function engrave(canvas: Canvas, ground: string): Canvas {
  const image = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const base = parseHex(ground);
  for (let index = 0; index < image.data.length; index += 4) {
    const [red = 0, green = 0, blue = 0] = image.data.subarray(index, index + 3);
    const light = (0.3 * red + 0.59 * green + 0.11 * blue) / 255;
    for (const channel of [0, 1, 2] as const) {
      image.data[index + channel] = Math.round((base[channel] ?? 0) * (0.35 + 0.5 * light));
    }
  }
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}

function drawText(text: string, color: string): Canvas {
  const [font, margin] = [`bold 120px "${letteringFamily}"`, 6];
  const measuring = createCanvas(8, 8).getContext("2d");
  measuring.font = font;
  const canvas = createCanvas(Math.ceil(measuring.measureText(text).width) + 2 * margin, 112);
  const context = canvas.getContext("2d");
  context.font = font;
  context.textBaseline = "alphabetic";
  context.fillStyle = color;
  context.fillText(text, margin, 100);
  return canvas;
}

function contrastTo(ground: string): string {
  const [red, green, blue] = parseHex(ground);
  return 0.3 * red + 0.59 * green + 0.11 * blue > 120 ? "#26262b" : "#f4f3f0";
}
