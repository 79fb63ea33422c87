import type { Operation } from "./operation.ts";
import { collage } from "./operations/collage.ts";
import { concat } from "./operations/concat.ts";
import { convert } from "./operations/convert.ts";
import { crop } from "./operations/crop.ts";
import { cut } from "./operations/cut.ts";
import { fade } from "./operations/fade.ts";
import { frame } from "./operations/frame.ts";
import { grade } from "./operations/grade.ts";
import { loudness } from "./operations/loudness.ts";
import { mix } from "./operations/mix.ts";
import { mux } from "./operations/mux.ts";
import { overlayText } from "./operations/overlay-text.ts";
import { overlay } from "./operations/overlay.ts";
import { resize } from "./operations/resize.ts";
import { reverse } from "./operations/reverse.ts";
import { rotate } from "./operations/rotate.ts";
import { slideshow } from "./operations/slideshow.ts";
import { speed } from "./operations/speed.ts";
import { stabilize } from "./operations/stabilize.ts";
import { subtitles } from "./operations/subtitles.ts";
import { trim } from "./operations/trim.ts";
import { turntable } from "./operations/turntable.ts";
import { volume } from "./operations/volume.ts";

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
