import type { AdapterInput, AdapterRequest } from "#activities/providers/adapter.ts";
import { creditsOfUsd, usdFor } from "#domain/billing/credits.ts";
import { needsSize } from "#domain/billing/input-prices.ts";
import type { Pricing } from "#domain/billing/pricing.ts";
import { AppError } from "#domain/errors.ts";
import type { InputKind } from "#domain/requests/capability.ts";
import { imageIssues } from "#domain/requests/image-issues.ts";
import { type InputFacts, inputNouns } from "#domain/requests/input-facts.ts";
import { parameterOf } from "#domain/requests/map-request.ts";
import { lengthMs, mediaTime } from "#storage/media-length.ts";
import { pictureSize } from "#storage/picture-size.ts";

/**
 * Checks that inputs fetched from URLs do not raise the price above the credits held, and that images have a
 * size and a type that the model accepts. Assets are measured on upload, so both are checked at acceptance; files from
 * URLs are measured here, before anything is sent.
 * Throws `parameter_not_supported` when the price rises. Throws `input_too_large` or `input_invalid` for an image
 * of another size or type than the model accepts, and `input_invalid` when an image's size or a recording's length
 * cannot be read from the file and the price depends on it. For a model with a `duration` parameter, its adapter
 * checks the lengths.
 */
export async function checkPaidInputs(request: AdapterRequest): Promise<void> {
  const { priced, parameterSchema, parameters, capability, inputs } = request;
  const known: InputFacts[] = [];
  let measuredAt = -1;
  for (const [ordinal, input] of inputs.entries()) {
    const facts = await measure(input, request);
    if (facts !== null) measuredAt = ordinal;
    known.push({ ...input, ...facts });
  }
  checkImages(known, request);
  if (measuredAt === -1) return;
  const pricing = { ...priced, parameters: parameterSchema };
  const priceOf = (facts: readonly InputFacts[]) =>
    creditsOfUsd(usdFor(pricing, parameters, { capability, inputs: facts }));
  const [paid, due] = [priceOf(inputs), priceOf(known)];
  if (due <= paid) return;
  const noun = inputNouns[known[measuredAt]?.kind ?? "image"];
  const message =
    `This ${noun} raises the price to ${due} credits, and ${paid} are held: upload it as an asset, ` +
    "which is priced by its content, or send a smaller file.";
  throw new AppError("parameter_not_supported", {
    details: { reason: message },
    issues: [{ pointer: `/inputs/${measuredAt}`, code: "too_large", message }],
  });
}

function checkImages(known: readonly InputFacts[], { priced }: AdapterRequest): void {
  const issues = imageIssues(known, priced.measured?.images);
  const [first] = issues;
  if (first === undefined) return;
  throw new AppError(first.code === "too_large" ? "input_too_large" : "input_invalid", {
    details: { reason: first.message },
    issues,
  });
}

/** Measures an input only when the price or a bound depends on the value and the value is unknown. */
async function measure(
  input: AdapterInput,
  { priced, parameterSchema }: AdapterRequest,
): Promise<Omit<InputFacts, "kind"> | null> {
  const isPricedBySize = dependsOnSize(priced, input.kind);
  const isBounded = input.kind === "image" && hasBounds(priced);
  if ((isPricedBySize || isBounded) && input.width === undefined) {
    const size = await pictureSize(input);
    if (size !== null || !isPricedBySize) return size;
    throw new AppError("input_invalid", {
      details: { reason: "the size of the image cannot be read from the file" },
    });
  }
  const rate = await measureRate(input, priced);
  if (rate !== null) return rate;
  const isTold = parameterOf(parameterSchema.properties ?? {}, "duration") !== undefined;
  const counts = priced.measured?.seconds?.of.includes(input.kind) === true && !isTold;
  if (!counts || input.durationSeconds !== undefined) return null;
  const ms = await lengthMs(input);
  if (ms !== null) return { durationSeconds: ms / 1_000 };
  throw new AppError("input_invalid", {
    details: {
      reason: `the duration of the ${inputNouns[input.kind]} cannot be read from the file`,
    },
  });
}

/**
 * Measures the frame rate of a video of a model that bills each frame. Throws `input_invalid` when it cannot
 * be read.
 */
async function measureRate(
  input: AdapterInput,
  { measured }: Pricing,
): Promise<Pick<InputFacts, "framesPerSecond"> | null> {
  const counts = input.kind === "video" && measured?.frames?.of.includes(input.kind) === true;
  if (!counts || input.framesPerSecond !== undefined) return null;
  const framesPerSecond = (await mediaTime(input))?.framesPerSecond ?? null;
  if (framesPerSecond !== null) return { framesPerSecond };
  throw new AppError("input_invalid", {
    details: {
      reason: "the frame rate of the video cannot be read from the file; send an MP4 or MOV file",
    },
  });
}

function hasBounds({ measured }: Pricing): boolean {
  const { types: _, ...bounds } = measured?.images ?? {};
  return Object.keys(bounds).length > 0;
}

/** An image of unknown size was sold at the largest size where the row states one. */
function dependsOnSize({ measured, inputs }: Pricing, kind: InputKind): boolean {
  return (kind === "image" && measured?.megapixels === true) || needsSize(inputs, kind);
}
