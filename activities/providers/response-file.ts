import { AppError } from "#domain/errors.ts";

import type { AdapterFile } from "./adapter.ts";
import type { ProviderResponse } from "./http.ts";
import { bytesFile } from "./result-file.ts";

/**
 * Reads a response whose whole body is a file. When a proxy's page comes instead, a free request can be
 * retried; the outcome of a paid request is unknown.
 */
export function responseFile(
  { bytes, contentType }: ProviderResponse,
  options: Parameters<typeof bytesFile>[1],
): AdapterFile {
  if (!options.paid && contentType.startsWith("text/")) {
    throw new AppError("provider_unreachable", { details: { reason: "a page instead of a file" } });
  }
  return bytesFile(bytes, options);
}
