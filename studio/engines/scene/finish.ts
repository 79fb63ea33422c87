import { type Canvas, createCanvas } from "@napi-rs/canvas";

import type { Scene } from "./scene.ts";

/**
 * Creates the final effects of an image: bloom, darker corners, and the lettering on top, which stays
 * unaffected. Parts that are equal in all frames are drawn once.
 */
export function createFinish(scene: Scene): (canvas: Canvas) => void {
  const { width, height, mood } = scene.stage;
  const small = createCanvas(Math.ceil(width / 8), Math.ceil(height / 8));
  const smallContext = small.getContext("2d");
  smallContext.filter = `blur(${(Math.min(width, height) * 0.004).toFixed(1)}px)`;
  const overlay = drawOverlay(scene);

  return (canvas) => {
    const context = canvas.getContext("2d");
    smallContext.drawImage(canvas, 0, 0, small.width, small.height);
    context.save();
    context.globalCompositeOperation = "soft-light";
    context.globalAlpha = 0.5;
    context.drawImage(small, 0, 0, width, height);
    context.globalCompositeOperation = "screen";
    context.globalAlpha = mood.time === "night" ? 0.1 : 0.05;
    context.drawImage(small, 0, 0, width, height);
    context.restore();
    context.drawImage(overlay, 0, 0);
  };
}

function drawOverlay(scene: Scene): Canvas {
  const { width, height } = scene.stage;
  const overlay = createCanvas(width, height);
  const context = overlay.getContext("2d");
  const vignette = context.createRadialGradient(
    width / 2,
    height * 0.48,
    Math.min(width, height) * 0.4,
    width / 2,
    height / 2,
    Math.hypot(width, height) * 0.58,
  );
  vignette.addColorStop(0, "rgba(6,4,24,0)");
  vignette.addColorStop(1, "rgba(6,4,24,0.44)");
  context.fillStyle = vignette;
  context.fillRect(0, 0, width, height);
  scene.lettering?.still(context);
  return overlay;
}
