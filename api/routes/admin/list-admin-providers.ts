import { withEtag } from "#api/http/etag.ts";
import { defineRoute } from "#api/http/route.ts";
import { readAdminProviders } from "#api/present/read-admin-providers.ts";
import { listedProviderSchema } from "#api/schemas/admin-provider.ts";
import { listOf } from "#api/schemas/common.ts";

import { updateProvider } from "./update-provider.ts";

export const listAdminProviders = defineRoute({
  method: "get",
  path: "/v1/admin/providers",
  operationId: "listAdminProviders",
  summary: "List providers with their operator settings",
  description: "Settings, health and recent changes of each provider.",
  tags: ["Administration"],
  access: { permission: "admin:providers", session: true },
  status: 200,
  response: listOf(listedProviderSchema),
  errors: [],
  async handle(_input, dependencies) {
    const providers = await readAdminProviders(dependencies);
    return {
      data: providers.map((provider) => withEtag(provider, updateProvider)),
    };
  },
});
