import { defineRoute } from "#api/http/route.ts";
import { presentHealth } from "#api/present/provider-health.ts";
import { serviceStatusSchema } from "#api/schemas/service-status.ts";
import { wholeProvider } from "#db/entities/provider-health.ts";
import { countOpenJobs } from "#db/jobs/open-jobs.ts";
import { listProviders } from "#db/providers/catalog.ts";
import { incidentDays, listIncidents } from "#db/providers/incidents.ts";
import { listProviderTraffic, trafficWindowMinutes } from "#db/providers/provider-traffic.ts";

export const getServiceStatus = defineRoute({
  method: "get",
  path: "/app/status",
  operationId: "getServiceStatus",
  summary: "Retrieve queue, providers and incidents",
  description:
    "What `GET /v1/status` and `GET /v1/providers/{provider_slug}/health` have for a page of all providers, the open " +
    "jobs of the organization, and the incidents of the last 14 days.",
  tags: ["Health"],
  access: { permission: "models:read", session: true },
  status: 200,
  response: serviceStatusSchema,
  errors: [],
  async handle({ caller }, { em, settings, now }) {
    const { organizationKeys, organizationId } = caller;
    const [entries, traffic, queue, incidents] = await Promise.all([
      listProviders(em, settings.providerSettings, { organizationKeys }),
      listProviderTraffic(em.fork()),
      countOpenJobs(em.fork(), organizationId),
      listIncidents(em.fork(), now()),
    ]);
    return {
      queue: { ...queue, waitingSince: queue.waitingSince?.toISOString() ?? null },
      providers: entries.map((entry) => {
        const { name, slug } = entry.provider;
        return { name, health: presentHealth({ entry, ...traffic(slug) }, trafficWindowMinutes) };
      }),
      incidents: {
        days: incidentDays,
        data: incidents.map(({ providerSlug, modelId, cause, startedAt, endedAt }) => ({
          provider: providerSlug,
          model: modelId === wholeProvider ? null : modelId,
          cause,
          startedAt: startedAt.toISOString(),
          endedAt: endedAt?.toISOString() ?? null,
        })),
      },
    };
  },
});
