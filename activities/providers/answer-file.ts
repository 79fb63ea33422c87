import { AppError } from "#domain/errors.ts";

import type { AdapterFile } from "./adapter.ts";
import type { ProviderAnswer } from "./http.ts";
import { bytesFile } from "./result-file.ts";

/**
 * A file that is the whole answer. A page of a proxy in its place can be asked for again where that
 * is free; where it was paid for, nobody knows.
 */
export function answerFile(
  { bytes, contentType }: ProviderAnswer,
  options: Parameters<typeof bytesFile>[1],
): AdapterFile {
  if (!options.paid && contentType.startsWith("text/")) {
    throw new AppError("provider_unreachable", { details: { reason: "a page instead of a file" } });
  }
  return bytesFile(bytes, options);
}
