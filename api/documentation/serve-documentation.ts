import type { ApiMiddleware } from "#api/context.ts";
import { namesEtag } from "#api/http/etag.ts";

import type { Documentation } from "./load-documentation.ts";

const secondsFresh = 300;

/**
 * Serves the documentation for callers to programs and people without a credential. A path is looked up among the loaded
 * pages and never becomes the name of a file.
 */
export function serveDocumentation(pages: Documentation): ApiMiddleware {
  return async (context, next) => {
    const { method, path } = context;
    const page = method === "GET" || method === "HEAD" ? pages.get(path) : undefined;
    if (page === undefined) return next();
    context.set({
      "Cache-Control": `public, max-age=${secondsFresh}`,
      "Cross-Origin-Resource-Policy": "cross-origin",
      ETag: page.etag,
    });
    if (namesEtag(context.get("If-None-Match"), page.etag)) {
      context.status = 304;
      return undefined;
    }
    context.status = 200;
    context.body = page.text;
    context.set("Content-Type", page.mediaType);
    return undefined;
  };
}
