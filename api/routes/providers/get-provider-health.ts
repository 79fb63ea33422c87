import { presentHealth } from "#api/present/catalog.ts";
import { defineRoute } from "#api/route.ts";
import { providerHealthSchema, providerParams } from "#api/schemas/catalog.ts";
import { findProvider, findProviderTraffic, trafficWindowMinutes } from "#db/catalog.ts";

export const getProviderHealth = defineRoute({
  method: "get",
  path: "/v1/providers/{provider_slug}/health",
  operationId: "getProviderHealth",
  summary: "Read the health of a provider",
  description: "Measured from the last hour's generations and the last probe, never assumed.",
  tags: ["Providers"],
  access: { permission: "models:read" },
  params: providerParams,
  status: 200,
  response: providerHealthSchema,
  errors: ["provider_not_found"],
  conditional: true,
  async handle({ params }, { em, settings }) {
    const entry = await findProvider(em, settings.providerSettings, params.provider_slug);
    const facts = { entry, ...(await findProviderTraffic(em, params.provider_slug)) };
    return presentHealth(facts, trafficWindowMinutes);
  },
});
