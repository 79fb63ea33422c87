import { creditsOfUsd, usdFor } from "#domain/credits.ts";
import { AppError } from "#domain/errors.ts";
import { pictureSize } from "#storage/picture-size.ts";

import type { AdapterInput, AdapterRequest, ProviderCall } from "./adapter.ts";

/**
 * For models that are billed by the size of the picture that goes in. What was brought as an asset was
 * priced by its size; any other picture is measured now, and may cost no more than what was paid.
 * Throws `parameter_not_supported`, and `input_invalid` for what does not say how large it is.
 */
export async function checkPaidSize(
  request: AdapterRequest,
  { isOwnKey }: Pick<ProviderCall, "isOwnKey">,
): Promise<void> {
  const { priced, parameterSchema, parameters, capability, inputs } = request;
  const picture = inputs.find(({ kind }) => kind === "image");
  // With an organization's own key it is not we who pay.
  if (isOwnKey === true || picture === undefined || picture.width !== undefined) return;
  const size = await pictureSize(picture);
  if (size === null) {
    throw new AppError("input_invalid", {
      details: { reason: "the size of the picture cannot be read from it" },
    });
  }
  const pricing = { ...priced, parameters: parameterSchema };
  const priceOf = (known: AdapterInput) => {
    const all = inputs.map((input) => (input === picture ? known : input));
    return creditsOfUsd(usdFor(pricing, parameters, { capability, inputs: all }));
  };
  const [paid, due] = [priceOf(picture), priceOf({ ...picture, ...size })];
  if (due <= paid) return;
  const message = `A picture of ${size.width}x${size.height} would cost ${due} credits here, and ${paid} are paid for: bring it as an asset, which is priced by its size, or send a smaller one.`;
  throw new AppError("parameter_not_supported", {
    details: { reason: message },
    issues: [{ pointer: "/inputs", code: "too_large", message }],
  });
}
