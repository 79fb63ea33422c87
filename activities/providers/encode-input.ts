import { AppError } from "#domain/errors.ts";

import type { AdapterInput, AdapterRequest } from "./adapter.ts";
import { embedFile, type EmbeddedFile } from "./request-body.ts";

/**
 * Encodes an input for a JSON body: its signed URL where the provider can fetch it, otherwise the bytes as a
 * data URL of up to `bytesMax` bytes. Throws `input_too_large`.
 */
export async function addressOrData(
  input: AdapterInput,
  { inputsAreReachable }: Pick<AdapterRequest, "inputsAreReachable">,
  bytesMax: number,
): Promise<string | EmbeddedFile> {
  return inputsAreReachable ? input.url : dataAddress(input, bytesMax);
}

/** Encodes an input as a data URL (RFC 2397). Throws `input_too_large`. */
export function dataAddress(input: AdapterInput, bytesMax: number): EmbeddedFile {
  checkBytes(input, bytesMax);
  return embedFile(input, { prefix: `data:${input.contentType};base64,` });
}

/** Encodes an input as base64. Throws `input_too_large`. */
export function base64Of(input: AdapterInput, bytesMax: number): EmbeddedFile {
  checkBytes(input, bytesMax);
  return embedFile(input);
}

/** Throws `input_too_large` before anything is read or sent. */
export function checkBytes({ kind, bytes }: AdapterInput, bytesMax: number): void {
  if (bytes <= bytesMax) return;
  throw new AppError("input_too_large", {
    message: `The provider takes at most ${bytesMax} bytes of ${kind}.`,
    details: { kind, bytes, bytesMax, reason: `at most ${bytesMax} bytes of ${kind}` },
  });
}

/** Returns the URL of an input, for a provider that accepts no uploads. Throws `model_not_available`. */
export function addressOnly(
  { kind, url }: AdapterInput,
  { inputsAreReachable }: Pick<AdapterRequest, "inputsAreReachable">,
): string {
  if (inputsAreReachable) return url;
  throw new AppError("model_not_available", {
    details: { reason: `the provider takes ${kind} as public addresses only, and ours is none` },
  });
}
