import { boxBlur } from "#studio/engines/filters/smooth.ts";

import { patchReach, patchSize } from "./patch.ts";

/** A copy of the image, in which the hole gets its pixels. Patches are named by the index of their centre. */
export interface Level {
  readonly width: number;
  readonly height: number;
  /** RGB, 0–255. */
  readonly pixels: Float32Array;
  readonly holeList: Int32Array;
  /** Patches that touch the hole, row by row. */
  readonly targets: Int32Array;
  readonly isTarget: Uint8Array;
  /** Patches without a pixel of the hole. */
  readonly isSource: Uint8Array;
  readonly sourceList: Int32Array;
  /** Steps from the edge of the hole to a pixel. */
  readonly depths: Uint16Array;
}

const edgeMin = 24;
const sourcesMin = 64;

/** Builds copies from small to full size, each twice as large; empty when too little is left outside of the hole. */
export function buildLevels(
  rgb: Uint8Array,
  hole: Uint8Array,
  width: number,
  height: number,
): readonly Level[] {
  const levels: Level[] = [];
  let image: Image = { pixels: Float32Array.from(rgb), hole, width, height };
  while (Math.min(image.width, image.height) >= patchSize) {
    const level = toLevel(image);
    if (level.sourceList.length < sourcesMin) break;
    levels.unshift(level);
    if (Math.min(image.width, image.height) < edgeMin * 2) break;
    image = halve(image);
  }
  const [smallest] = levels;
  if (smallest) spreadInwards(smallest);
  return levels;
}

interface Image {
  readonly pixels: Float32Array;
  readonly hole: Uint8Array;
  readonly width: number;
  readonly height: number;
}

function toLevel({ pixels, hole, width, height }: Image): Level {
  const touched = boxBlur(Float32Array.from(hole), width, height, patchReach);
  // Plain arrays of millions of numbers would take several times the memory.
  const holeList = new Int32Array(hole.length);
  const targets = new Int32Array(hole.length);
  const sourceList = new Int32Array(hole.length);
  let [holes, touching, apart] = [0, 0, 0];
  const isTarget = new Uint8Array(hole.length);
  const isSource = new Uint8Array(hole.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      if (hole[index]) holeList[holes++] = index;
      const isInside =
        x >= patchReach && y >= patchReach && x < width - patchReach && y < height - patchReach;
      if (!isInside) continue;
      // The running sums of the mean leave small remainders.
      if ((touched[index] ?? 0) > 0.5 / (patchSize * patchSize)) {
        targets[touching++] = index;
        isTarget[index] = 1;
      } else {
        sourceList[apart++] = index;
        isSource[index] = 1;
      }
    }
  }
  const depths = measureDepths(hole, width, height);
  return {
    width,
    height,
    pixels,
    holeList: holeList.slice(0, holes),
    targets: targets.slice(0, touching),
    isTarget,
    isSource,
    sourceList: sourceList.slice(0, apart),
    depths,
  };
}

/** City-block distance to the edge of the hole, in two passes. */
function measureDepths(hole: Uint8Array, width: number, height: number): Uint16Array {
  const far = width + height;
  const depths = new Uint16Array(hole).map((inside) => (inside ? far : 0));
  const lower = (index: number, neighbour: number) => {
    depths[index] = Math.min(depths[index] ?? 0, (depths[neighbour] ?? 0) + 1);
  };
  for (let index = 0; index < hole.length; index += 1) {
    if (index % width > 0) lower(index, index - 1);
    if (index >= width) lower(index, index - width);
  }
  for (let index = hole.length - 1; index >= 0; index -= 1) {
    if (index % width < width - 1) lower(index, index + 1);
    if (index < width * (height - 1)) lower(index, index + width);
  }
  return depths;
}

/** Halves an image. Only pixels outside of the hole count; a pixel without any belongs to the hole. */
function halve({ pixels, hole, width, height }: Image): Image {
  const [small, low] = [width >> 1, height >> 1];
  const target = new Float32Array(small * low * 3);
  const inside = new Uint8Array(small * low);
  for (let y = 0; y < low; y += 1) {
    for (let x = 0; x < small; x += 1) {
      const corner = y * 2 * width + x * 2;
      const known = [corner, corner + 1, corner + width, corner + width + 1].filter(
        (index) => !hole[index],
      );
      const place = y * small + x;
      if (known.length < 4) inside[place] = 1;
      for (const channel of [0, 1, 2]) {
        const sum = known.reduce((all, index) => all + (pixels[index * 3 + channel] ?? 0), 0);
        target[place * 3 + channel] = known.length === 0 ? 0 : sum / known.length;
      }
    }
  }
  return { pixels: target, hole: inside, width: small, height: low };
}

/** Starts the hole of the smallest level with the means of what lies around it, from its edge inwards. */
function spreadInwards({ pixels, holeList, depths, width, height }: Level): void {
  const inwards = holeList.toSorted((one, other) => (depths[one] ?? 0) - (depths[other] ?? 0));
  const isKnown = new Uint8Array(depths.map((depth) => (depth === 0 ? 1 : 0)));
  for (const index of inwards) {
    const x = index % width;
    const y = (index - x) / width;
    const around: number[] = [];
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
        if (isKnown[row * width + column]) around.push(row * width + column);
      }
    }
    for (const channel of [0, 1, 2]) {
      const sum = around.reduce((all, near) => all + (pixels[near * 3 + channel] ?? 0), 0);
      pixels[index * 3 + channel] = sum / Math.max(1, around.length);
    }
    isKnown[index] = 1;
  }
}
