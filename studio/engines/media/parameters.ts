import { createCanvas } from "@napi-rs/canvas";
import { z } from "zod";

import type { Issue } from "#studio/errors.ts";

import { composedEdgeMax } from "./limits.ts";

/** Parameters that several operations share. */
export const seconds = z.number().min(0).max(86_400);
export const fit = z.enum(["cover", "contain"]).default("cover");
export const edge = z.int().min(16).max(4096);
export const composedEdge = z.int().min(16).max(composedEdgeMax);
export const aspectRatio = z
  .string()
  .regex(/^\d{1,4}(\.\d{1,3})?:\d{1,4}(\.\d{1,3})?$/, "Must be like 16:9");

export const colorPattern = [
  /^(?:#[0-9a-fA-F]{6}|[a-z]{1,30})$/,
  "Must be like #ff8800 or white",
] as const;
export const color = z.string().regex(...colorPattern);

/** Lists the parameters that are no colours: the pattern also permits words that name none. */
export function colorIssues(colors: Readonly<Record<string, string>>): Issue[] {
  return Object.entries(colors)
    .filter(([, value]) => !isColor(value))
    .map(([path]) => ({ path, message: "expected a colour of CSS" }));
}

export function isColor(value: string): boolean {
  return paintOf(value, "#000000") === paintOf(value, "#ffffff");
}

/** Returns `#rrggbb` of a colour that `isColor` accepts. */
export function toHex(value: string): string {
  return paintOf(value, "#000000");
}

/** A canvas keeps its former colour when it is given a word that names none. */
function paintOf(value: string, former: string): string {
  const context = createCanvas(1, 1).getContext("2d");
  context.fillStyle = former;
  context.fillStyle = value;
  return context.fillStyle;
}

/** Lists an aspect ratio beyond 1:10 and 10:1. */
export function aspectRatioIssues(text: string | undefined): Issue[] {
  const ratio = text === undefined ? 1 : readAspectRatio(text);
  if (ratio >= 0.1 && ratio <= 10) return [];
  return [{ path: "aspectRatio", message: "expected between 1:10 and 10:1" }];
}

export function readAspectRatio(text: string): number {
  const [across = Number.NaN, down = Number.NaN] = text.split(":").map(Number);
  return across / down;
}

export const positions = [
  "top",
  "center",
  "bottom",
  "left",
  "right",
  "topLeft",
  "topRight",
  "bottomLeft",
  "bottomRight",
] as const;
export type Position = (typeof positions)[number];

/** Returns the place of a box as shares of the free space: 0 is left or top, 1 is right or bottom. */
export function sharesOf(position: Position): { across: number; down: number } {
  return {
    across: /left$/iu.test(position) ? 0 : /right$/iu.test(position) ? 1 : 0.5,
    down: position.startsWith("top") ? 0 : position.startsWith("bottom") ? 1 : 0.5,
  };
}

/** The part that decides the length of a video with a sound. */
const soundLength = z.enum(["audio", "video"]).default("audio");
const volume = z.number().min(0).max(4).default(1);
export const soundtrack = {
  length: soundLength,
  fit: z.enum(["loop", "freeze"]).default("loop"),
  volume,
};
