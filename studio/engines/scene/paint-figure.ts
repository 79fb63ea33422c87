import { type Canvas, type SKRSContext2D, createCanvas } from "@napi-rs/canvas";

import { darken, withAlpha } from "./color.ts";
import type { Stage } from "./layer.ts";
import type { Figure } from "./layout.ts";
import type { Scenery } from "./scenery/scenery.ts";
import { glow } from "./scenery/sky.ts";

/** Pose of a figure at a point in time: pixels and radians relative to its layout. */
export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly stretch: number;
  /** Width that is seen of a figure that turns around itself: 1 from the front, -1 mirrored. */
  readonly turn: number;
}

export const restPose: Pose = { x: 0, y: 0, angle: 0, stretch: 1, turn: 1 };

/** Renders a sprite at its final size in the scene's light. */
export function lightSprite(figure: Figure, stage: Stage, scenery: Scenery): Canvas {
  const { mood } = stage;
  const width = Math.max(1, Math.round(figure.width));
  const height = Math.max(1, Math.round(figure.height));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = "high";
  context.save();
  if (figure.isFlipped) {
    context.translate(width, 0);
    context.scale(-1, 1);
  }
  context.drawImage(figure.sprite, 0, 0, width, height);
  context.restore();
  if (figure.habit.habitat === "light") return canvas;

  const silhouette = cutSilhouette(canvas);
  context.globalCompositeOperation = "source-atop";
  context.save();
  context.globalCompositeOperation = "multiply";
  fillInside(context, silhouette, mood.ambient, mood.ambientShare * 0.5);
  context.restore();
  if (mood.time === "night") fillInside(context, silhouette, "#0b1436", 0.08);

  shadeFeet(context, silhouette, darken(scenery.groundColor, 0.4));
  paintRim(context, silhouette, stage, figure);
  return canvas;
}

/** Darkens a figure towards the ground and tints it with the ground's colour. */
function shadeFeet(context: SKRSContext2D, silhouette: Canvas, color: string): void {
  const { width, height } = silhouette;
  const shade = createCanvas(width, height);
  const shadeContext = shade.getContext("2d");
  shadeContext.drawImage(silhouette, 0, 0);
  shadeContext.globalCompositeOperation = "source-in";
  const gradient = shadeContext.createLinearGradient(0, height * 0.55, 0, height);
  gradient.addColorStop(0, withAlpha(color, 0));
  gradient.addColorStop(1, withAlpha(color, 0.5));
  shadeContext.fillStyle = gradient;
  shadeContext.fillRect(0, 0, width, height);
  context.save();
  context.globalCompositeOperation = "multiply";
  context.drawImage(shade, 0, 0);
  context.restore();
}

function cutSilhouette(source: Canvas): Canvas {
  const canvas = createCanvas(source.width, source.height);
  canvas.getContext("2d").drawImage(source, 0, 0);
  return canvas;
}

function colored(silhouette: Canvas, color: string): Canvas {
  const canvas = createCanvas(silhouette.width, silhouette.height);
  const context = canvas.getContext("2d");
  context.drawImage(silhouette, 0, 0);
  context.globalCompositeOperation = "source-in";
  context.fillStyle = color;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}

function fillInside(
  context: SKRSContext2D,
  silhouette: Canvas,
  color: string,
  alpha: number,
): void {
  if (alpha <= 0) return;
  context.save();
  context.globalAlpha = alpha;
  context.drawImage(colored(silhouette, color), 0, 0);
  context.restore();
}

/** Paints a bright edge on the lit side. */
function paintRim(context: SKRSContext2D, silhouette: Canvas, stage: Stage, figure: Figure): void {
  const { mood } = stage;
  const { width, height } = silhouette;
  const side = mood.lightX * stage.width < figure.x ? -1 : 1;
  const offset = Math.max(1.2, height * 0.016);
  const rim = createCanvas(width, height);
  const rimContext = rim.getContext("2d");
  rimContext.drawImage(colored(silhouette, mood.light), 0, 0);
  rimContext.globalCompositeOperation = "destination-out";
  rimContext.filter = `blur(${(offset * 0.9).toFixed(2)}px)`;
  rimContext.drawImage(silhouette, -side * offset, offset * 0.8);
  context.save();
  context.globalCompositeOperation = "source-atop";
  context.globalAlpha = mood.time === "day" ? 0.4 : 0.75;
  context.drawImage(rim, 0, 0);
  context.restore();
}

/** Shadow or reflection of a figure. Drawn once, because blurring would dominate the time of each frame. */
export interface Underlay {
  readonly picture: Canvas;
  /** Offset from the figure's feet to the corner of the canvas, like `y`. */
  readonly x: number;
  readonly y: number;
}

/** Draws the shadow on land or the reflection in water; null for hovering figures. */
export function prepareUnderlay(
  figure: Figure,
  lit: Canvas,
  stage: Stage,
  scenery: Scenery,
): Underlay | null {
  if (!figure.hasGroundUnder) return null;
  const margin = Math.ceil(figure.height * 0.1);
  if (scenery.footing === "water") {
    const picture = createCanvas(lit.width + margin * 2, Math.ceil(lit.height * 0.62) + margin * 2);
    const context = picture.getContext("2d");
    context.globalAlpha = 0.34;
    context.filter = `blur(${Math.max(1, figure.height * 0.012).toFixed(1)}px)`;
    context.translate(margin, margin + lit.height * 0.62);
    context.scale(1, -0.62);
    context.drawImage(lit, 0, 0);
    return { picture, x: -lit.width / 2 - margin, y: -figure.height * 0.06 - margin };
  }

  const { mood } = stage;
  const direction = mood.lightX * stage.width < figure.x ? 1 : -1;
  const lean = lit.height * 0.75;
  const picture = createCanvas(
    Math.ceil(lit.width + lean) + margin * 2,
    Math.ceil(lit.height * 0.3) + margin * 2,
  );
  const context = picture.getContext("2d");
  context.globalAlpha = mood.time === "night" ? 0.34 : 0.26;
  context.filter = `blur(${Math.max(1, figure.height * 0.014).toFixed(1)}px)`;
  const feet = { x: margin + lit.width / 2 + (direction < 0 ? lean : 0), y: margin };
  context.translate(feet.x, feet.y);
  // All lights are in the sky in front of the viewer, so shadows fall towards the viewer.
  context.transform(1, 0, -direction * 0.75, -0.3, 0, 0);
  context.drawImage(colored(lit, shadowColor(scenery)), -lit.width / 2, -lit.height);
  return { picture, x: -feet.x, y: -feet.y - figure.height * 0.012 };
}

function shadowColor(scenery: Scenery): string {
  return darken(scenery.groundColor, 0.82);
}

/** Paints a figure's shadow or reflection on the ground, and the glow of a luminous figure. */
export function paintUnder(
  context: SKRSContext2D,
  figure: Figure,
  underlay: Underlay | null,
  scenery: Scenery,
  pose: Pose,
): void {
  if (figure.habit.habitat === "light") {
    context.save();
    context.globalCompositeOperation = "screen";
    glow(context, figure.x, figure.y - figure.height * 0.4, figure.height * 2.6, "#ffa64a", 0.6);
    context.restore();
  }
  // The shadow of a figure that has left its place is out of sight.
  if (!underlay || pose.y < -figure.height) return;
  context.drawImage(underlay.picture, figure.x + pose.x + underlay.x, figure.y + underlay.y);
  if (scenery.footing === "water") return;
  const lift = Math.max(0, -pose.y / Math.max(1, figure.height));
  const reach = 1 - Math.min(0.5, lift * 1.5);
  softEllipse(context, shadowColor(scenery), 0.5 * reach, {
    x: figure.x + pose.x,
    y: figure.y - figure.height * 0.01,
    rx: figure.width * 0.54 * reach,
    ry: figure.height * 0.055,
  });
}

export function softEllipse(
  context: SKRSContext2D,
  color: string,
  alpha: number,
  { x, y, rx, ry }: { x: number; y: number; rx: number; ry: number },
): void {
  context.save();
  context.translate(x, y);
  context.scale(rx, ry);
  const gradient = context.createRadialGradient(0, 0, 0, 0, 0, 1);
  gradient.addColorStop(0, withAlpha(color, alpha));
  gradient.addColorStop(0.5, withAlpha(color, alpha * 0.7));
  gradient.addColorStop(1, withAlpha(color, 0));
  context.fillStyle = gradient;
  context.fillRect(-1, -1, 2, 2);
  context.restore();
}

export function paintFigure(context: SKRSContext2D, figure: Figure, lit: Canvas, pose: Pose): void {
  if (figure.string && figure.mount) {
    const hand = { x: figure.mount.x + figure.string.x, y: figure.string.y };
    context.strokeStyle = "rgba(250,250,250,0.85)";
    context.lineWidth = Math.max(1, figure.height * 0.012);
    context.beginPath();
    context.moveTo(figure.x + pose.x, figure.y + pose.y - figure.height * 0.1);
    context.quadraticCurveTo(figure.x, (figure.y + hand.y) / 2, hand.x, hand.y);
    context.stroke();
  }
  context.save();
  context.translate(figure.x + pose.x, figure.y + pose.y);
  context.rotate(pose.angle);
  context.scale((2 - pose.stretch) * pose.turn, pose.stretch);
  context.drawImage(lit, -lit.width / 2, -lit.height);
  context.restore();
}
