import { randomBytes } from "node:crypto";
import { open } from "node:fs/promises";

import type { ApiContext, ApiMiddleware } from "#api/context.ts";
import { acceptsByName } from "#api/http/media-type.ts";
import { isLoopbackName, isPublicHost } from "#api/http/public-host.ts";
import { AppError } from "#domain/errors.ts";

import { type Asset, type DashboardBuild, signInPaths } from "./load-build.ts";
import { pageHeaders } from "./page-headers.ts";

/** Paths that belong to the API, with everything below them. */
const pathsOfApi = [
  "/v1",
  "/app",
  "/files",
  "/s",
  "/errors",
  "/docs",
  "/llms.txt",
  "/.well-known",
  "/provider-webhooks",
  "/oauth",
];

/**
 * Serves the files of the dashboard, and one of its two documents for every path that a browser opens outside the API. The
 * document's own code decides by the path what to show. Programs, which do not accept HTML by name, receive the
 * API's responses.
 */
export function serveDashboard(
  { page, signInPage, pageLinks, assets }: DashboardBuild,
  { publicUrl }: { publicUrl: string },
): ApiMiddleware {
  return async (context, next) => {
    const { method, path } = context;
    if (method !== "GET" && method !== "HEAD") return next();
    const asset = assets.get(path);
    if (asset !== undefined) return serveAsset(context, asset);
    if (isBelow(path, "/assets")) throw noSuchFile(path);
    if (pathsOfApi.some((prefix) => isBelow(path, prefix)) || !wantsPage(context)) return next();
    const document = signInPaths.includes(path)
      ? signInPage
      : page.replace("</head>", `${linksOf(path, pageLinks)}</head>`);
    if (isPublicHost(context.host, publicUrl)) servePage(context, document);
    else redirectToPublicHost(context, publicUrl);
    return undefined;
  };
}

/**
 * A page under another name could not load files, whose signed URLs have the public host, and a name that
 * another site points here (DNS rebinding) must not reach a session. Behind a proxy a loopback name is that of
 * a proxy that hides the host; a redirect would never end. Throws `host_refused`.
 */
function redirectToPublicHost(context: ApiContext, publicUrl: string): void {
  if (context.app.proxy || !isLoopbackName(context.hostname)) {
    throw new AppError("host_refused", { details: { publicUrl } });
  }
  context.redirect(`${publicUrl}${context.url}`);
  context.status = 308;
}

/** Links to the files of the page at a path: without them the browser requests those only when the application runs. */
function linksOf(path: string, pageLinks: DashboardBuild["pageLinks"]): string {
  const segments = path.split("/");
  const matches = (route: readonly string[]) =>
    route.length === segments.length &&
    route.every((name, index) => name.startsWith("$") || name === segments[index]);
  return pageLinks.find(({ path: route }) => matches(route.split("/")))?.links ?? "";
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

function wantsPage(context: ApiContext): boolean {
  return acceptsByName(context.get("accept"), "text/html");
}

/** A missing file must not be the page: a script or a style sheet would fail on its HTML without a reason. */
function noSuchFile(path: string): AppError {
  return new AppError("route_not_found", { message: `The file ${path} does not exist.` });
}

async function serveAsset(context: ApiContext, asset: Asset): Promise<void> {
  context.vary("Accept-Encoding");
  const encoded = asset.encoded.find(
    ({ encoding }) => context.acceptsEncodings(encoding) === encoding,
  );
  const { file, bytes } = encoded ?? asset;
  // The file may have been removed since the list was made.
  const handle = context.method === "HEAD" ? null : await open(file).catch(() => null);
  if (handle === null && context.method !== "HEAD") throw noSuchFile(context.path);
  if (encoded !== undefined) context.set("Content-Encoding", encoded.encoding);
  context.set(
    "Cache-Control",
    asset.isImmutable ? "public, max-age=31536000, immutable" : "public, max-age=300",
  );
  context.status = 200;
  if (handle !== null) context.body = handle.createReadStream();
  context.set("Content-Type", asset.mediaType);
  context.set("Content-Length", String(bytes));
}

/** Writes nonce, theme and language into the page, so that it needs no inline script and does not flash. */
function servePage(context: ApiContext, page: string): void {
  const nonce = randomBytes(16).toString("base64url");
  context.set(pageHeaders(nonce));
  context.status = 200;
  context.body = page
    .replaceAll("__NONCE__", nonce)
    .replaceAll("__THEME__", themeOf(context))
    .replaceAll("__LANG__", languageOf(context));
  context.set("Content-Type", "text/html; charset=utf-8");
}

const themes = ["light", "dark"];
const languages = ["en", "de"];

/** The theme that the person has chosen (cookie `gme-theme`), or `system`. */
function themeOf(context: ApiContext): string {
  const chosen = context.cookies.get("gme-theme") ?? "";
  return themes.includes(chosen) ? chosen : "system";
}

/** The language that the person has chosen (cookie `gme-language`), or the browser's. */
function languageOf(context: ApiContext): string {
  const chosen = context.cookies.get("gme-language") ?? "";
  if (languages.includes(chosen)) return chosen;
  return context.acceptsLanguages(...languages) || "en";
}
