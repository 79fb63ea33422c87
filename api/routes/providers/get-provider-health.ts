import { defineRoute } from "#api/http/route.ts";
import { presentHealth } from "#api/present/provider-health.ts";
import { providerHealthSchema, providerParams } from "#api/schemas/catalog.ts";
import { findProvider } from "#db/providers/catalog.ts";
import { findProviderTraffic, trafficWindowMinutes } from "#db/providers/provider-traffic.ts";

export const getProviderHealth = defineRoute({
  method: "get",
  path: "/v1/providers/{provider_slug}/health",
  operationId: "getProviderHealth",
  summary: "Retrieve the health of a provider",
  description:
    "Measured from the generations of the last hour, the last probe and the circuits. An open circuit " +
    "receives no new jobs until `retryAt`.",
  tags: ["Providers"],
  access: { permission: "models:read" },
  params: providerParams,
  status: 200,
  response: providerHealthSchema,
  errors: ["provider_not_found"],
  conditional: true,
  async handle({ params, caller }, { em, settings }) {
    const { provider_slug: slug } = params;
    const entry = await findProvider(em, settings.providerSettings, slug, {
      organizationKeys: caller.organizationKeys,
    });
    const facts = { entry, ...(await findProviderTraffic(em, slug)) };
    return presentHealth(facts, trafficWindowMinutes);
  },
});
