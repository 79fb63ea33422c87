import { stat } from "node:fs/promises";

import { StudioError } from "#studio/errors.ts";

import { outputBytesMax } from "./limits.ts";

/**
 * Arguments before the name of an ffmpeg output: one thread and no versions, dates or random numbers
 * make equal requests produce equal bytes. ffmpeg stops at the size limit.
 */
export const exactArguments: readonly string[] = [
  "-threads",
  "1",
  "-filter_threads",
  "1",
  "-filter_complex_threads",
  "1",
  "-map_metadata",
  "-1",
  "-map_chapters",
  "-1",
  "-fflags",
  "+bitexact",
  "-flags:v",
  "+bitexact",
  "-flags:a",
  "+bitexact",
  "-fs",
  `${outputBytesMax}`,
];

/** Throws `invalid_input` when ffmpeg has stopped at the size limit. */
export async function checkOutputBytes(path: string): Promise<void> {
  const { size } = await stat(path);
  if (size >= outputBytesMax * 0.99) {
    throw new StudioError("invalid_input", "The result is larger than 1 GiB.");
  }
}
