import type { Priority } from "@temporalio/common";

import { plans, type PlanSlug } from "#domain/billing/plans.ts";

/**
 * Returns the Temporal priority of an organization's runs. When workers have a backlog, Temporal serves
 * organizations fairly by the weight of their plan. All plans share one priority level, because Temporal
 * serves a level only while no task waits in a higher one, which could starve it.
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
