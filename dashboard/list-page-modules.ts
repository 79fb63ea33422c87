export interface PageModule {
  /** Path of the route, with parameters such as `$jobId`. */
  readonly path: string;
  /** File of the page below `dashboard/`. */
  readonly module: string;
  /** The path redirects to another one, whose page this is. */
  readonly redirects: boolean;
}

/**
 * Lists the pages of `router.tsx` from its source, because the module needs a browser. A path that redirects has the page of its
 * target. Throws when the source has a route that this reader does not understand.
 */
export function listPageModules(source: string): PageModule[] {
  const routes = source.split("createRoute({").slice(1);
  const pages = routes.flatMap((route) => {
    const path = /^\s*path: "([^"]+)"/m.exec(route)?.[1];
    const module = /import\("#([^"]+)"\)/.exec(route)?.[1];
    return path === undefined || module === undefined ? [] : [{ path, module, redirects: false }];
  });
  const expected = source.match(/lazyRouteComponent\(/g)?.length ?? 0;
  if (pages.length !== expected) {
    throw new Error(`read ${pages.length} of ${expected} pages of the router`);
  }
  const redirects = routes.flatMap((route) => {
    const path = /^\s*path: "([^"]+)"/m.exec(route)?.[1];
    const target = /throw redirect\(\{ to: "([^"]+)"/.exec(route)?.[1];
    const page = pages.find((one) => one.path === target);
    return path === undefined || page === undefined ? [] : [{ ...page, path, redirects: true }];
  });
  return [...pages, ...redirects];
}
