import type { Config } from "#config.ts";
import type { MatchHashes } from "#domain/safety/hash-match.ts";
import type { ModerationService } from "#domain/safety/moderation.ts";
import type { PlatformPolicy } from "#domain/safety/safety-policy.ts";

import { createMatchHashes } from "./create-match-hashes.ts";
import { createModerate } from "./create-moderate.ts";
import { loadBlocklist } from "./load-blocklist.ts";

const restMs = 5_000;

/** The platform's policy, moderation service and limit of serious refusals. Throws for a blocklist that cannot be read. */
export function toSafety(config: Config): {
  readonly platform: PlatformPolicy;
  readonly service: ModerationService | null;
  readonly suspendAfter: number;
} {
  const { MODERATION_URL: url, MODERATION_API_KEY: apiKey, MODERATION_MODEL: model } = config;
  const { BLOCKLIST_FILE, MODERATION_ALLOW, MODERATION_TIMEOUT_MS: timeoutMs } = config;
  return {
    suspendAfter: config.SAFETY_SUSPEND_AFTER,
    platform: {
      blocklist: loadBlocklist(BLOCKLIST_FILE),
      allowedCategories: MODERATION_ALLOW,
    },
    service:
      url === undefined
        ? null
        : {
            moderate: createModerate({ url, apiKey, model }),
            name: `${url} ${model}`,
            timeoutMs,
            restMs,
          },
  };
}

/** The hash-match service; null without the setting. */
export function toMatchHashes({
  HASH_MATCH_URL: url,
  HASH_MATCH_API_KEY: apiKey,
  MODERATION_TIMEOUT_MS: timeoutMs,
}: Config): MatchHashes | null {
  return url === undefined ? null : createMatchHashes({ url, apiKey, timeoutMs });
}
