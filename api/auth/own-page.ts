import { isPublicHost } from "#api/http/public-host.ts";
import type { RouteInput } from "#api/http/route.ts";
import { AppError } from "#domain/errors.ts";

/**
 * Requires that a page of this server sends the request, under the public host name. Together with the JSON
 * body, which a form of another site cannot send, this refuses cross-site requests that set or use a cookie.
 * Browsers send `Sec-Fetch-Site` over https and to loopback, and `Origin` with every POST. Throws
 * `host_refused` or `origin_refused`.
 */
export function requireOwnPage(
  { host, header }: Pick<RouteInput<unknown, unknown, unknown>["request"], "host" | "header">,
  { publicUrl }: { publicUrl: string },
): void {
  if (!isPublicHost(host, publicUrl))
    throw new AppError("host_refused", { details: { publicUrl } });
  const site = header("sec-fetch-site");
  const isOwn =
    site === undefined ? header("origin") === new URL(publicUrl).origin : site === "same-origin";
  if (!isOwn) throw new AppError("origin_refused");
}
