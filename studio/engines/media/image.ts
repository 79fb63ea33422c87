import { join } from "node:path";

import sharp, { type Sharp } from "sharp";

import type { EngineContext, EngineOutput } from "#studio/engine.ts";
import { type ImageFormat, imageFormats } from "#studio/engines/raster.ts";
import { StudioError } from "#studio/errors.ts";

import { imageEdgeMax, imageInputPixelsMax, imagePixelsMax } from "./limits.ts";
import type { MediaFile } from "./probe.ts";

export interface OpenedImage {
  /** Upright and in sRGB, with an alpha channel. */
  readonly pixels: Sharp;
  readonly width: number;
  readonly height: number;
}

/** Opens the first frame of an image as decoded pixels. Throws `invalid_input`. */
export async function openImage({ path }: MediaFile): Promise<OpenedImage> {
  try {
    const { data, info } = await sharp(path, { limitInputPixels: imageInputPixelsMax })
      .rotate()
      .toColourspace("srgb")
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    return { pixels: sharp(data, { raw: { width, height, channels: 4 } }), width, height };
  } catch (error) {
    throw new StudioError("invalid_input", "The image cannot be decoded.", { cause: error });
  }
}

/** Throws `invalid_input` when an image of this size is not written. */
export function checkImageSize(width: number, height: number): void {
  if (Math.max(width, height) > imageEdgeMax || width * height > imagePixelsMax) {
    const message = `The image would be ${width} × ${height}; ${imageEdgeMax} pixels an edge and 33 megapixels are the most.`;
    throw new StudioError("invalid_input", message);
  }
}

/** Chooses the format of an image again, else PNG. */
export function sameImageFormat({ contentType }: MediaFile): ImageFormat {
  return imageFormats.find((format) => contentType === `image/${format}`) ?? "png";
}

const defaultQuality = 90;

/** Writes `0.<format>`. JPEG has no transparency, so transparent parts become white. */
export async function writeImage(
  image: Sharp,
  format: ImageFormat,
  context: EngineContext,
  quality = defaultQuality,
): Promise<EngineOutput> {
  const path = join(context.workFolder, `0.${format}`);
  const { width, height } = await encode(image, format, quality).toFile(path);
  return { path, contentType: `image/${format}`, width, height };
}

function encode(image: Sharp, format: ImageFormat, quality: number): Sharp {
  switch (format) {
    case "png":
      return image.png({ compressionLevel: 7 });
    case "jpeg":
      return image.flatten({ background: "#ffffff" }).jpeg({ quality, mozjpeg: false });
    case "webp":
      return image.webp({ quality });
  }
}
