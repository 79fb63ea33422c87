import type { ApiSettings } from "#api/dependencies.ts";
import { isLoopbackName } from "#api/http/public-host.ts";
import { AppError } from "#domain/errors.ts";

/**
 * Protects against DNS rebinding: a page of another site must not reach the door through the browser of a
 * person. `Origin` must be absent, as from programs, or name this server, a configured front end or this
 * machine. When the public URL is that of this machine, `Host` must name this machine, too. Throws
 * `origin_refused`.
 */
export function checkOrigin(
  { origin, host }: { readonly origin: string | undefined; readonly host: string },
  { publicUrl, frontendUrls }: Pick<ApiSettings, "publicUrl" | "frontendUrls">,
): void {
  const allowed = [publicUrl, ...frontendUrls].map((url) => new URL(url).origin);
  const given = origin === undefined ? null : URL.parse(origin);
  if (origin !== undefined && !(given !== null && isAllowed(given, allowed))) {
    throw new AppError("origin_refused", {
      message:
        "The Origin header names a site that may not use this endpoint. Programs send none; the sites are " +
        "those of PUBLIC_URL and FRONTEND_URLS.",
    });
  }
  const isLocal = isLoopbackName(new URL(publicUrl).hostname);
  if (isLocal && !isLoopbackName(URL.parse(`http://${host}`)?.hostname ?? "")) {
    throw new AppError("origin_refused", {
      message: "The Host header must name this machine, such as localhost.",
    });
  }
}

function isAllowed({ origin, hostname }: URL, allowed: readonly string[]): boolean {
  return allowed.includes(origin) || isLoopbackName(hostname);
}
