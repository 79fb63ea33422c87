import { readFile } from "node:fs/promises";

import { signInPaths } from "#api/dashboard/load-build.ts";

export interface PagePath {
  /** Path of the router, with parameters such as `$jobId`. */
  readonly path: string;
  /** False for the pages of `sign-in.html`. */
  readonly needsSession: boolean;
}

/**
 * Lists the pages without a session, and those of `dashboard/router.tsx` from its source, because the module needs a browser. Throws when the
 * source has a route that this reader does not understand.
 */
export async function listPagePaths(): Promise<PagePath[]> {
  const source = await readFile("dashboard/router.tsx", "utf8");
  const routes = source.split("createRoute({").slice(1);
  const named = routes.flatMap((route) => {
    const path = /^\s*path: "([^"]+)"/m.exec(route)?.[1];
    const isRedirect = /throw redirect\(/.test(route);
    return path === undefined || isRedirect ? [] : [{ path, needsSession: true }];
  });
  const expected = source.match(/lazyRouteComponent\(/g)?.length ?? 0;
  if (named.length !== expected)
    throw new Error(`read ${named.length} of ${expected} pages of the router`);
  return [...named, ...signInPaths.map((path) => ({ path, needsSession: false }))];
}
