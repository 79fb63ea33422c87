import type { MikroORM } from "#db/orm.ts";
import { createScreening, type Screening } from "#db/safety/create-screening.ts";
import { createVault } from "#db/vault.ts";
import { toBlocklist } from "#domain/safety/blocklist.ts";
import type { ModerationService } from "#domain/safety/moderation.ts";
import { createModerate } from "#runtime/safety/create-moderate.ts";

/** Seals emails about suspensions, which no test opens. */
const vault = createVault("a master key of tests that is long enough");

/** Checks with the given rules of the platform; without any, an engine without settings. */
export function testScreening(
  orm: Pick<MikroORM, "em">,
  {
    terms = [],
    allowedCategories = [],
    service = null,
    suspendAfter = 0,
  }: {
    readonly terms?: readonly string[];
    readonly allowedCategories?: readonly string[];
    readonly service?: ModerationService | null;
    readonly suspendAfter?: number;
  } = {},
): Screening {
  const platform = { blocklist: toBlocklist(terms), allowedCategories };
  return createScreening(orm, { platform, service, suspendAfter, vault });
}

/** The client of a moderation service, as the settings make it. */
export function testModeration(
  url: string,
  { timeoutMs = 1_000, apiKey }: { readonly timeoutMs?: number; readonly apiKey?: string } = {},
): ModerationService {
  const model = "omni-moderation-latest";
  return {
    moderate: createModerate({ url, apiKey, model }),
    name: `${url} ${model}`,
    timeoutMs,
    restMs: 0,
  };
}
