import { apiVersion } from "#api/http/openapi.ts";
import { defineRoute } from "#api/http/route.ts";
import { checkReadiness } from "#api/metrics/readiness.ts";
import { healthStatusOf } from "#api/present/provider-health.ts";
import { presentStatus } from "#api/present/status.ts";
import { statusSchema } from "#api/schemas/status.ts";
import { listProviders } from "#db/providers/catalog.ts";
import { listProviderTraffic } from "#db/providers/provider-traffic.ts";
import { findSeenMinutes, sumRequests } from "#db/status.ts";

export const getStatus = defineRoute({
  method: "get",
  path: "/v1/status",
  operationId: "getStatus",
  summary: "Retrieve the status of the engine",
  description:
    "Version, components, providers, and the uptime of the last 30 days: minutes in which the API was ready, and requests that did not fail.",
  tags: ["Health"],
  access: "any",
  status: 200,
  response: statusSchema,
  errors: [],
  async handle(_input, { em, readiness: checks, settings, now }) {
    const [readiness, entries, traffic, seen, requests] = await Promise.all([
      checkReadiness(checks),
      listProviders(em, settings.providerSettings),
      listProviderTraffic(em.fork()),
      findSeenMinutes(em.fork()),
      sumRequests(em.fork()),
    ]);
    return presentStatus({
      version: apiVersion,
      build: settings.buildId,
      readiness,
      seen,
      requests,
      providers: entries.map((entry) => healthStatusOf({ entry, ...traffic(entry.provider.slug) })),
      now: now(),
    });
  },
});
