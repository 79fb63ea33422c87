import type { Intent, ParsedMessage } from "#domain/requests/intent.ts";

/** Probabilities from which a reading becomes a request; below them, a question. */
export interface Thresholds {
  readonly cheap: number;
  readonly dear: number;
}

/**
 * A question costs a message. A wrong image, recording or text costs about three messages and a wrong video or 3D model
 * about twenty, so that a request is the better guess when it is right in two of three cases, and in 19 of 20. The ranking is
 * too certain: on authors left out, readings with a probability of 0.8 to 0.9 are right in seven of ten cases.
 */
export const thresholds: Thresholds = { cheap: 0.8, dear: 0.95 };

/** Results that cheap requests make at most, and characters that they speak at most. */
const cheapCountMax = 4;
const cheapCharactersMax = 1_000;

/** Chooses the threshold of a reading by what its request costs. */
export function thresholdOf(
  { intent, optimizeFor }: Extract<ParsedMessage, { outcome: "parsed" }>,
  { cheap, dear }: Thresholds,
): number {
  return isDear(intent) || optimizeFor === "quality" ? dear : cheap;
}

/** Reports whether a request may cost several times as much as an image. */
export function isDear({
  contentType,
  capability,
  parameters,
  subject,
}: Pick<Intent, "contentType" | "capability" | "parameters" | "subject">): boolean {
  return (
    contentType === "video" ||
    contentType === "3d" ||
    (parameters.count ?? 1) > cheapCountMax ||
    (capability === "text-to-speech" && subject.length > cheapCharactersMax)
  );
}
