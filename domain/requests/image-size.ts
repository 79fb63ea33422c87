import type { Issue } from "#domain/errors.ts";

import type { InputFacts, PixelRule } from "./input-facts.ts";

/**
 * Returns an issue for each image that has fewer or more pixels than the model accepts. Assets are checked when
 * a job is accepted, images from URLs before anything is sent (`checkPaidInputs`).
 */
export function imageSizeIssues(
  inputs: readonly InputFacts[],
  rule: PixelRule | undefined,
): Issue[] {
  if (rule === undefined) return [];
  const { min = 0, max } = rule;
  return inputs.flatMap(({ kind, width, height }, ordinal) => {
    if (kind !== "image" || width === undefined || height === undefined) return [];
    const pixels = width * height;
    const pointer = `/inputs/${ordinal}`;
    const told = `The image has ${width} × ${height} pixels`;
    if (pixels > max) {
      const message = `${told}; the model accepts up to ${megapixels(max)} megapixels. Send a smaller image.`;
      return [{ pointer, code: "too_large", message }];
    }
    if (pixels >= min) return [];
    const message = `${told}; the model needs at least ${min} pixels in total. Send a larger image.`;
    return [{ pointer, code: "too_small", message }];
  });
}

function megapixels(pixels: number): number {
  return Math.round(pixels / 10_000) / 100;
}
