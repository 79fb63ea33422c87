import { defineRoute } from "#api/http/route.ts";
import { presentProvider } from "#api/present/catalog.ts";
import { healthStatusOf } from "#api/present/provider-health.ts";
import { providerParams, providerSchema } from "#api/schemas/catalog.ts";
import { findProvider } from "#db/providers/catalog.ts";
import { findProviderTraffic } from "#db/providers/provider-traffic.ts";

export const getProvider = defineRoute({
  method: "get",
  path: "/v1/providers/{provider_slug}",
  operationId: "getProvider",
  summary: "Retrieve a provider",
  tags: ["Providers"],
  access: { permission: "models:read" },
  params: providerParams,
  status: 200,
  response: providerSchema,
  errors: ["provider_not_found"],
  conditional: true,
  async handle({ params, caller }, { em, settings }) {
    const { provider_slug: slug } = params;
    const entry = await findProvider(em, settings.providerSettings, slug, {
      organizationKeys: caller.organizationKeys,
    });
    const facts = { entry, ...(await findProviderTraffic(em, slug)) };
    return presentProvider(facts, healthStatusOf(facts));
  },
});
