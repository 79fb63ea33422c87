import { assetBytesMax } from "#api/accept/store-asset.ts";
import { checkPermission } from "#api/middleware/permission.ts";
import { toDisplayText } from "#api/schemas/display-text.ts";
import { createUploadLink } from "#db/jobs/upload-links.ts";
import { AppError } from "#domain/errors.ts";

import type { McpCall } from "./mcp-call.ts";

const nameCharactersMax = 200;

/** Creates a URL to which a shell can upload one file. Throws `permission_missing`. */
export async function createUploadUrl(
  name: string | undefined,
  { caller, dependencies: { em, settings } }: McpCall,
): Promise<{ readonly url: string; readonly expiresAt: string; readonly bytesMax: number }> {
  const { organizationId, accountId, apiKeyId, plan } = caller;
  checkPermission(caller, "assets:write");
  if (apiKeyId === null) throw new AppError("credential_malformed");
  const shown = toDisplayText(name ?? "")
    .trim()
    .slice(0, nameCharactersMax)
    .toWellFormed();
  const { token, expiresAt } = await createUploadLink(em.fork(), {
    organizationId,
    accountId,
    apiKeyId,
    name: shown === "" ? null : shown,
  });
  return {
    url: `${settings.publicUrl}/uploads/${token}`,
    expiresAt: expiresAt.toISOString(),
    bytesMax: assetBytesMax(plan, settings.inputBytesMax),
  };
}
