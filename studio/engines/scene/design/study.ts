import { type Canvas, createCanvas } from "@napi-rs/canvas";

import type { PromptReading } from "#studio/engines/scene/reading/read-prompt.ts";

import type { Size } from "./draw-design.ts";
import { layOutAlone, paintAlone } from "./lone-figures.ts";

const paper = "#ffffff";
const shadow = "rgba(70, 70, 70, 0.6)";
/** Share of the sheet that the figures take. */
const share = 0.74;

/** A pencil sketch shows its subjects on empty paper, unless the prompt names a place, a time or weather. */
export function isStudy({
  style,
  subjects,
  settings,
  time,
  weather,
  features,
  decor,
}: PromptReading): boolean {
  const isPlaced =
    settings.length + weather.length + features.size + decor.length > 0 || time !== null;
  return style === "pencil" && subjects.length > 0 && !isPlaced;
}

/** Paints the figures alone on paper, in colours; the style makes a drawing of them. */
export async function drawStudy(reading: PromptReading, size: Size, seed: number): Promise<Canvas> {
  const sheet = createCanvas(size.width, size.height);
  const context = sheet.getContext("2d");
  context.fillStyle = paper;
  context.fillRect(0, 0, size.width, size.height);
  paintAlone(context, await layOutAlone(reading, size, seed), { share, shadow });
  return sheet;
}
