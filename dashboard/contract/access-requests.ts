import { queryOptions } from "@tanstack/react-query";

import { engine } from "./engine.ts";
import { getJson } from "./get-json.ts";
import type { Permission } from "./use-permissions.ts";

/** Request of a program for access to the organization. */
export interface AccessRequest {
  readonly clientName: string;
  readonly clientHost: string | null;
  readonly isLocal: boolean;
  readonly permissions: readonly Permission[];
  readonly organization: string;
  readonly accessDays: number;
}

export interface AccessDecision {
  readonly decision: "allow" | "deny";
  readonly permissions: readonly Permission[];
  readonly creditLimit: number | null;
}

type RequestPath = `/app/authorizations/${string}` | `/app/device-authorizations/${string}`;

/** Path of a request that this browser has started. */
export function authorizationPath(requestId: string): RequestPath {
  return `/app/authorizations/${encodeURIComponent(requestId)}`;
}

/** Path of the request of a device, by the code that it shows. */
export function devicePath(userCode: string): RequestPath {
  return `/app/device-authorizations/${encodeURIComponent(userCode)}`;
}

/** Reads a request once: after the decision there is none. */
export function readAccessRequest(path: RequestPath) {
  return queryOptions({
    queryKey: ["getAccessRequest", path] as const,
    queryFn: async ({ signal }) => getJson<AccessRequest>(path, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Decides about a request. Returns the URL at which the browser continues; null for a device. */
export async function decideAccess(
  path: RequestPath,
  decision: AccessDecision,
): Promise<string | null> {
  const response = await engine.fetch(path, { method: "POST", body: decision });
  if (response.status === 204) return null;
  return ((await response.json()) as { readonly location: string }).location;
}
