import type { ApiSettings } from "#api/dependencies.ts";
import { AppError } from "#domain/errors.ts";
import type { JobInput } from "#domain/requests/generation.ts";
import { parseOwnAddress } from "#storage/signed-address.ts";

import { isPrivateHost } from "./private-host.ts";

const message =
  "The URL is in a private network, where it cannot be fetched. Use a public URL, or upload the file with " +
  "POST /v1/assets and send its assetId.";

/**
 * Refuses URLs of inputs that could never be fetched in this deployment. URLs of files of this engine are
 * read from storage. Throws `input_address_refused` with every such input.
 */
export function checkInputUrls(
  inputs: readonly JobInput[],
  {
    publicUrl,
    signingSecrets: secrets,
    allowPrivateInputs,
  }: Pick<ApiSettings, "publicUrl" | "signingSecrets" | "allowPrivateInputs">,
  now: Date,
): void {
  if (allowPrivateInputs) return;
  const issues = inputs.flatMap((input, index) => {
    if (!("url" in input) || !isPrivateHost(new URL(input.url).hostname)) return [];
    if (parseOwnAddress(input.url, { publicUrl, secrets, now }) !== null) return [];
    return [{ pointer: `/inputs/${index}/url`, code: "private_address", message }];
  });
  if (issues.length > 0) throw new AppError("input_address_refused", { message, issues });
}
