import { readFile } from "node:fs/promises";

export interface PagePath {
  /** Path of the router, with parameters such as `$jobId`. */
  readonly path: string;
  /** True for pages in the shell. */
  readonly needsSession: boolean;
}

/**
 * Lists the pages of `dashboard/router.tsx` from its source, because the module needs a browser. Throws when the
 * source has a route that this reader does not understand.
 */
export async function listPagePaths(): Promise<PagePath[]> {
  const source = await readFile("dashboard/router.tsx", "utf8");
  const routes = source.split("createRoute({").slice(1);
  const named = routes.flatMap((route) => {
    const path = /^\s*path: "([^"]+)"/m.exec(route)?.[1];
    const isRedirect = /throw redirect\(/.test(route);
    const needsSession = route.includes("getParentRoute: () => shell");
    return path === undefined || isRedirect ? [] : [{ path, needsSession }];
  });
  const listed = [...source.matchAll(/^ {4}\["(\/[^"]+)", "\w+"\],$/gm)].map(([, path = ""]) => ({
    path,
    needsSession: false,
  }));
  const known = named.length + listed.length;
  const components = source.match(/lazyRouteComponent\(/g)?.length ?? 0;
  const expected = components - 1 + listed.length;
  if (known !== expected) throw new Error(`read ${known} of ${expected} pages of the router`);
  return [...named, ...listed];
}
