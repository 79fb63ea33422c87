import type { Caller } from "#db/caller.ts";
import { type Permission, rolePermissions } from "#domain/accounts/permission.ts";
import { AppError } from "#domain/errors.ts";

import { outputScheme } from "./output-uri.ts";
import { tools } from "./tools/index.ts";

/** Permissions of the methods other than `tools/call`. */
const permissionsOfMethods: ReadonlyMap<unknown, Permission> = new Map([
  ["tasks/get", "jobs:read"],
  ["tasks/update", "jobs:read"],
  ["tasks/cancel", "jobs:write"],
]);
const permissionsOfTools: ReadonlyMap<unknown, Permission> = new Map(
  tools.map(({ name, permission }) => [name, permission]),
);

/**
 * Refuses a message whose work needs a permission that the caller's access token lacks. The response must be 403 and not a
 * result, so that the client asks the person for more (MCP, Authorization, "Scope Challenge Handling"). An API key has no
 * person to ask, and a person cannot grant what their role lacks: the tool reports both. Throws `permission_missing` with
 * `scope` in its details.
 */
export function checkScope(
  message: Readonly<Record<string, unknown>>,
  { usesToken, permissions, role }: Pick<Caller, "usesToken" | "permissions" | "role">,
): void {
  const permission = permissionOf(message);
  if (usesToken !== true || permission === undefined || permissions.includes(permission)) return;
  if (!rolePermissions[role].includes(permission)) return;
  throw new AppError("permission_missing", { details: { permission, scope: permission } });
}

function permissionOf({ method, params }: Readonly<Record<string, unknown>>) {
  // Safe to cast: every field is unknown.
  const { name, uri } = (params ?? {}) as { readonly name?: unknown; readonly uri?: unknown };
  if (method === "tools/call") return permissionsOfTools.get(name);
  const isOutput = typeof uri === "string" && uri.startsWith(outputScheme);
  if (method === "resources/read") return isOutput ? "jobs:read" : undefined;
  return permissionsOfMethods.get(method);
}
