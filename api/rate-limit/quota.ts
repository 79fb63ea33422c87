import { clientAddressOf } from "#api/http/client-address.ts";
import type { Caller } from "#db/caller.ts";
import { freeRequestsPerHourOf, organizationRequestsPerHourOf } from "#domain/billing/plans.ts";

import { isOver, remainingOf, type RequestWindow, type RequestWindows } from "./request-windows.ts";

/** An hourly limit and the subject it applies to. */
interface HourlyLimit {
  readonly subject: string;
  readonly limit: number;
}

/** The hourly limits that apply to a request. */
export interface Quota {
  /** The limit of the credential or the client address. */
  readonly own: HourlyLimit;
  /** The limit of all API keys of the organization together; null for persons and client addresses. */
  readonly organization: HourlyLimit | null;
  /** The number of requests that may cost nothing: unchanged conditional requests, renewed sessions. */
  readonly free: HourlyLimit;
}

/** All tokens of one person share a window, so that signing in again resets nothing. */
export function quotaOf({
  apiKeyId,
  accountId,
  organizationId,
  requestsPerHour: limit,
}: Caller): Quota {
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

/** For requests without a credential: one client address, in windows of the given name. */
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

/** The state of a quota's windows. */
export interface QuotaUse {
  readonly own: RequestWindow;
  readonly organization: RequestWindow | null;
}

/**
 * Counts a request. A request over the limit of its credential is not counted for the organization,
 * so that one client in a loop does not use up the hour of the organization's other keys.
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

/** Requests that still pass in this hour. */
export function remainingQuotaOf({ own, organization }: QuotaUse): number {
  const remaining = remainingOf(own);
  return organization === null ? remaining : Math.min(remaining, remainingOf(organization));
}
