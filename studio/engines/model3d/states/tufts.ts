import type { Mesh } from "#studio/engines/model3d/mesh.ts";
import { boundsOf, longestExtent } from "#studio/engines/model3d/mesh.ts";
import { parseHex, toHex } from "#studio/engines/scene/color.ts";

import type { SurfacePoint } from "./sample-surface.ts";
import { sampleSurface } from "./sample-surface.ts";

const tuftCount = 6500;
const sides = 3;
/** Length and width of a tuft in longest extents of the thing. */
const tuftSize = { length: 0.045, width: 0.012 };
/** How far tufts hang down instead of standing out. */
const hang = 0.75;
const tones = [0.8, 0.92, 1.04];

/** Covers meshes with short tufts in tones of their colour: closed spikes that lean downwards. */
export function growTufts(meshes: readonly Mesh[], random: () => number): Mesh[] {
  const extent = longestExtent(boundsOf(meshes));
  const points = sampleSurface(meshes, tuftCount, random);
  return meshes.flatMap((mesh) => {
    const own = points.filter((point) => point.mesh === mesh);
    return tones.flatMap((tone, index) => {
      const some = own.filter((_, place) => place % tones.length === index);
      return some.length === 0 ? [] : [joinTufts(mesh, some, tone, extent, random)];
    });
  });
}

function joinTufts(
  mesh: Mesh,
  points: readonly SurfacePoint[],
  tone: number,
  extent: number,
  random: () => number,
): Mesh {
  const positions: number[] = [];
  const normals: number[] = [];
  const indices: number[] = [];
  for (const { place, normal } of points) {
    const first = positions.length / 3;
    const length = extent * tuftSize.length * (0.6 + 0.8 * random());
    const lean = [random() - 0.5, random() * 0.4 - hang, random() - 0.5] as const;
    const tip = add(place, normal, length * 0.75);
    const bent = add(tip, lean, length);
    const [across, along] = basisOf(normal);
    const foot = add(place, normal, -length * 0.2);
    for (let side = 0; side < sides; side += 1) {
      const angle = (2 * Math.PI * side) / sides;
      const out = add(
        add(foot, across, Math.cos(angle) * extent * tuftSize.width),
        along,
        Math.sin(angle) * extent * tuftSize.width,
      );
      positions.push(...out);
      normals.push(...normal);
      indices.push(first + side, first + ((side + 1) % sides), first + sides);
    }
    positions.push(...bent);
    normals.push(...normal);
    indices.push(first, first + 2, first + 1);
  }
  return {
    name: `${mesh.name} tufts ${tones.indexOf(tone) + 1}`,
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    indices: Uint32Array.from(indices),
    material: {
      ...mesh.material,
      color: shaded(mesh.material.color, tone),
      roughness: 1,
      metallic: 0,
    },
  };
}

type Triple = readonly [number, number, number];

function add(place: Triple, by: Triple, factor: number): Triple {
  return [place[0] + by[0] * factor, place[1] + by[1] * factor, place[2] + by[2] * factor];
}

/** Two directions along a surface, at right angles. */
function basisOf([x, y, z]: Triple): [Triple, Triple] {
  const across: Triple = Math.abs(y) > 0.9 ? unit([0, z, -y]) : unit([z, 0, -x]);
  return [
    across,
    [y * across[2] - z * across[1], z * across[0] - x * across[2], x * across[1] - y * across[0]],
  ];
}

function unit([x, y, z]: Triple): Triple {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

function shaded(color: string, by: number): string {
  const [red, green, blue] = parseHex(color);
  const channel = (value: number) => Math.min(255, value * by);
  return toHex([channel(red), channel(green), channel(blue)]);
}
