import { readAdminProviders } from "#api/read-admin-providers.ts";
import { defineRoute } from "#api/route.ts";
import { adminProviderSchema } from "#api/schemas/admin-provider.ts";
import { listOf } from "#api/schemas/common.ts";

export const listAdminProviders = defineRoute({
  method: "get",
  path: "/v1/admin/providers",
  operationId: "listAdminProviders",
  summary: "List the providers as operators see them",
  description: "What operators want of each, how it is, and what has changed lately.",
  tags: ["Administration"],
  access: { permission: "admin:providers", session: true },
  status: 200,
  response: listOf(adminProviderSchema),
  errors: [],
  async handle(_input, dependencies) {
    return { data: await readAdminProviders(dependencies) };
  },
});
