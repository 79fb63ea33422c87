import type { AdminOrganization, ProviderHealth } from "@gme/client";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import { getJson } from "./get-json.ts";
import { type ListPage, pageWindow } from "./page-window.ts";

/** Response of `GET /app/status`. */
export interface ServiceStatus {
  readonly queue: {
    readonly waiting: number;
    readonly running: number;
    readonly waitingSince: string | null;
  };
  readonly providers: readonly { readonly name: string; readonly health: ProviderHealth }[];
  readonly incidents: { readonly days: number; readonly data: readonly Incident[] };
}

/** Time in which the circuit of a provider or a model was not closed. */
export interface Incident {
  readonly provider: string;
  readonly model: string | null;
  readonly cause: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
}

export function readServiceStatus() {
  return queryOptions({
    queryKey: ["getServiceStatus"],
    queryFn: async ({ signal }) => getJson<ServiceStatus>("/app/status", signal),
  });
}

/** Organization as operators see it, with the ETag of this version. */
export type OrganizationTerms = AdminOrganization & { readonly etag: string };

export interface OrganizationFilter {
  readonly search?: string;
  readonly status?: string;
  readonly plan?: string;
}

const pageSize = 50;

/** Organizations of the installation, for operators. */
export function readOrganizationTerms(filter: OrganizationFilter) {
  return infiniteQueryOptions({
    queryKey: ["listOrganizationTerms", filter] as const,
    queryFn: async ({ signal, pageParam }) => {
      const query = new URLSearchParams({ limit: String(pageSize), ...filter });
      if (pageParam.cursor !== null) query.set("cursor", pageParam.cursor);
      return getJson<ListPage<OrganizationTerms>>(
        `/app/admin/organizations?${query.toString()}`,
        signal,
      );
    },
    ...pageWindow(),
  });
}

/** Response of `GET /app/admin/links`. */
export interface OperatorLinks {
  readonly temporal: { readonly jobs: string; readonly maintenance: string } | null;
}

export function readOperatorLinks() {
  return queryOptions({
    queryKey: ["getOperatorLinks"],
    queryFn: async ({ signal }) => getJson<OperatorLinks>("/app/admin/links", signal),
  });
}
