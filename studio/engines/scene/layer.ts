import type { SKRSContext2D } from "@napi-rs/canvas";

import type { Mood } from "./mood.ts";
import type { Random } from "./random.ts";

/** Size, horizon and light of a scene, used by everything that paints. */
export interface Stage {
  readonly width: number;
  readonly height: number;
  /** Pixels from the top to the far edge of the ground. */
  readonly horizon: number;
  readonly mood: Mood;
  readonly random: Random;
}

export interface StillLayer {
  /** Depth from 0, the sky, to 1, directly in front of the camera. */
  readonly depth: number;
  readonly still: (context: SKRSContext2D) => void;
}

export interface MovingLayer {
  readonly depth: number;
  readonly moving: (context: SKRSContext2D, timeSeconds: number) => void;
}

/**
 * A layer of the scene. Layers paint from `-margin` to `width + margin`, so that a moving camera never
 * shows an edge.
 */
export type Layer = StillLayer | MovingLayer;

/**
 * Returns the size in which objects are rendered as figures of a scene: in steps, so that images of similar
 * size share them.
 */
export function figureEdge({ width, height }: Pick<Stage, "width" | "height">): number {
  const edge = Math.min(width, height) * 0.66;
  return Math.min(1_280, Math.max(160, Math.ceil(edge / 160) * 160));
}

/** Pixels that layers extend beyond the frame. */
export function marginOf(stage: Pick<Stage, "width">): number {
  return Math.round(stage.width * 0.08);
}
