import type { SKRSContext2D } from "@napi-rs/canvas";

import type { Mood } from "./mood.ts";
import type { Random } from "./random.ts";

/** The picture's frame and light, known to everything that paints. */
export interface Stage {
  readonly width: number;
  readonly height: number;
  /** Pixels from the top to where the ground meets what is behind it. */
  readonly horizon: number;
  readonly mood: Mood;
  readonly random: Random;
}

export interface StillLayer {
  /** 0 is the sky, 1 is right before the camera. */
  readonly depth: number;
  readonly still: (context: SKRSContext2D) => void;
}

export interface MovingLayer {
  readonly depth: number;
  readonly moving: (context: SKRSContext2D, timeSeconds: number) => void;
}

/**
 * One sheet of the scene. Everything paints from `-margin` to `width + margin`, so that a moving
 * camera never sees an edge.
 */
export type Layer = StillLayer | MovingLayer;

/** How far layers reach beyond the frame. */
export function marginOf(stage: Pick<Stage, "width">): number {
  return Math.round(stage.width * 0.08);
}
