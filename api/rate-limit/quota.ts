import { clientAddressOf } from "#api/http/client-address.ts";
import type { Route } from "#api/http/route.ts";
import type { Caller } from "#db/caller.ts";
import {
  freeRequestsPerHourOf,
  organizationRequestsPerHourOf,
  sessionRequestsPerHour,
} from "#domain/billing/plans.ts";

import { isOver, remainingOf, type RequestWindow, type RequestWindows } from "./request-windows.ts";

/** Hourly limit and its subject. */
interface HourlyLimit {
  readonly subject: string;
  readonly limit: number;
}

/** Hourly limits that apply to a request. */
export interface Quota {
  /** Limit of the credential or the client IP address. */
  readonly own: HourlyLimit;
  /** Combined limit of the organization's API keys; null for people and client IP addresses. */
  readonly organization: HourlyLimit | null;
  /** Limit of free requests: unchanged conditional requests, token refreshes. */
  readonly free: HourlyLimit;
}

/** Window of a request: the limit of the plan, or that of a session's other requests. */
type CountedAs = "plan" | "session";

/** Requests that create jobs or estimates count against the plan. */
export function countedAs(route: Route | undefined): CountedAs {
  if (route === undefined || route.isPreview === true) return "session";
  const { access } = route;
  return typeof access === "object" && access.permission === "generations:create"
    ? "plan"
    : "session";
}

/**
 * All tokens of one person share a window, so that another sign-in does not reset the limit. Requests of API
 * keys always count against the plan.
 */
export function quotaOf(
  { apiKeyId, accountId, organizationId, requestsPerHour: limit }: Caller,
  counted: CountedAs,
): Quota {
  if (apiKeyId === null && counted === "session") {
    const subject = `session:${accountId}`;
    const own = { subject, limit: sessionRequestsPerHour };
    return { own, organization: null, free: freeOf(`account:${accountId}`, limit) };
  }
  if (apiKeyId === null) {
    const subject = `account:${accountId}`;
    return { own: { subject, limit }, organization: null, free: freeOf(subject, limit) };
  }
  const subject = `organization:${organizationId}`;
  return {
    own: { subject: `key:${apiKeyId}`, limit },
    organization: { subject, limit: organizationRequestsPerHourOf(limit) },
    free: freeOf(subject, limit),
  };
}

/** Quota of requests without a credential, by client IP address in windows of the given name. */
export function quotaOfAddress(
  address: string | undefined,
  { name, limit }: { name: string; limit: number },
): Quota {
  const subject = `${name}:${clientAddressOf(address)}`;
  return { own: { subject, limit }, organization: null, free: freeOf(subject, limit) };
}

function freeOf(subject: string, limit: number): HourlyLimit {
  return { subject: `free:${subject}`, limit: freeRequestsPerHourOf(limit) };
}

/** Current windows of a quota. */
export interface QuotaUse {
  readonly own: RequestWindow;
  readonly organization: RequestWindow | null;
}

/**
 * Counts a request. A request over its credential's limit does not count for the organization, so that one
 * client in a loop does not use up the limit of the organization's other keys.
 */
export async function spendQuota(
  windows: RequestWindows,
  { own, organization }: Quota,
): Promise<QuotaUse> {
  const used = await windows.spend(own.subject, own.limit);
  if (organization === null || isOver(used)) return { own: used, organization: null };
  return { own: used, organization: await windows.spend(organization.subject, organization.limit) };
}

/** Reads the windows without counting. */
export async function peekQuota(
  windows: RequestWindows,
  { own, organization }: Quota,
): Promise<QuotaUse> {
  const peek = async ({ subject, limit }: HourlyLimit) => windows.peek(subject, limit);
  const [ofOwn, ofOrganization] = await Promise.all([
    peek(own),
    organization === null ? null : peek(organization),
  ]);
  return { own: ofOwn, organization: ofOrganization };
}

/** Returns the number of requests left in this hour. */
export function remainingQuotaOf({ own, organization }: QuotaUse): number {
  const remaining = remainingOf(own);
  return organization === null ? remaining : Math.min(remaining, remainingOf(organization));
}
