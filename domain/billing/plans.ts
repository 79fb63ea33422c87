const mebibyte = 1_048_576;
const gibibyte = 1_073_741_824;

/** Published plans. `null` means custom: agreed with each organization. */
export const plans = {
  free: {
    name: "Free",
    requestsPerHour: 50,
    creditsPerMonth: 50,
    creditsPerHour: 1_000,
    retentionDays: 7,
    apiKeysMax: 10,
    openRunsMax: 2,
    openJobsMax: 1_000,
    weight: 1,
    assets: { fileBytesMax: 25 * mebibyte, bytesMax: 512 * mebibyte, countMax: 100 },
  },
  pro: {
    name: "Pro",
    requestsPerHour: 500,
    creditsPerMonth: 500,
    creditsPerHour: 5_000,
    retentionDays: 30,
    apiKeysMax: 50,
    openRunsMax: 10,
    openJobsMax: 5_000,
    weight: 2,
    assets: { fileBytesMax: 256 * mebibyte, bytesMax: 20 * gibibyte, countMax: 5_000 },
  },
  team: {
    name: "Team",
    requestsPerHour: 2_000,
    creditsPerMonth: null,
    creditsPerHour: 20_000,
    retentionDays: 90,
    apiKeysMax: 200,
    openRunsMax: 50,
    openJobsMax: 20_000,
    weight: 4,
    assets: { fileBytesMax: gibibyte, bytesMax: 200 * gibibyte, countMax: 50_000 },
  },
  enterprise: {
    name: "Enterprise",
    requestsPerHour: 10_000,
    creditsPerMonth: null,
    creditsPerHour: 100_000,
    retentionDays: 90,
    apiKeysMax: 1_000,
    openRunsMax: 200,
    openJobsMax: 50_000,
    weight: 8,
    assets: { fileBytesMax: 2 * gibibyte, bytesMax: 2_048 * gibibyte, countMax: 500_000 },
  },
} as const satisfies Record<
  string,
  {
    name: string;
    requestsPerHour: number;
    creditsPerMonth: number | null;
    /** Credits that an organization can hold in one hour. Bounds the loss by a stolen credential. */
    creditsPerHour: number;
    /** Retention of outputs, in days. */
    retentionDays: number;
    /** Maximum number of active API keys of an organization. */
    apiKeysMax: number;
    /** Maximum number of an organization's runs of pipelines that have not ended. */
    openRunsMax: number;
    /** Maximum number of an organization's jobs that have not ended. */
    openJobsMax: number;
    /** Relative share of every resource that organizations queue for. */
    weight: number;
    /** Limits of an organization's assets: bytes of one file, bytes of all files, and their number. */
    assets: { fileBytesMax: number; bytesMax: number; countMax: number };
  }
>;

export type PlanSlug = keyof typeof plans;
export const planSlugs = Object.keys(plans) as [PlanSlug, ...PlanSlug[]];

/** Hourly limit of an organization: the agreed value, else the plan's. */
export function requestsPerHourOf(plan: PlanSlug, agreed: number | null | undefined): number {
  return agreed ?? plans[plan].requestsPerHour;
}

/** Ratio of an organization's hourly limit over all API keys to the limit of one key. */
const organizationFactor = 4;

/**
 * Hourly limit over all API keys of an organization. Each key has its own limit; without this ceiling, an
 * organization could multiply its limit by creating keys.
 */
export function organizationRequestsPerHourOf(requestsPerHour: number): number {
  return requestsPerHour * organizationFactor;
}

const freeFactor = 10;
/** Every plan allows one free poll per second. */
const freeRequestsPerHourMin = 3_600;

/**
 * Requests of a person with a session that generate and estimate nothing, on every plan: a page of the dashboard
 * needs several, and the plan limits generating.
 */
export const sessionRequestsPerHour = 5_000;

/**
 * Hourly ceiling of requests that are not counted, such as conditional requests with a 304 response. Further
 * ones count like any other request.
 */
export function freeRequestsPerHourOf(requestsPerHour: number): number {
  return Math.max(freeRequestsPerHourMin, requestsPerHour * freeFactor);
}

/** Monthly credits of an organization. A custom plan without an agreement gets none. */
export function creditsPerMonthOf(plan: PlanSlug, agreed: number | null | undefined): number {
  return agreed ?? plans[plan].creditsPerMonth ?? 0;
}

/** Retention of an organization's outputs and assets, in days. */
export function retentionDaysOf(plan: PlanSlug, agreed: number | null | undefined): number {
  return agreed ?? plans[plan].retentionDays;
}

/** Month of a grant in UTC, such as `2026-11`. */
export function periodOf(date: Date): string {
  return date.toISOString().slice(0, 7);
}

/** First instant of a date's month, in UTC. */
export function startOfMonth(date: Date): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));
}

/** First instant after a date's month, in UTC. Unused credits of the month's grant expire then. */
export function endOfMonth(date: Date): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
}
