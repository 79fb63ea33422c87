/** The plans of the specification (section 8.1). A null means "custom": set for each organization. */
export const plans = {
  free: { name: "Free", requestsPerHour: 50, creditsPerMonth: 50, retentionDays: 7, priority: 4 },
  pro: { name: "Pro", requestsPerHour: 500, creditsPerMonth: 500, retentionDays: 30, priority: 3 },
  team: {
    name: "Team",
    requestsPerHour: 2_000,
    creditsPerMonth: null,
    retentionDays: 90,
    priority: 2,
  },
  enterprise: {
    name: "Enterprise",
    requestsPerHour: 10_000,
    creditsPerMonth: null,
    retentionDays: 90,
    priority: 1,
  },
} as const satisfies Record<
  string,
  {
    name: string;
    requestsPerHour: number;
    creditsPerMonth: number | null;
    /** How long outputs are kept, in days. */
    retentionDays: number;
    /** Temporal's priority key: 1 first, 5 last. */
    priority: number;
  }
>;

export type PlanSlug = keyof typeof plans;
export const planSlugs = Object.keys(plans) as [PlanSlug, ...PlanSlug[]];

/** Hourly limit of an organization: what was agreed with it, else what its plan says. */
export function requestsPerHourOf(plan: PlanSlug, agreed: number | null | undefined): number {
  return agreed ?? plans[plan].requestsPerHour;
}

/** Monthly credits of an organization. A custom plan without an agreement gets none. */
export function creditsPerMonthOf(plan: PlanSlug, agreed: number | null | undefined): number {
  return agreed ?? plans[plan].creditsPerMonth ?? 0;
}

/** The month, in UTC, that a grant belongs to: `2026-11`. */
export function periodOf(date: Date): string {
  return date.toISOString().slice(0, 7);
}
