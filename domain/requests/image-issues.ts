import type { Issue } from "#domain/errors.ts";

import type { ImageRule, InputFacts } from "./input-facts.ts";

/**
 * Returns an issue for each input image that the model does not accept for its type or its size. Assets are
 * checked when a job is accepted, images from URLs before anything is sent (`checkPaidInputs`).
 */
export function imageIssues(inputs: readonly InputFacts[], rule: ImageRule | undefined): Issue[] {
  if (rule === undefined) return [];
  return inputs.flatMap((input, ordinal) => {
    if (input.kind !== "image") return [];
    const problem = typeProblem(input, rule) ?? sizeProblem(input, rule);
    return problem === null ? [] : [{ pointer: `/inputs/${ordinal}`, ...problem }];
  });
}

type Problem = Pick<Issue, "code" | "message">;

function typeProblem({ contentType }: InputFacts, { types }: ImageRule): Problem | null {
  if (contentType === undefined || types === undefined || types.includes(contentType)) return null;
  const message = `The model accepts ${types.join(" and ")}, not ${contentType}.`;
  return { code: "not_supported", message };
}

function sizeProblem({ width, height }: InputFacts, rule: ImageRule): Problem | null {
  if (width === undefined || height === undefined) return null;
  const { pixelsMin = 0, pixelsMax = Infinity, sideMin = 0, ratioMax = Infinity } = rule;
  const told = `The image has ${width} × ${height} pixels`;
  const [shorter, longer] = width < height ? [width, height] : [height, width];
  if (width * height > pixelsMax) {
    const millions = Math.round(pixelsMax / 10_000) / 100;
    const message = `${told}; the model accepts up to ${millions} megapixels. Send a smaller image.`;
    return { code: "too_large", message };
  }
  if (width * height < pixelsMin) {
    const message = `${told}; the model needs at least ${pixelsMin} pixels in total. Send a larger image.`;
    return { code: "too_small", message };
  }
  if (shorter < sideMin) {
    const message = `${told}; the model needs at least ${sideMin} pixels a side. Send a larger image.`;
    return { code: "too_small", message };
  }
  if (longer <= shorter * ratioMax) return null;
  const message = `${told}; the model accepts shapes between 1:${ratioMax} and ${ratioMax}:1.`;
  return { code: "not_supported", message };
}
