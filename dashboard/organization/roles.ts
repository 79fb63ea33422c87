import type { Role } from "@gme/client";

const roles: readonly Role[] = ["owner", "admin", "developer", "viewer"];

/** Roles that a person may give: only an owner makes owners. */
export function grantableRoles(mine: string): readonly Role[] {
  return mine === "owner" ? roles : roles.filter((role) => role !== "owner");
}
