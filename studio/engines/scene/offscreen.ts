import { type SKRSContext2D, createCanvas } from "@napi-rs/canvas";

import type { Stage } from "./layer.ts";
import { marginOf } from "./layer.ts";

/**
 * Paints on a separate canvas and draws that canvas blurred and faded. A filter on the scene's context
 * would run again for every stroke.
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
