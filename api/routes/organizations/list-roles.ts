import { defineRoute } from "#api/http/route.ts";
import { listOf } from "#api/schemas/common.ts";
import { rolePermissionsSchema } from "#api/schemas/organization.ts";
import { rolePermissions, roles } from "#domain/accounts/permission.ts";

export const listRoles = defineRoute({
  method: "get",
  path: "/v1/roles",
  operationId: "listRoles",
  summary: "List roles and their permissions",
  tags: ["Organizations"],
  access: "any",
  status: 200,
  response: listOf(rolePermissionsSchema),
  errors: [],
  conditional: true,
  async handle() {
    return {
      data: roles.map((role) => ({ role, permissions: [...rolePermissions[role]] })),
    };
  },
});
