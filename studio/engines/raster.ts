import sharp from "sharp";

import { type Issue, StudioError } from "#studio/errors.ts";

/** RGB pixels, row by row. `alpha` has one byte per pixel; null when every pixel is opaque. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
  readonly alpha: Uint8Array | null;
}

const inputPixelsMax = 64 * 1024 * 1024;

/** One thread, like all models here: more threads are no faster on two busy cores. */
sharp.concurrency(1);

/**
 * Reads an image, applies its EXIF orientation and shrinks its longer side to `edgeMax`. Throws
 * `invalid_input` when the image cannot be decoded.
 */
export async function readRaster(path: string, edgeMax: number): Promise<Raster> {
  try {
    const { data, info } = await sharp(path, { limitInputPixels: inputPixelsMax })
      .rotate()
      .resize(edgeMax, edgeMax, { fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return fromRgba(data, info.width, info.height);
  } catch (error) {
    throw new StudioError("invalid_input", "The image cannot be decoded.", { cause: error });
  }
}

export function fromRgba(data: Uint8Array, width: number, height: number): Raster {
  const pixels = width * height;
  const rgb = new Uint8Array(pixels * 3);
  const alpha = new Uint8Array(pixels);
  let isOpaque = true;
  for (let index = 0; index < pixels; index += 1) {
    rgb[index * 3] = data[index * 4] ?? 0;
    rgb[index * 3 + 1] = data[index * 4 + 1] ?? 0;
    rgb[index * 3 + 2] = data[index * 4 + 2] ?? 0;
    const opacity = data[index * 4 + 3] ?? 255;
    alpha[index] = opacity;
    if (opacity !== 255) isOpaque = false;
  }
  return { width, height, rgb, alpha: isOpaque ? null : alpha };
}

/** Returns the share of a plane's values, 0–1, that fulfil a condition. */
export function rasterShare(plane: Uint8Array, fulfils: (value: number) => boolean): number {
  let count = 0;
  for (const value of plane) if (fulfils(value)) count += 1;
  return count / plane.length;
}

export const imageFormats = ["png", "jpeg", "webp"] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** Finds a supported format by name, extension or media type. Defaults to PNG. */
export function findImageFormat(word: string | undefined): ImageFormat | undefined {
  const plain = (word ?? "png").toLowerCase().replace(/^(image\/|\.)/, "");
  if (plain === "jpg") return "jpeg";
  return imageFormats.find((format) => format === plain);
}

export function checkImageFormat(format: string | undefined): readonly Issue[] {
  if (findImageFormat(format)) return [];
  return [{ path: "parameters.format", message: `expected one of ${imageFormats.join(", ")}` }];
}

/** Writes the image with EXIF that names the engine. JPEG drops the alpha channel. */
export async function writeRaster(
  raster: Raster,
  path: string,
  options: { format: ImageFormat; engine: string; description: string },
): Promise<void> {
  const { width, height } = raster;
  const base = sharp(raster.rgb, { raw: { width, height, channels: 3 } });
  if (raster.alpha && options.format !== "jpeg") {
    base.joinChannel(Buffer.from(raster.alpha), { raw: { width, height, channels: 1 } });
  }
  base.withExif({
    IFD0: { Software: `studio ${options.engine}`, ImageDescription: options.description },
  });
  switch (options.format) {
    case "png":
      await base.png({ compressionLevel: 7 }).toFile(path);
      return;
    case "jpeg":
      await base.jpeg({ quality: 92 }).toFile(path);
      return;
    case "webp":
      await base.webp({ quality: 92 }).toFile(path);
      return;
  }
}
