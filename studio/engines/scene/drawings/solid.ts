import type { SKRSContext2D } from "@napi-rs/canvas";

import { darken, lighten } from "#studio/engines/scene/color.ts";

/**
 * Fills an ellipse that looks like soft plastic lit from the upper left. All shapes of this file match
 * the style of the art library, so that drawings and library art can form one figure.
 */
export function solidEllipse(
  context: SKRSContext2D,
  color: string,
  { x, y, rx, ry, angle = 0 }: { x: number; y: number; rx: number; ry: number; angle?: number },
): void {
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  context.scale(rx, ry);
  const gradient = context.createRadialGradient(-0.35, -0.45, 0.05, 0, 0, 1.05);
  addShades(gradient, color);
  context.fillStyle = gradient;
  context.beginPath();
  context.arc(0, 0, 1, 0, Math.PI * 2);
  context.fill();
  context.restore();
}

/** Fills a path with a gradient over its box, lit from the upper left. */
export function solidPath(
  context: SKRSContext2D,
  color: string,
  box: { x: number; y: number; width: number; height: number },
  trace: () => void,
): void {
  const { x, y, width, height } = box;
  const reach = Math.hypot(width, height) * 0.75;
  const gradient = context.createRadialGradient(
    x + width * 0.32,
    y + height * 0.22,
    reach * 0.03,
    x + width * 0.45,
    y + height * 0.4,
    reach,
  );
  addShades(gradient, color);
  context.fillStyle = gradient;
  context.beginPath();
  trace();
  context.fill();
}

/** Paints a limb with round ends between two points. */
export function solidLimb(
  context: SKRSContext2D,
  color: string,
  from: readonly [number, number],
  to: readonly [number, number],
  thickness: number,
): void {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  context.save();
  context.translate(from[0], from[1]);
  context.rotate(angle);
  const gradient = context.createLinearGradient(0, thickness / 2, 0, -thickness / 2);
  addShades(gradient, color);
  context.fillStyle = gradient;
  context.beginPath();
  context.roundRect(-thickness / 2, -thickness / 2, length + thickness, thickness, thickness / 2);
  context.fill();
  context.restore();
}

function addShades(
  gradient: { addColorStop(offset: number, color: string): void },
  color: string,
): void {
  gradient.addColorStop(0, lighten(color, 0.28));
  gradient.addColorStop(0.35, lighten(color, 0.06));
  gradient.addColorStop(0.7, color);
  gradient.addColorStop(1, darken(color, 0.34));
}
