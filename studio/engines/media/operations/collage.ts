import sharp from "sharp";
import { z } from "zod";

import { openImage, writeImage } from "#studio/engines/media/image.ts";
import { defineOperation } from "#studio/engines/media/operation.ts";
import { color, colorIssues, toHex } from "#studio/engines/media/parameters.ts";

export const collage = defineOperation({
  description: "Lays images out in rows of equal height; nothing is cut off.",
  takes: [["image+"]],
  makes: "image",
  parameters: {
    columns: z.int().min(1).max(20).optional(),
    gap: z.int().min(0).max(512).default(16),
    background: color.default("white"),
  },
  check: ({ background }) => colorIssues({ background }),
  async run({ columns, gap, background }, context) {
    const sizes: { width: number; height: number }[] = [];
    for (const file of context.inputs) {
      const { width, height } = await openImage(file);
      sizes.push({ width, height });
      context.signal.throwIfAborted();
    }
    const across = columns ?? Math.ceil(Math.sqrt(sizes.length));
    const plan = planRows(sizes, across, gap);
    const layers: { input: Buffer; left: number; top: number }[] = [];
    for (const [index, { left, top, width, height }] of plan.places.entries()) {
      const file = context.inputs[index];
      if (!file) break;
      context.progress((0.9 * index) / plan.places.length, "placing");
      context.signal.throwIfAborted();
      const { pixels } = await openImage(file);
      const input = await pixels.resize(width, height, { fit: "fill" }).png().toBuffer();
      layers.push({ input, left, top });
    }
    const { width, height } = plan;
    const sheet = sharp({ create: { width, height, channels: 3, background: toHex(background) } })
      .composite(layers)
      .removeAlpha();
    return writeImage(sheet, "png", context);
  },
});

interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const sheetWidth = 1920;
const sheetHeightMax = 4096;

/** Every row fills the width, but for a last one with fewer images, which is not taller than the others. */
function planRows(
  sizes: readonly { width: number; height: number }[],
  columns: number,
  gap: number,
): { width: number; height: number; places: Place[] } {
  const rows: { width: number; height: number }[][] = [];
  for (let index = 0; index < sizes.length; index += columns) {
    rows.push(sizes.slice(index, index + columns));
  }
  const ratioOf = ({ width, height }: { width: number; height: number }) =>
    Math.min(10, Math.max(0.1, width / height));
  const heights = rows.map((row) => {
    const free = Math.max(row.length, sheetWidth - gap * (row.length + 1));
    return free / row.reduce((sum, size) => sum + ratioOf(size), 0);
  });
  const last = rows.at(-1) ?? [];
  if (rows.length > 1 && last.length < columns) {
    const others = heights.slice(0, -1);
    const mean = others.reduce((sum, height) => sum + height, 0) / others.length;
    heights[heights.length - 1] = Math.min(mean, heights.at(-1) ?? mean);
  }
  const tall = heights.reduce((sum, height) => sum + height, gap * (rows.length + 1));
  const shrink = Math.min(1, sheetHeightMax / tall);

  const places: Place[] = [];
  let top = gap;
  for (const [index, row] of rows.entries()) {
    const height = Math.max(1, Math.round((heights[index] ?? 1) * shrink));
    const widths = row.map((size) => Math.max(1, Math.round(height * ratioOf(size))));
    const used = widths.reduce((sum, width) => sum + width, gap * (row.length - 1));
    let left = Math.max(0, Math.round((Math.round(sheetWidth * shrink) - used) / 2));
    for (const width of widths) {
      places.push({ left, top, width, height });
      left += width + gap;
    }
    top += height + gap;
  }
  const right = Math.max(...places.map(({ left, width }) => left + width));
  return { width: Math.max(right, Math.round(sheetWidth * shrink)), height: top, places };
}
