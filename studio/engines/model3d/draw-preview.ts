import sharp from "sharp";

import type { Bounds, Mesh, TextureImage } from "./mesh.ts";
import { boundsOf } from "./mesh.ts";
import type { Frame, Projection } from "./rasterise.ts";
import { createFrame, rasterise } from "./rasterise.ts";
import { toLinear } from "./write-glb.ts";

export const previewSize = 768;
const samplesPerSide = 2;
/** Light that is seen through glass with nothing behind it. */
const backLight = 0.8;
const glassAlpha = 140;
const shadowSize = 1024;
const viewDegrees = { around: -32, above: 22 };
const lightDirection = normalised([-0.45, 0.85, 0.5]);
const fillDirection = normalised([0.9, 0.25, 0.45]);
const studioBackground: Background = { high: [0.86, 0.89, 0.93], low: [0.7, 0.73, 0.78] };

type Triple = readonly [number, number, number];

/** Tones of the upper and the lower edge, red, green and blue from 0 to 1. */
export interface Background {
  readonly high: Triple;
  readonly low: Triple;
}

/** Renders the meshes in three-quarter view on a floor. */
export async function drawPreview(meshes: readonly Mesh[]): Promise<Uint8Array> {
  const size = previewSize * samplesPerSide;
  const bounds = boundsOf(meshes);
  const picture = renderMeshes(meshes, {
    width: size,
    height: size,
    bounds,
    visible: cornersOf(bounds),
    around: viewDegrees.around,
    above: viewDegrees.above,
    background: studioBackground,
  });
  return sharp(picture, { raw: { width: size, height: size, channels: 3 } })
    .resize(previewSize, previewSize, { kernel: "lanczos2" })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/**
 * Renders the meshes with light, shadow and reflections, as rows of RGB. The camera looks at the centre of
 * `bounds` from the two angles in degrees, and is as far away as the points of `visible` need.
 */
export function renderMeshes(
  meshes: readonly Mesh[],
  view: View & { readonly background?: Background },
): Buffer {
  const { width, height, bounds, background = studioBackground } = view;
  const camera = placeCamera(view);
  const shadow = drawShadow(meshes, bounds);
  const colors = new Float32Array(width * height * 3);
  const frame = createFrame(width, height);
  drawFloor(background, bounds, camera, shadow, { frame, colors });
  // Transparent meshes are drawn last, over the surfaces behind them.
  const ordered = meshes.toSorted((left, right) => right.material.opacity - left.material.opacity);
  for (const mesh of ordered) drawMesh(mesh, camera, shadow, { frame, colors });
  return toPixels(colors);
}

/**
 * Renders meshes without floor and background, as rows of RGBA: a figure for another image. Glass is
 * translucent where nothing is behind it.
 */
export function renderFigure(meshes: readonly Mesh[], view: View): Buffer {
  const { width, height } = view;
  const camera = placeCamera(view);
  const shadow = drawShadow(meshes, view.bounds);
  const colors = new Float32Array(width * height * 3).fill(backLight);
  const frame = createFrame(width, height);
  const isGlass = ({ material }: Mesh) => material.opacity < 1;
  for (const mesh of meshes) if (!isGlass(mesh)) drawMesh(mesh, camera, shadow, { frame, colors });
  const solid = frame.depths.slice();
  for (const mesh of meshes) if (isGlass(mesh)) drawMesh(mesh, camera, shadow, { frame, colors });
  const rgba = Buffer.alloc(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    // Most of the image is empty.
    if (frame.depths[pixel] === Infinity) continue;
    for (const channel of [0, 1, 2])
      rgba[pixel * 4 + channel] = toPixel(colors[pixel * 3 + channel] ?? 0);
    rgba[pixel * 4 + 3] = solid[pixel] === Infinity ? glassAlpha : 255;
  }
  return rgba;
}

export interface View {
  readonly width: number;
  readonly height: number;
  readonly bounds: Bounds;
  readonly visible: readonly Triple[];
  readonly around: number;
  readonly above: number;
  /** Focal length in half edges of the image; longer ones flatten the perspective. */
  readonly focal?: number;
}

export function cornersOf({ low, high }: Bounds): Triple[] {
  return [low[0], high[0]].flatMap((x) =>
    [low[1], high[1]].flatMap((y) => [low[2], high[2]].map((z) => [x, y, z] as const)),
  );
}

interface Canvas {
  readonly frame: Frame;
  /** Three linear colour values for each pixel. */
  readonly colors: Float32Array;
}

interface Camera {
  readonly eye: Triple;
  readonly projection: Projection;
  /** Computes the direction from the eye through a point of the image, without normalizing it. */
  rayThrough(column: number, row: number): Triple;
}

function placeCamera(view: View): Camera {
  const { width, height, visible } = view;
  const { low, high } = view.bounds;
  const size = Math.min(width, height);
  const center: Triple = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
  const [around, above] = [radians(view.around), radians(view.above)];
  const back: Triple = [
    Math.sin(around) * Math.cos(above),
    Math.sin(above),
    Math.cos(around) * Math.cos(above),
  ];
  const right = normalised(cross([0, 1, 0], back));
  const up = cross(back, right);
  const focal = view.focal ?? 2.6;
  // The distance at which every visible point is inside the image, with a margin.
  const distance = Math.max(
    ...visible.map((point) => {
      const corner = subtract(point, center);
      const away = Math.max(Math.abs(dot(corner, right)), Math.abs(dot(corner, up)));
      return dot(corner, back) + (focal / 0.82) * away;
    }),
  );
  const eye: Triple = [
    center[0] + back[0] * distance,
    center[1] + back[1] * distance,
    center[2] + back[2] * distance,
  ];
  return {
    eye,
    rayThrough(column, row) {
      const across = (column - width / 2) / (size / 2);
      const upwards = (height / 2 - row) / (size / 2);
      return [
        right[0] * across + up[0] * upwards - back[0] * focal,
        right[1] * across + up[1] * upwards - back[1] * focal,
        right[2] * across + up[2] * upwards - back[2] * focal,
      ];
    },
    projection: {
      perspective: true,
      toPicture(x, y, z) {
        const point = subtract([x, y, z], eye);
        const depth = -dot(point, back);
        const zoom = (focal / depth) * (size / 2);
        return [width / 2 + dot(point, right) * zoom, height / 2 - dot(point, up) * zoom, depth];
      },
    },
  };
}

interface Shadow {
  /** Computes the light at a point: 0 in full shadow, 1 in full light. */
  lightAt(x: number, y: number, z: number): number;
  /** About two cells of the shadow map, in metres. */
  readonly lift: number;
}

function drawShadow(meshes: readonly Mesh[], { low, high }: Bounds): Shadow {
  const center: Triple = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
  const radius = Math.hypot(...subtract(high, low)) / 2;
  const right = normalised(cross([0, 1, 0], lightDirection));
  const up = cross(lightDirection, right);
  const zoom = shadowSize / (2.1 * radius);
  const projection: Projection = {
    perspective: false,
    toPicture(x, y, z) {
      const point = subtract([x, y, z], center);
      return [
        shadowSize / 2 + dot(point, right) * zoom,
        shadowSize / 2 - dot(point, up) * zoom,
        -dot(point, lightDirection),
      ];
    },
  };
  const frame = createFrame(shadowSize, shadowSize);
  for (const mesh of meshes) {
    if (mesh.material.glows || mesh.material.opacity < 0.6) continue;
    rasterise(mesh.positions, mesh.indices, projection, frame);
  }
  const bias = radius * 0.006;
  const isLit = (column: number, row: number, depth: number): number => {
    const outside = column < 0 || row < 0 || column >= shadowSize || row >= shadowSize;
    const nearest = outside ? Infinity : (frame.depths[row * shadowSize + column] ?? Infinity);
    return nearest > depth - bias ? 1 : 0;
  };
  return {
    lift: 3 / zoom,
    lightAt(x, y, z) {
      const [column, row, depth] = projection.toPicture(x, y, z);
      const [left, top] = [Math.round(column), Math.round(row)];
      const corners =
        isLit(left - 3, top - 3, depth) +
        isLit(left + 3, top - 3, depth) +
        isLit(left - 3, top + 3, depth) +
        isLit(left + 3, top + 3, depth) +
        isLit(left, top, depth);
      // Most points are far from a shadow's edge, where five equal samples suffice.
      if (corners === 0 || corners === 5) return corners / 5;
      let lit = 0;
      for (let dy = -3; dy <= 3; dy += 1) {
        for (let dx = -3; dx <= 3; dx += 1) lit += isLit(left + dx, top + dy, depth);
      }
      return lit / 49;
    },
  };
}

function drawFloor(
  background: Background,
  bounds: Bounds,
  camera: Camera,
  shadow: Shadow,
  { frame, colors }: Canvas,
): void {
  const { width, height } = frame;
  for (let row = 0; row < height; row += 1) {
    const mix = row / height;
    for (const channel of [0, 1, 2] as const) {
      const tone = (background.high[channel] * (1 - mix) + background.low[channel] * mix) ** 2.2;
      for (let column = 0; column < width; column += 1) {
        colors[(row * width + column) * 3 + channel] = tone;
      }
    }
  }
  // The floor is invisible except for the shadow on it.
  const floor = bounds.low[1];
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const ray = camera.rayThrough(column + 0.5, row + 0.5);
      if (ray[1] >= 0) continue;
      const distance = (floor - camera.eye[1]) / ray[1];
      const x = camera.eye[0] + ray[0] * distance;
      const z = camera.eye[2] + ray[2] * distance;
      const light = 0.45 + 0.55 * shadow.lightAt(x, floor, z);
      if (light === 1) continue;
      const at = (row * width + column) * 3;
      colors[at] = (colors[at] ?? 0) * light;
      colors[at + 1] = (colors[at + 1] ?? 0) * light;
      colors[at + 2] = (colors[at + 2] ?? 0) * light;
    }
  }
}

function drawMesh(mesh: Mesh, camera: Camera, shadow: Shadow, { frame, colors }: Canvas): void {
  const { material, texture } = mesh;
  const base = toLinear(material.color);
  const { positions, normals, indices } = mesh;
  const { opacity } = material;
  rasterise(positions, indices, camera.projection, frame, (pixel, triangle, ...weights) => {
    const position = interpolate(positions, indices, triangle, weights);
    const normal = normalised(interpolate(normals, indices, triangle, weights));
    const color = texture ? sampleTexture(texture, indices, triangle, weights) : base;
    const shaded = shade(position, normal, color, mesh, camera, shadow);
    const at = pixel * 3;
    colors[at] = mix(colors[at] ?? 0, shaded[0], opacity);
    colors[at + 1] = mix(colors[at + 1] ?? 0, shaded[1], opacity);
    colors[at + 2] = mix(colors[at + 2] ?? 0, shaded[2], opacity);
  });
}

function shade(
  position: Triple,
  normal: Triple,
  color: Triple,
  { material }: Mesh,
  camera: Camera,
  shadow: Shadow,
): Triple {
  if (material.glows) return [color[0] * 1.25, color[1] * 1.25, color[2] * 1.25];
  const view = normalised(subtract(camera.eye, position));
  const facing = dot(normal, lightDirection);
  // Sampled slightly above the surface, so that the surface does not shade itself.
  const lift = shadow.lift;
  const light =
    facing > 0
      ? shadow.lightAt(
          position[0] + normal[0] * lift,
          position[1] + normal[1] * lift,
          position[2] + normal[2] * lift,
        )
      : 0;
  const diffuse =
    Math.max(0, facing) * light * 1.05 + Math.max(0, dot(normal, fillDirection)) * 0.2;
  const sky = 0.34 + 0.2 * normal[1];
  const half = normalised([
    lightDirection[0] + view[0],
    lightDirection[1] + view[1],
    lightDirection[2] + view[2],
  ]);
  const shininess = 2 / Math.max(0.05, material.roughness) ** 3;
  const gloss = Math.max(0, dot(normal, half)) ** shininess * (1 - material.roughness) * light;
  const rim = (1 - Math.max(0, dot(normal, view))) ** 4 * (1 - material.roughness) * 0.35;
  // Metals reflect their surroundings: bright above, dark at the horizon.
  const mirrored = 2 * dot(normal, view) * normal[1] - view[1];
  const reflection = 0.35 + 0.65 * smoothStep(-0.35, 0.6, mirrored);
  return tripleOf((channel) => {
    const own = color[channel] ?? 0;
    const dull = own * (diffuse + sky);
    const metallic = own * (reflection * 1.1 + diffuse * 0.25);
    const body = dull * (1 - material.metallic) + metallic * material.metallic;
    const sheen = material.metallic > 0.5 ? own * 1.4 : 0.55;
    return body + gloss * sheen + rim;
  });
}

function tripleOf(at: (place: 0 | 1 | 2) => number): Triple {
  return [at(0), at(1), at(2)];
}

function sampleTexture(
  { coordinates, image, repeats }: NonNullable<Mesh["texture"]>,
  indices: Uint32Array,
  triangle: number,
  weights: Triple,
): Triple {
  let [u, v] = [0, 0];
  for (const corner of [0, 1, 2] as const) {
    const vertex = indices[triangle * 3 + corner] ?? 0;
    u += (coordinates[vertex * 2] ?? 0) * weights[corner];
    v += (coordinates[vertex * 2 + 1] ?? 0) * weights[corner];
  }
  if (repeats) return sampleTile(image, u * image.size - 0.5, v * image.size - 0.5);
  const column = Math.min(image.size - 1, Math.max(0, Math.floor(u * image.size)));
  const row = Math.min(image.size - 1, Math.max(0, Math.floor(v * image.size)));
  return pixelOf(image, column, row);
}

/** Blends the four pixels around a point of a repeating image. */
function sampleTile(image: TextureImage, x: number, y: number): Triple {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const at = (column: number, row: number) =>
    pixelOf(image, wrapped(column, image.size), wrapped(row, image.size));
  const [a, b, c, d] = [at(left, top), at(left + 1, top), at(left, top + 1), at(left + 1, top + 1)];
  const [across, down] = [x - left, y - top];
  return tripleOf((channel) =>
    mix(mix(a[channel], b[channel], across), mix(c[channel], d[channel], across), down),
  );
}

function wrapped(value: number, size: number): number {
  return ((value % size) + size) % size;
}

function pixelOf({ pixels, size }: TextureImage, column: number, row: number): Triple {
  const start = (row * size + column) * 3;
  return tripleOf((channel) => linearValues[pixels[start + channel] ?? 0] ?? 0);
}

/** Linear values of the 256 values of a pixel. */
const linearValues = Array.from({ length: 256 }, (_, value) => (value / 255) ** 2.2);

function interpolate(
  values: Float32Array,
  indices: Uint32Array,
  triangle: number,
  [first, second, third]: Triple,
): Triple {
  const a = (indices[triangle * 3] ?? 0) * 3;
  const b = (indices[triangle * 3 + 1] ?? 0) * 3;
  const c = (indices[triangle * 3 + 2] ?? 0) * 3;
  const at = (axis: number) =>
    (values[a + axis] ?? 0) * first +
    (values[b + axis] ?? 0) * second +
    (values[c + axis] ?? 0) * third;
  return [at(0), at(1), at(2)];
}

function mix(behind: number, front: number, opacity: number): number {
  return front * opacity + behind * (1 - opacity);
}

/** Pixel values of tones: computing a power for each value took a tenth of the time of an image. */
const brightestTone = 4;
const tonesPerUnit = 65_536;
const pixelValues = Uint8Array.from({ length: brightestTone * tonesPerUnit + 1 }, (_, tone) =>
  Math.round(255 * toneMap(tone / tonesPerUnit) ** (1 / 2.2)),
);

function toPixels(colors: Float32Array): Buffer {
  const pixels = Buffer.alloc(colors.length);
  for (let index = 0; index < colors.length; index += 1)
    pixels[index] = toPixel(colors[index] ?? 0);
  return pixels;
}

function toPixel(color: number): number {
  const tone = Math.min(brightestTone, Math.max(0, color));
  return pixelValues[Math.round(tone * tonesPerUnit)] ?? 255;
}

/** Compresses values above 0.75, including those brighter than white, into the range. */
function toneMap(value: number): number {
  if (value <= 0.75) return Math.max(0, value);
  return 0.75 + 0.25 * (1 - Math.exp(-(value - 0.75) / 0.25));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

function smoothStep(low: number, high: number, value: number): number {
  const part = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return part * part * (3 - 2 * part);
}

function dot(left: Triple, right: Triple): number {
  return left[0] * right[0] + left[1] * right[1] + left[2] * right[2];
}

function subtract(left: Triple, right: Triple): Triple {
  return [left[0] - right[0], left[1] - right[1], left[2] - right[2]];
}

function cross(left: Triple, right: Triple): Triple {
  return [
    left[1] * right[2] - left[2] * right[1],
    left[2] * right[0] - left[0] * right[2],
    left[0] * right[1] - left[1] * right[0],
  ];
}

function normalised(vector: Triple): Triple {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  return [vector[0] / length, vector[1] / length, vector[2] / length];
}
