import { type Canvas, createCanvas } from "@napi-rs/canvas";

import { type Raster, fromRgba } from "./raster.ts";

/** Draws an image on a canvas of its size. */
export function toCanvas({ rgb, alpha, width, height }: Raster): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const image = context.createImageData(width, height);
  for (let index = 0; index < width * height; index += 1) {
    image.data.set(rgb.subarray(index * 3, index * 3 + 3), index * 4);
    image.data[index * 4 + 3] = alpha?.[index] ?? 255;
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

export function fromCanvas(canvas: Canvas): Raster {
  const { width, height } = canvas;
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  return fromRgba(new Uint8Array(data.buffer), width, height);
}
