import type { Priority } from "@temporalio/common";

import { plans, type PlanSlug } from "#domain/billing/plans.ts";

/** Temporal serves the lower key first; 3 is its default. */
const priorityKeys = { single: 3, background: 4 } as const;

/**
 * Returns the Temporal priority of an organization's runs. When workers have a backlog, Temporal serves
 * organizations fairly by the weight of their plan. All plans share one priority level, because Temporal
 * serves a level only while no task waits in a higher one, which could starve it. Work of many jobs has a
 * separate level, because the queues of cached workflows know priorities and no fairness keys: see
 * docs/decisions/0037-background-work.md.
 */
export function priorityOf(
  { id, plan }: { readonly id: string; readonly plan: PlanSlug },
  { isBackground }: { readonly isBackground: boolean },
): Priority {
  return {
    priorityKey: isBackground ? priorityKeys.background : priorityKeys.single,
    fairnessKey: id,
    fairnessWeight: plans[plan].weight,
  };
}
