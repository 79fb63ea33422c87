import sharp from "sharp";

import type { Raster } from "#studio/engines/raster.ts";

import type { Face } from "./faces/find-faces.ts";
import { type ColorShare, findColors } from "./find-colors.ts";
import { type Composition, findComposition } from "./find-subject.ts";
import { type Quality, measureQuality } from "./measure-quality.ts";
import type { Topic } from "./read-topics.ts";
import type { TextLine } from "./text/read-text.ts";

/** Facts about an image. A topic that was not requested is absent. */
export interface Analysis {
  readonly size: {
    readonly width: number;
    readonly height: number;
    readonly orientation: "landscape" | "portrait" | "square";
    readonly isTransparent: boolean;
  };
  readonly colors?: readonly ColorShare[];
  readonly light?: Quality["light"];
  readonly sharpness?: Quality["sharpness"];
  readonly composition?: Composition;
  /** Null when the model pack could not be fetched and the request was for a description. */
  readonly text?: { readonly lines: readonly TextLine[] } | null;
  /** Null as for text. */
  readonly faces?: readonly Face[] | null;
}

/** Measures what needs no network. `raster` is the upright image, perhaps at a smaller size. */
export async function measurePicture(
  path: string,
  raster: Raster,
  topics: readonly Topic[],
): Promise<Analysis> {
  const size = await readSize(path, raster);
  const wants = (...names: Topic[]) => names.some((name) => topics.includes(name));
  const quality = wants("light", "sharpness") ? measureQuality(raster) : undefined;
  return {
    size,
    ...(wants("colors") ? { colors: findColors(raster) } : {}),
    ...(quality && wants("light") ? { light: quality.light } : {}),
    ...(quality && wants("sharpness") ? { sharpness: quality.sharpness } : {}),
    ...(wants("subject") ? { composition: await findComposition(raster, size) } : {}),
  };
}

/** Squares may differ by this fraction of an edge. */
const squareTolerance = 0.02;

async function readSize(path: string, { alpha }: Raster): Promise<Analysis["size"]> {
  const { autoOrient } = await sharp(path).metadata();
  const { width, height } = autoOrient;
  const ratio = width / height;
  const orientation =
    Math.abs(ratio - 1) < squareTolerance ? "square" : ratio > 1 ? "landscape" : "portrait";
  return { width, height, orientation, isTransparent: alpha !== null };
}
