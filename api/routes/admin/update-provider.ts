import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { readAdminProvider } from "#api/present/read-admin-providers.ts";
import { adminProviderSchema, providerChangeSchema } from "#api/schemas/admin-provider.ts";
import { providerParams } from "#api/schemas/catalog.ts";
import { type ProviderChange, updateProvider as updateRow } from "#db/providers/admin-providers.ts";

export const updateProvider = defineRoute({
  method: "put",
  path: "/v1/admin/providers/{provider_slug}",
  operationId: "updateProvider",
  summary: "Update the state, weight or circuit of a provider",
  description:
    "Omitted fields stay unchanged. Applies to new jobs within a few seconds; requests that the " +
    "provider is already processing are not moved.",
  tags: ["Administration"],
  access: { permission: "admin:providers", session: true },
  params: providerParams,
  body: providerChangeSchema,
  status: 200,
  response: adminProviderSchema,
  errors: ["provider_not_found", "model_not_found"],
  // Measured values, which do not invalidate an operator's `If-Match`.
  counted: ["running", "health", "transitions", "changes"],
  examples: {
    body: {
      weigh: { weight: 50, reason: "half the quota until December" },
      drain: { mode: "draining", reason: "key is being changed, ticket 4711" },
      holdModel: {
        models: [{ modelId: "studio-image", circuit: "open" }],
        reason: "wrong colours since noon",
      },
    },
  },
  current: async ({ params }, dependencies) =>
    readAdminProvider(params.provider_slug, dependencies),
  async handle({ params, body, caller, request }, dependencies) {
    const { em, now } = dependencies;
    await updateRow(em, {
      slug: params.provider_slug,
      change: body as ProviderChange,
      actor: actorOf({ caller, request }),
      now: now(),
    });
    return readAdminProvider(params.provider_slug, dependencies);
  },
});
