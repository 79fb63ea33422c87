import { AppError } from "#domain/errors.ts";

import type { AdapterInput, AdapterRequest } from "./adapter.ts";
import { embedFile, type EmbeddedFile } from "./request-body.ts";

/**
 * The one rule for inputs that travel in a JSON body: our signed address where the provider can fetch
 * it, else the bytes as a data address, up to `bytesMax`. Throws `input_too_large`.
 */
export async function addressOrData(
  input: AdapterInput,
  { inputsAreReachable }: Pick<AdapterRequest, "inputsAreReachable">,
  bytesMax: number,
): Promise<string | EmbeddedFile> {
  return inputsAreReachable ? input.url : dataAddress(input, bytesMax);
}

/** RFC 2397. Throws `input_too_large`. */
export function dataAddress(input: AdapterInput, bytesMax: number): EmbeddedFile {
  checkBytes(input, bytesMax);
  return embedFile(input, { prefix: `data:${input.contentType};base64,` });
}

/** Throws `input_too_large`. */
export function base64Of(input: AdapterInput, bytesMax: number): EmbeddedFile {
  checkBytes(input, bytesMax);
  return embedFile(input);
}

/** Throws `input_too_large`, before anything is read or sent. */
export function checkBytes({ kind, bytes }: AdapterInput, bytesMax: number): void {
  if (bytes <= bytesMax) return;
  throw new AppError("input_too_large", {
    message: `The provider takes at most ${bytesMax} bytes of ${kind}.`,
    details: { kind, bytes, bytesMax, reason: `at most ${bytesMax} bytes of ${kind}` },
  });
}

/** For a provider that fetches and takes no upload. Throws `model_not_available`. */
export function addressOnly(
  { kind, url }: AdapterInput,
  { inputsAreReachable }: Pick<AdapterRequest, "inputsAreReachable">,
): string {
  if (inputsAreReachable) return url;
  throw new AppError("model_not_available", {
    details: { reason: `the provider takes ${kind} as public addresses only, and ours is none` },
  });
}
