import type { Canvas } from "@napi-rs/canvas";

import type { PromptReading } from "#studio/engines/scene/reading/read-prompt.ts";

import { drawIcon, drawLogo } from "./badge.ts";
import { drawIsometric } from "./isometric.ts";
import { drawLineArt } from "./line-art.ts";
import { drawPattern } from "./pattern.ts";
import { drawPoster } from "./poster.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Draws a prompt's layout; null when it has none, and a scene is drawn. */
export async function drawDesign(
  prompt: string,
  reading: PromptReading,
  size: Size,
  seed: number,
): Promise<Canvas | null> {
  switch (reading.design) {
    case "logo":
      return drawLogo(reading, size, seed);
    case "icon":
      return drawIcon(reading, size, seed);
    case "pattern":
      return drawPattern(prompt, reading, size, seed);
    case "line-art":
      return drawLineArt(reading, size, seed);
    case "isometric":
      return drawIsometric(prompt, reading, size, seed);
    case "poster":
      return drawPoster(reading, size, seed);
    case null:
      return null;
  }
}
