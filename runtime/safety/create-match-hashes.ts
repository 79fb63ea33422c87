import { z } from "zod";

import { AppError } from "#domain/errors.ts";
import type { MatchHashes } from "#domain/safety/hash-match.ts";

import { postJson } from "./post-json.ts";

const responseBytesMax = 1_048_576;

const responseSchema = z.object({ matches: z.array(z.string().toLowerCase()) });

/**
 * Creates a client of a service that knows the hashes of illegal files. It receives hashes only: `{ "hashes": [...] }`, and returns
 * those that it knows: `{ "matches": [...] }`.
 */
export function createMatchHashes({
  url,
  apiKey,
  timeoutMs,
}: {
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly timeoutMs: number;
}): MatchHashes {
  return async (hashes, { signal }) => {
    try {
      const response = await postJson(url, {
        service: "the hash-match service",
        apiKey,
        body: { hashes },
        bytesMax: responseBytesMax,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      const { matches } = responseSchema.parse(response);
      return hashes.filter((hash) => matches.includes(hash));
    } catch (cause) {
      throw new AppError("moderation_unavailable", {
        message: "The hash-match service is unavailable.",
        cause,
      });
    }
  };
}
