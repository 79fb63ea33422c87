import type { z } from "zod";

import type { safetyRulesSchema } from "#api/schemas/safety.ts";
import type { Screening } from "#db/safety/create-screening.ts";
import type { SafetyRules } from "#db/safety/organization-safety.ts";

export function presentSafetyRules(
  { terms, refusedCategories }: SafetyRules,
  { moderates, allowedCategories }: Screening,
): z.input<typeof safetyRulesSchema> {
  return {
    terms: [...terms],
    refusedCategories: [...refusedCategories],
    platform: { moderates, allowedCategories: [...allowedCategories] },
  };
}
