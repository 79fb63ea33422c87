import { readFile } from "node:fs/promises";

import { signInPaths } from "#api/dashboard/load-build.ts";
import { listPageModules } from "#dashboard/list-page-modules.ts";

export interface PagePath {
  /** Path of the router, with parameters such as `$jobId`. */
  readonly path: string;
  /** False for the pages of `sign-in.html`. */
  readonly needsSession: boolean;
}

/** Lists the pages without a session, and those of `dashboard/router.tsx`. */
export async function listPagePaths(): Promise<PagePath[]> {
  const pages = listPageModules(await readFile("dashboard/router.tsx", "utf8"));
  return [
    ...pages
      .filter(({ redirects }) => !redirects)
      .map(({ path }) => ({ path, needsSession: true })),
    ...signInPaths.map((path) => ({ path, needsSession: false })),
  ];
}
