import { type QuotaUse, remainingQuotaOf } from "#api/rate-limit/quota.ts";

/** Rate limit in the headers that OpenAI's API has; the reset is a duration such as 59m12s. */
export function openaiQuotaHeaders(use: QuotaUse): Record<string, string> {
  return {
    "x-ratelimit-limit-requests": String(use.own.limit),
    "x-ratelimit-remaining-requests": String(remainingQuotaOf(use)),
    "x-ratelimit-reset-requests": toDuration(use.own.resetsInSeconds),
  };
}

function toDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds}s` : `${minutes}m${seconds % 60}s`;
}
