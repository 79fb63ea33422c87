import type { CustomFetch } from "openid-client";

import { AppError } from "#domain/errors.ts";
import { readBounded } from "#runtime/net/read-bounded.ts";

/** Larger than any key set or profile. */
const answerBytesMax = 1_048_576;
const statusesWithoutBody: readonly number[] = [204, 205, 304];

/**
 * Fetch for identity providers: follows no redirects, limits the size of responses, and throws
 * `identity_provider_unavailable` for failures that are transient. The caller's signal sets the timeout.
 */
export const fetchFromProvider: CustomFetch = async (url, options) => {
  try {
    const response = await fetch(url, { ...options, redirect: "manual" } as RequestInit);
    if (response.status >= 500 || response.status === 429) {
      await response.body?.cancel();
      throw new Error(`the identity provider returned status ${response.status}`);
    }
    const body = await readBounded(response.body, {
      bytesMax: answerBytesMax,
      subject: "the response of the identity provider",
    });
    const { status, headers } = response;
    return new Response(statusesWithoutBody.includes(status) ? null : body, { status, headers });
  } catch (error) {
    throw new AppError("identity_provider_unavailable", { cause: error });
  }
};
