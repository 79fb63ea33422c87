const mebibyte = 1_048_576;
const gibibyte = 1_073_741_824;

/** Published plans. `null` means custom: agreed with each organization. */
export const plans = {
  free: {
    name: "Free",
    requestsPerHour: 50,
    creditsPerMonth: 50,
    retentionDays: 7,
    apiKeysMax: 10,
    weight: 1,
    assets: { fileBytesMax: 25 * mebibyte, bytesMax: 512 * mebibyte, countMax: 100 },
  },
  pro: {
    name: "Pro",
    requestsPerHour: 500,
    creditsPerMonth: 500,
    retentionDays: 30,
    apiKeysMax: 50,
    weight: 2,
    assets: { fileBytesMax: 256 * mebibyte, bytesMax: 20 * gibibyte, countMax: 5_000 },
  },
  team: {
    name: "Team",
    requestsPerHour: 2_000,
    creditsPerMonth: null,
    retentionDays: 90,
    apiKeysMax: 200,
    weight: 4,
    assets: { fileBytesMax: gibibyte, bytesMax: 200 * gibibyte, countMax: 50_000 },
  },
  enterprise: {
    name: "Enterprise",
    requestsPerHour: 10_000,
    creditsPerMonth: null,
    retentionDays: 90,
    apiKeysMax: 1_000,
    weight: 8,
    assets: { fileBytesMax: 2 * gibibyte, bytesMax: 2_048 * gibibyte, countMax: 500_000 },
  },
} as const satisfies Record<
  string,
  {
    name: string;
    requestsPerHour: number;
    creditsPerMonth: number | null;
    /** How long outputs are kept, in days. */
    retentionDays: number;
    /** API keys of an organization that are active at once. */
    apiKeysMax: number;
    /** Its share, next to the others', of whatever organizations have to wait for. */
    weight: number;
    /** What an organization may keep of its own files: of one, of all together, and how many. */
    assets: { fileBytesMax: number; bytesMax: number; countMax: number };
  }
>;

export type PlanSlug = keyof typeof plans;
export const planSlugs = Object.keys(plans) as [PlanSlug, ...PlanSlug[]];

/** Hourly limit of an organization: what was agreed with it, else what its plan says. */
export function requestsPerHourOf(plan: PlanSlug, agreed: number | null | undefined): number {
  return agreed ?? plans[plan].requestsPerHour;
}

/** Requests per hour of all API keys of an organization together, as a multiple of the limit of one key. */
const organizationFactor = 4;

/**
 * Hourly limit of all API keys of an organization together. Each key has a limit of its own; without
 * this ceiling, an organization could multiply its limit by creating keys.
 */
export function organizationRequestsPerHourOf(requestsPerHour: number): number {
  return requestsPerHour * organizationFactor;
}

const freeFactor = 10;
/** One poll a second is free on every plan. */
const freeRequestsPerHourMin = 3_600;

/**
 * Hourly ceiling of requests that cost nothing, such as a conditional request answered with 304.
 * Further ones count like any other request.
 */
export function freeRequestsPerHourOf(requestsPerHour: number): number {
  return Math.max(freeRequestsPerHourMin, requestsPerHour * freeFactor);
}

/** Monthly credits of an organization. A custom plan without an agreement gets none. */
export function creditsPerMonthOf(plan: PlanSlug, agreed: number | null | undefined): number {
  return agreed ?? plans[plan].creditsPerMonth ?? 0;
}

/** How long an organization's outputs and assets are kept, in days. */
export function retentionDaysOf(plan: PlanSlug, agreed: number | null | undefined): number {
  return agreed ?? plans[plan].retentionDays;
}

/** The month, in UTC, that a grant belongs to: `2026-11`. */
export function periodOf(date: Date): string {
  return date.toISOString().slice(0, 7);
}

/** The first moment of a date's month, in UTC. */
export function startOfMonth(date: Date): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));
}

/** The first moment after a date's month, in UTC: when what is left of its grant expires. */
export function endOfMonth(date: Date): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
}
