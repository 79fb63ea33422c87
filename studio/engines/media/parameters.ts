import { z } from "zod";

import { soundSecondsMax } from "./limits.ts";

/** Parameters that several operations share. */
export const seconds = z.number().min(0).max(soundSecondsMax);
export const color = z.string().regex(/^#[0-9a-fA-F]{6}$/u, "expected a colour as in #1a2b3c");
export const fit = z.enum(["cover", "contain"]);
export const edge = z.number().int().min(16).max(8192);
export const aspectRatio = z.string().refine(
  (text) => {
    const ratio = readAspectRatio(text);
    return ratio >= 0.1 && ratio <= 10;
  },
  { message: "expected two numbers from 1:10 to 10:1, as in 16:9" },
);

/** Returns width over height; NaN when the text is no aspect ratio. */
export function readAspectRatio(text: string): number {
  if (!/^\d{1,4}(\.\d{1,3})?:\d{1,4}(\.\d{1,3})?$/u.test(text)) return Number.NaN;
  const [across = Number.NaN, down = Number.NaN] = text.split(":").map(Number);
  return across / down;
}

export const positions = [
  "top-left",
  "top",
  "top-right",
  "left",
  "center",
  "right",
  "bottom-left",
  "bottom",
  "bottom-right",
] as const;
export type Position = (typeof positions)[number];

/** Returns the place of a box as shares of the free space: 0 is left or top, 1 is right or bottom. */
export function sharesOf(position: Position): { across: number; down: number } {
  return {
    across: position.endsWith("left") ? 0 : position.endsWith("right") ? 1 : 0.5,
    down: position.startsWith("top") ? 0 : position.startsWith("bottom") ? 1 : 0.5,
  };
}

/** The part that decides the length of a video with a sound. */
export const soundLength = z.enum(["audio", "video"]).default("audio");
export const volume = z.number().min(0).max(4).default(1);
