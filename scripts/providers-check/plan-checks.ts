import type { ProviderAdapter, ProviderCall } from "#activities/providers/adapter.ts";
import { adapters } from "#activities/providers/index.ts";
import { serviceAccess, type ServiceAccess } from "#activities/providers/provider-access.ts";
import { markdownTable } from "#scripts/docs/markdown-table.ts";

import { cheapestCall, type CheapestCall, type Sample } from "./cheapest-call.ts";
import { type CheckedService, listServices } from "./list-services.ts";
import { presentPrice } from "./present-report.ts";

/** Access to a service with one key. */
export type CheckAccess = Omit<ServiceAccess, "credentials"> &
  Pick<ProviderCall, "credential" | "observe">;

export interface PlannedCheck {
  readonly service: CheckedService;
  readonly adapter: ProviderAdapter;
  readonly call: CheapestCall;
  /** Uses the first of several keys; null when none is set. */
  readonly access: CheckAccess | null;
}

/**
 * Plans the calls of all providers and services, or of the named ones. Leaves out the embedded provider,
 * which every test and demo calls. Throws for an unknown name.
 */
export function planChecks({
  names,
  settings,
  samples,
  now,
}: {
  names: readonly string[];
  settings: Readonly<Record<string, string>>;
  readonly samples: readonly Sample[];
  readonly now: Date;
}): PlannedCheck[] {
  const services = listServices().filter(({ provider }) => provider.tier !== "embedded");
  const isNamed = ({ slug, provider }: CheckedService, name: string) =>
    slug === name || provider.slug === name;
  const unknown = names.filter((name) => !services.some((service) => isNamed(service, name)));
  if (unknown.length > 0) {
    const known = services.map(({ slug }) => slug).join(", ");
    throw new Error(`no provider ${unknown.join(", ")}; there are ${known}`);
  }
  return services.flatMap((service) => {
    const isWanted = names.length === 0 || names.some((name) => isNamed(service, name));
    const adapter = adapters[service.slug];
    const call = cheapestCall(service.models, { samples, now });
    if (!isWanted || adapter === undefined || call === null) return [];
    return { service, adapter, call, access: firstAccess(serviceAccess(service, settings)) };
  });
}

function firstAccess(access: ServiceAccess | null): CheckAccess | null {
  if (access === null) return null;
  const { credentials, ...place } = access;
  return { ...place, credential: credentials[0] ?? "" };
}

export function presentPlan(plans: readonly PlannedCheck[]): string {
  const rows = plans.map(({ service, call, access }) => [
    service.slug,
    access === null ? `not set: ${service.setting}` : service.setting,
    call.model.id,
    call.capability,
    call.request.inputs.map(({ kind }) => kind).join(", "),
    presentPrice({ usd: call.usd, credits: call.credits }),
  ]);
  return markdownTable(["service", "key", "model", "makes", "needs", "list price"], rows);
}
