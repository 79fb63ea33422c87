import type { Priority } from "@temporalio/common";

import { plans, type PlanSlug } from "#domain/billing/plans.ts";

/**
 * How Temporal hands out what an organization's runs are to do next, when workers have a backlog:
 * organizations take turns by the weight of their plan. All have the same level, because Temporal
 * serves a level only while nothing waits in those before it, for ever if need be.
 */
export function priorityOf({
  id,
  plan,
}: {
  readonly id: string;
  readonly plan: PlanSlug;
}): Priority {
  return { fairnessKey: id, fairnessWeight: plans[plan].weight };
}
