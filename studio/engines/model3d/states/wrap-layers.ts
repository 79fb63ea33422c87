import sharp from "sharp";

import type { Material, SurfaceLayer } from "#studio/engines/model3d/material.ts";
import type { Bounds, Mesh, TextureImage } from "#studio/engines/model3d/mesh.ts";
import { boundsOf, longestExtent, pickVertices } from "#studio/engines/model3d/mesh.ts";
import { parseHex } from "#studio/engines/scene/color.ts";

import type { Rgb } from "./layers.ts";
import { painters } from "./layers.ts";

const tilePixels = 256;
/** Edge of a tile as a share of the longest extent of the thing. */
const tileShare = 0.5;
/** Below this height, as a share of the footprint, bands run across the top instead of around. */
const flatShare = 0.35;
/** Layers of bands around a thing; others are projected along the nearest axis of each face. */
const bandLayers: ReadonlySet<string> = new Set(["stripes", "bands", "rainbow", "zebra"]);

/** Draws the layers of materials on their meshes: each gets a repeating texture. Other meshes stay as they are. */
export async function wrapLayers(meshes: readonly Mesh[]): Promise<Mesh[]> {
  if (meshes.every(({ material }) => !material.layers)) return [...meshes];
  const bounds = boundsOf(meshes);
  const tiles = new Map<string, Promise<TextureImage>>();
  return Promise.all(
    meshes.map(async (mesh) => {
      const { layers, ...material } = mesh.material;
      if (!layers || mesh.texture) return mesh;
      const key = JSON.stringify([material.color, layers]);
      const tile = tiles.get(key) ?? paintTile(material, layers);
      tiles.set(key, tile);
      const places = layers.some(({ name }) => bandLayers.has(name))
        ? placeAsBands(mesh, bounds)
        : placeAlongAxes(mesh, bounds);
      return {
        ...mesh,
        ...places.mesh,
        material: { ...material, color: "#ffffff" },
        texture: { coordinates: places.coordinates, image: await tile, repeats: true },
      };
    }),
  );
}

/** Paints a repeating tile with a colour and its layers. */
export async function paintTile(
  { color }: Pick<Material, "color">,
  layers: readonly SurfaceLayer[],
): Promise<TextureImage> {
  const base = toRgb(color);
  const steps = layers.map(({ name, accent }) => ({
    paint: painters[name],
    accent: accent === undefined ? undefined : toRgb(accent),
  }));
  const pixels = new Uint8Array(tilePixels * tilePixels * 3);
  for (let place = 0; place < tilePixels * tilePixels; place += 1) {
    const u = ((place % tilePixels) + 0.5) / tilePixels;
    const v = (Math.floor(place / tilePixels) + 0.5) / tilePixels;
    let painted = base;
    for (const { paint, accent } of steps) painted = paint(u, v, painted, accent);
    for (const channel of [0, 1, 2] as const) {
      pixels[place * 3 + channel] = Math.round(255 * Math.min(1, Math.max(0, painted[channel])));
    }
  }
  const raw = { width: tilePixels, height: tilePixels, channels: 3 } as const;
  const png = await sharp(pixels, { raw }).png({ compressionLevel: 9 }).toBuffer();
  return { png, pixels, size: tilePixels };
}

function toRgb(color: string): Rgb {
  const [red, green, blue] = parseHex(color);
  return [red / 255, green / 255, blue / 255];
}

interface Places {
  readonly mesh: Partial<Mesh>;
  readonly coordinates: Float32Array;
}

/** Bands by height, or by depth on flat things: without a seam on round bodies. */
function placeAsBands({ positions }: Mesh, { low, high }: Bounds): Places {
  const edge = tileEdge({ low, high });
  const [wide, tall, deep] = [high[0] - low[0], high[1] - low[1], high[2] - low[2]];
  const along = tall < flatShare * Math.max(wide, deep) ? (wide > deep ? 0 : 2) : 1;
  const across = along === 0 ? 2 : 0;
  const coordinates = new Float32Array((positions.length / 3) * 2);
  for (let vertex = 0; vertex * 3 < positions.length; vertex += 1) {
    coordinates[vertex * 2] = ((positions[vertex * 3 + across] ?? 0) - low[across]) / edge;
    coordinates[vertex * 2 + 1] = (high[along] - (positions[vertex * 3 + along] ?? 0)) / edge;
  }
  return { mesh: {}, coordinates };
}

/** Projects each face along the axis that it faces most. Vertices between such faces are split. */
function placeAlongAxes({ positions, normals, indices }: Mesh, bounds: Bounds): Places {
  const edge = tileEdge(bounds);
  const { low, high } = bounds;
  const split = new Map<number, number>();
  const sources: number[] = [];
  const coordinates: number[] = [];
  const wrapped = new Uint32Array(indices.length);
  for (let start = 0; start < indices.length; start += 3) {
    const axis = facedAxis(positions, indices, start);
    for (let corner = start; corner < start + 3; corner += 1) {
      const vertex = indices[corner] ?? 0;
      const key = vertex * 3 + axis;
      let place = split.get(key);
      if (place === undefined) {
        place = sources.length;
        split.set(key, place);
        sources.push(vertex);
        const [x, y, z] = [0, 1, 2].map((at) => positions[vertex * 3 + at] ?? 0) as [
          number,
          number,
          number,
        ];
        const across = axis === 0 ? z - low[2] : x - low[0];
        const down = axis === 1 ? z - low[2] : high[1] - y;
        coordinates.push(across / edge, down / edge);
      }
      wrapped[corner] = place;
    }
  }
  return {
    mesh: {
      positions: pickVertices(positions, sources),
      normals: pickVertices(normals, sources),
      indices: wrapped,
    },
    coordinates: Float32Array.from(coordinates),
  };
}

/** Edge of a tile in metres. */
export function tileEdge(bounds: Bounds): number {
  return tileShare * longestExtent(bounds);
}

function facedAxis(positions: Float32Array, indices: Uint32Array, start: number): 0 | 1 | 2 {
  const [a, b, c] = [0, 1, 2].map((corner) => (indices[start + corner] ?? 0) * 3) as [
    number,
    number,
    number,
  ];
  const side = (from: number, to: number, axis: number) =>
    (positions[to + axis] ?? 0) - (positions[from + axis] ?? 0);
  const part = (first: number, second: number) =>
    Math.abs(side(a, b, first) * side(a, c, second) - side(a, b, second) * side(a, c, first));
  const [x, y, z] = [part(1, 2), part(2, 0), part(0, 1)];
  if (y >= x && y >= z) return 1;
  return x > z ? 0 : 2;
}
