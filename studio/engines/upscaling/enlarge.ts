import { setImmediate } from "node:timers/promises";

import ort from "onnxruntime-node";

import { convertEsrgan } from "./convert-esrgan.ts";

/** RGB pixels with one byte for each channel, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** Edge of a tile in pixels. Larger tiles need more memory and improve nothing. */
const tileSize = 128;
/** Pixels of context around a tile: the network's receptive field, so that tiles join without seams. */
const overlap = 18;

let session: Promise<ort.InferenceSession> | undefined;

/** Doubles an image, tile by tile. `onTile` receives the finished share and may throw to stop. */
export async function doubleSize(
  source: Pixels,
  onTile: (done: number) => void,
  tile = tileSize,
): Promise<Pixels> {
  session ??= openSession();
  const network = await session;
  const { width, height } = source;
  const result = { width: width * 2, height: height * 2, rgb: new Uint8Array(width * height * 12) };
  const columns = Math.ceil(width / tile);
  const rows = Math.ceil(height / tile);
  for (let index = 0; index < columns * rows; index += 1) {
    // Yields to the event loop, so that a cancellation takes effect between two tiles.
    await setImmediate();
    onTile(index / (columns * rows));
    const left = (index % columns) * tile;
    const top = Math.floor(index / columns) * tile;
    await enlargeTile(network, source, { left, top, tile }, result);
  }
  return result;
}

async function openSession(): Promise<ort.InferenceSession> {
  return ort.InferenceSession.create(await convertEsrgan(), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
    // Tiles at the edges differ in size, and the runtime would keep a memory plan for each size.
    enableMemPattern: false,
  });
}

async function enlargeTile(
  network: ort.InferenceSession,
  source: Pixels,
  { left, top, tile }: { left: number; top: number; tile: number },
  result: { width: number; height: number; rgb: Uint8Array },
): Promise<void> {
  const right = Math.min(source.width, left + tile);
  const bottom = Math.min(source.height, top + tile);
  const from = { x: Math.max(0, left - overlap), y: Math.max(0, top - overlap) };
  const to = {
    x: Math.min(source.width, right + overlap),
    y: Math.min(source.height, bottom + overlap),
  };
  const [width, height] = [to.x - from.x, to.y - from.y];
  const area = width * height;
  const values = new Float32Array(area * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const pixel = ((from.y + y) * source.width + from.x + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        values[channel * area + y * width + x] = (source.rgb[pixel + channel] ?? 0) / 255;
      }
    }
  }
  const input = new ort.Tensor("float32", values, [1, 3, height, width]);
  const output = (await network.run({ input }))["output"]?.data as Float32Array;
  const outputArea = area * 4;
  for (let y = top * 2; y < bottom * 2; y += 1) {
    for (let x = left * 2; x < right * 2; x += 1) {
      const place = (y - from.y * 2) * width * 2 + (x - from.x * 2);
      const pixel = (y * result.width + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = (output[channel * outputArea + place] ?? 0) * 255;
        result.rgb[pixel + channel] = Math.max(0, Math.min(255, Math.round(value)));
      }
    }
  }
}
