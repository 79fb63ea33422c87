import type { SKRSContext2D } from "@napi-rs/canvas";

import type { Stage } from "#studio/engines/scene/layer.ts";
import { type Figure, layOut } from "#studio/engines/scene/layout.ts";
import { chooseMood } from "#studio/engines/scene/mood.ts";
import { createRandom } from "#studio/engines/scene/random.ts";
import type { PromptReading } from "#studio/engines/scene/reading/read-prompt.ts";
import { choosePlace } from "#studio/engines/scene/scenery/choose-place.ts";
import type { Place } from "#studio/engines/scene/scenery/scenery.ts";

import type { Size } from "./draw-design.ts";

/** The figures of a prompt as they stand in its place, without the place. */
export interface LoneFigures {
  readonly figures: readonly Figure[];
  readonly place: Place;
  readonly stage: Stage;
}

export async function layOutAlone(
  reading: PromptReading,
  { width, height }: Size,
  seed: number,
): Promise<LoneFigures> {
  const random = createRandom(seed);
  const place = choosePlace(reading);
  const mood = chooseMood(reading, place === "abstract" ? "sky" : place, random.fork("mood"));
  const stage: Stage = { width, height, horizon: Math.round(height * 0.62), mood, random };
  const footing = { behind: [], inFront: [], footing: "hard", groundColor: "#888888" } as const;
  const alone: PromptReading = { ...reading, decor: [] };
  const figures = await layOut(alone, place === "abstract" ? "table" : place, stage, footing);
  return { figures, place, stage };
}

/** Paints the figures so large that they take the given share of the sheet, maybe with shadows on the ground. */
export function paintAlone(
  context: SKRSContext2D,
  { figures, stage }: LoneFigures,
  { share, shadow }: { share: number; shadow: string | null },
): void {
  const { width, height } = stage;
  const fit = fitOf(figures, stage, share);
  for (const figure of figures) {
    context.save();
    context.translate(
      width / 2 + (figure.x - fit.x) * fit.scale,
      height / 2 + (figure.y - fit.y) * fit.scale,
    );
    if (figure.isFlipped) context.scale(-1, 1);
    const [wide, tall] = [figure.width * fit.scale, figure.height * fit.scale];
    if (shadow !== null) paintShadow(context, wide, shadow);
    context.drawImage(figure.sprite, -wide / 2, -tall, wide, tall);
    context.restore();
  }
}

/** Soft, so that no line is drawn around it. */
function paintShadow(context: SKRSContext2D, wide: number, color: string): void {
  const radius = wide * 0.62;
  const gradient = context.createRadialGradient(0, 0, 0, 0, 0, radius);
  gradient.addColorStop(0.3, color);
  gradient.addColorStop(1, "rgba(70, 70, 70, 0)");
  context.save();
  context.scale(1, 0.12);
  context.fillStyle = gradient;
  context.fillRect(-radius, -radius, radius * 2, radius * 2);
  context.restore();
}

function fitOf(figures: readonly Figure[], { width, height }: Size, share: number) {
  const left = Math.min(...figures.map((figure) => figure.x - figure.width / 2), width);
  const right = Math.max(...figures.map((figure) => figure.x + figure.width / 2), 0);
  const top = Math.min(...figures.map((figure) => figure.y - figure.height), height);
  const bottom = Math.max(...figures.map((figure) => figure.y), 0);
  if (figures.length === 0) return { x: width / 2, y: height / 2, scale: 1 };
  const scale = Math.min((width * share) / (right - left), (height * share) / (bottom - top));
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale };
}
