export const permissions = [
  "models:read",
  "generations:create",
  "jobs:read",
  "jobs:write",
  "chat:read",
  "chat:write",
  "pipelines:read",
  "pipelines:write",
  "assets:read",
  "assets:write",
  "keys:read",
  "keys:manage",
  "org:read",
  "org:manage",
  "members:manage",
  "billing:read",
  "webhooks:read",
  "webhooks:write",
  "audit:read",
  "admin:users",
  "admin:orgs",
  "admin:providers",
  "admin:credits",
  "admin:metrics",
] as const;
export type Permission = (typeof permissions)[number];

const operatorOnly = permissions.filter((permission) => permission.startsWith("admin:"));
const ofOrganizations = permissions.filter((permission) => !permission.startsWith("admin:"));

export const roles = ["owner", "admin", "developer", "viewer"] as const;
export type Role = (typeof roles)[number];

/** Permissions of each role. Routes check the rights that are reserved for owners. */
export const rolePermissions: Record<Role, readonly Permission[]> = {
  owner: ofOrganizations,
  admin: ofOrganizations,
  developer: [
    "models:read",
    "generations:create",
    "jobs:read",
    "jobs:write",
    "chat:read",
    "chat:write",
    "pipelines:read",
    "pipelines:write",
    "assets:read",
    "assets:write",
    "keys:read",
    "keys:manage",
    "org:read",
    "billing:read",
    "webhooks:read",
    "webhooks:write",
  ],
  // The audit log contains the members' IP addresses, so it is limited to roles that manage the organization.
  viewer: ofOrganizations.filter(
    (permission) => permission.endsWith(":read") && permission !== "audit:read",
  ),
};

/**
 * Returns the current permissions of an API key: its grants, limited to what its creator still has. A key
 * therefore loses each permission that its creator loses.
 */
export function effectivePermissions(
  granted: readonly Permission[] | null,
  maker: { role: Role; isOperator: boolean },
): Permission[] {
  const makers: Permission[] = [
    ...rolePermissions[maker.role],
    ...(maker.isOperator ? operatorOnly : []),
  ];
  return granted === null ? makers : makers.filter((permission) => granted.includes(permission));
}
