import { z } from "zod";

import { AppError } from "#domain/errors.ts";
import type { MatchHashes } from "#domain/safety/hash-match.ts";
import { readBounded } from "#runtime/net/read-bounded.ts";

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
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({ hashes }),
        redirect: "error",
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`the hash-match service returned status ${response.status}`);
      }
      const subject = "the response of the hash-match service";
      const body = await readBounded(response.body, { bytesMax: responseBytesMax, subject });
      const { matches } = responseSchema.parse(JSON.parse(body.toString("utf8")));
      return hashes.filter((hash) => matches.includes(hash));
    } catch (cause) {
      throw new AppError("moderation_unavailable", {
        message: "The hash-match service is unavailable.",
        cause,
      });
    }
  };
}
