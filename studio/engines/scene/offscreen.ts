import { type SKRSContext2D, createCanvas } from "@napi-rs/canvas";

import type { Stage } from "./layer.ts";
import { marginOf } from "./layer.ts";

/**
 * Paints on a sheet of its own and lays that on the picture, blurred and faded as a whole: a filter
 * on the picture's context would run anew for every single stroke.
 */
export function paintBlurred(
  context: SKRSContext2D,
  stage: Stage,
  { blur, alpha }: { blur: number; alpha: number },
  paint: (sheet: SKRSContext2D) => void,
): void {
  const margin = marginOf(stage);
  const sheet = createCanvas(stage.width + margin * 2, stage.height + margin * 2);
  const sheetContext = sheet.getContext("2d");
  sheetContext.translate(margin, margin);
  paint(sheetContext);
  context.save();
  context.globalAlpha = alpha;
  context.filter = `blur(${blur.toFixed(1)}px)`;
  context.drawImage(sheet, -margin, -margin);
  context.restore();
}
