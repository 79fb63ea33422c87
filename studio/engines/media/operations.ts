import { collage } from "./collage.ts";
import { convert } from "./convert.ts";
import { crop } from "./crop.ts";
import { frame } from "./frame.ts";
import { loudness } from "./loudness.ts";
import type { Operation } from "./operation.ts";
import { overlayText } from "./overlay-text.ts";
import { overlay } from "./overlay.ts";
import { resize } from "./resize.ts";
import { speed } from "./speed.ts";
import { trim } from "./trim.ts";

export const operations = {
  trim,
  speed,
  loudness,
  convert,
  crop,
  resize,
  overlayText,
  overlay,
  frame,
  collage,
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof operations;

export const operationNames = Object.keys(operations) as [OperationName, ...OperationName[]];
