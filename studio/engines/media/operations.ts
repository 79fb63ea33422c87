import { collage } from "./collage.ts";
import { concat } from "./concat.ts";
import { convert } from "./convert.ts";
import { crop } from "./crop.ts";
import { cut } from "./cut.ts";
import { fade } from "./fade.ts";
import { frame } from "./frame.ts";
import { grade } from "./grade.ts";
import { loudness } from "./loudness.ts";
import { mix } from "./mix.ts";
import { mux } from "./mux.ts";
import type { Operation } from "./operation.ts";
import { overlayText } from "./overlay-text.ts";
import { overlay } from "./overlay.ts";
import { resize } from "./resize.ts";
import { reverse } from "./reverse.ts";
import { rotate } from "./rotate.ts";
import { slideshow } from "./slideshow.ts";
import { speed } from "./speed.ts";
import { stabilize } from "./stabilize.ts";
import { subtitles } from "./subtitles.ts";
import { trim } from "./trim.ts";
import { turntable } from "./turntable.ts";
import { volume } from "./volume.ts";

export const operations = {
  trim,
  cut,
  speed,
  reverse,
  fade,
  volume,
  loudness,
  convert,
  concat,
  crop,
  resize,
  rotate,
  stabilize,
  grade,
  overlayText,
  overlay,
  mux,
  slideshow,
  mix,
  subtitles,
  frame,
  collage,
  turntable,
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof operations;

export const operationNames = Object.keys(operations) as [OperationName, ...OperationName[]];
