import { existsSync } from "node:fs";

import { findBuildFolder } from "#api/dashboard/find-build.ts";
import type { Config } from "#config.ts";
import { createSignInLink } from "#db/setup/create-sign-in-link.ts";

/**
 * URL that opens the dashboard and signs the local owner in, once and within ten minutes; null when the
 * dashboard is off or not built. The token is in the fragment, which browsers send to no server.
 */
export async function createDashboardLink(
  config: Pick<Config, "DASHBOARD" | "CACHE_DIR" | "publicUrl">,
  databaseUrl: string,
): Promise<string | null> {
  if (config.DASHBOARD === "off") return null;
  const folder = await findBuildFolder(config.CACHE_DIR);
  if (folder === null || !existsSync(folder)) return null;
  return `${config.publicUrl}/#link=${await createSignInLink(databaseUrl)}`;
}
