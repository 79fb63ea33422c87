import { type Permission, rolePermissions } from "#domain/accounts/permission.ts";

/** Permissions of the tools behind /mcp, which a client gets that asks for none. */
export const mcpPermissions: readonly Permission[] = [
  "generations:create",
  "jobs:read",
  "jobs:write",
  "models:read",
  "assets:write",
];

/** Permissions of the command line: those of a developer, without the management of API keys. */
const commandLinePermissions: readonly Permission[] = rolePermissions.developer.filter(
  (permission) => permission !== "keys:manage",
);

/** Path of the metadata of protected resources (RFC 9728). */
export const metadataPath = "/.well-known/oauth-protected-resource";

/** Client of `gme login --device`. */
export const commandLineId = "gme";

/** Resource whose access tokens /mcp accepts (RFC 8707). */
export function mcpResourceOf(publicUrl: string): string {
  return `${publicUrl}/mcp`;
}

/** URL of the metadata of that resource (RFC 9728). */
export function mcpMetadataUrl(publicUrl: string): string {
  return `${publicUrl}${metadataPath}/mcp`;
}

/** Resource whose access tokens are exchanged for the API key of the command line, once. */
export function keyResourceOf(publicUrl: string): string {
  return `${publicUrl}/oauth/api-key`;
}

/** Permissions that a client can get for a resource; null for an unknown resource, or one that is not for the client. */
export function permissionsOf(
  resource: string,
  { clientId, publicUrl }: { readonly clientId: string; readonly publicUrl: string },
): readonly Permission[] | null {
  const isCommandLine = clientId === commandLineId;
  if (resource === mcpResourceOf(publicUrl)) return isCommandLine ? null : mcpPermissions;
  if (resource === keyResourceOf(publicUrl)) return isCommandLine ? commandLinePermissions : null;
  return null;
}
