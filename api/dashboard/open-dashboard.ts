import type { Logger } from "pino";

import type { Config } from "#config.ts";

import { findBuildFolder } from "./find-build.ts";
import { type DashboardBuild, loadBuild } from "./load-build.ts";

/** Loads the dashboard that this process serves; null when it is off, not built or cannot be served. */
export async function openDashboard(
  config: Pick<Config, "DASHBOARD" | "CACHE_DIR" | "publicUrl">,
  log: Logger,
): Promise<DashboardBuild | null> {
  if (config.DASHBOARD === "off") return null;
  if (new URL(config.publicUrl).pathname !== "/") {
    log.warn("the dashboard needs a PUBLIC_URL without a path; it is not served");
    return null;
  }
  const folder = await findBuildFolder(config.CACHE_DIR);
  const build = folder === null ? null : await loadBuild(folder);
  if (build === null) log.warn("the dashboard is not built (npm run build); it is not served");
  return build;
}
