import { defineRoute } from "#api/http/route.ts";
import { presentProvider } from "#api/present/catalog.ts";
import { healthStatusOf } from "#api/present/provider-health.ts";
import { providerSchema } from "#api/schemas/catalog.ts";
import { listOf } from "#api/schemas/common.ts";
import { listProviders as listRows } from "#db/providers/catalog.ts";
import { listProviderTraffic } from "#db/providers/provider-traffic.ts";

export const listProviders = defineRoute({
  method: "get",
  path: "/v1/providers",
  operationId: "listProviders",
  summary: "List providers",
  tags: ["Providers"],
  access: { permission: "models:read" },
  status: 200,
  response: listOf(providerSchema),
  errors: [],
  conditional: true,
  async handle({ caller }, { em, settings }) {
    const [entries, traffic] = await Promise.all([
      listRows(em, settings.providerSettings, { organizationKeys: caller.organizationKeys }),
      listProviderTraffic(em.fork()),
    ]);
    return {
      data: entries.map((entry) => {
        const facts = { entry, ...traffic(entry.provider.slug) };
        return presentProvider(facts, healthStatusOf(facts));
      }),
    };
  },
});
