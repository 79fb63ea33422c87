import type { ApiContext } from "#api/context.ts";
import { AppError } from "#domain/errors.ts";

/**
 * Serves pages and cookies under the host of the public URL only: a page of another name could not load files,
 * whose signed URLs have that host, and a name that another site points here (DNS rebinding) must not reach a
 * session. Redirects a page under another loopback name, and throws `host_refused` otherwise. Behind a proxy
 * a loopback name is that of a proxy that hides the host; a redirect would then never end.
 */
export function refuseOtherHost(context: ApiContext, publicUrl: string): "redirected" | "served" {
  if (isPublicHost(context, publicUrl)) return "served";
  const isPage = context.method === "GET" || context.method === "HEAD";
  if (isPage && !context.app.proxy && isLoopback(context.hostname)) {
    context.redirect(`${publicUrl}${context.url}`);
    context.status = 308;
    return "redirected";
  }
  throw new AppError("host_refused", { details: { publicUrl } });
}

function isPublicHost(context: ApiContext, publicUrl: string): boolean {
  const { protocol, host } = new URL(publicUrl);
  return URL.parse(`${protocol}//${context.host}`)?.host === host;
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|[a-z0-9-]+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname);
}
