import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";

/** Content encodings that a build has files for, best first; the suffix is that of the file. */
const encodings = [
  { name: "br", suffix: ".br" },
  { name: "gzip", suffix: ".gz" },
] as const;

export interface Variant {
  readonly file: string;
  readonly bytes: number;
}

export interface Asset extends Variant {
  readonly mediaType: string;
  /** The name contains a hash of the content, so browsers may keep the file indefinitely. */
  readonly isImmutable: boolean;
  readonly encoded: readonly (Variant & { readonly encoding: string })[];
}

/** A built dashboard: its documents, and its files by path. Only listed paths are read from the disk. */
export interface DashboardBuild {
  /** HTML with the placeholders `__NONCE__`, `__THEME__` and `__LANG__`. */
  readonly page: string;
  /** Likewise, for `signInPaths`. It loads without the rest of the dashboard. */
  readonly signInPage: string;
  /** Links to the files of each page that `page` lacks, by the path of its route, such as `/jobs/$jobId`; paths without parameters first. */
  readonly pageLinks: readonly { readonly path: string; readonly links: string }[];
  readonly assets: ReadonlyMap<string, Asset>;
}

const pageName = "index.html";
const signInPageName = "sign-in.html";
/** Written by `dashboard/preload-application.ts`. */
const pageLinksName = "page-links.json";
/** Paths of the pages without a session. */
export const signInPaths = [
  "/sign-in",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/verify-email",
];
/** Earlier builds whose assets are kept and served. */
export const formerBuildsMax = 4;

const mediaTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** Loads a build and the assets of earlier builds next to it. Returns null when the folder does not exist. */
export async function loadBuild(folder: string): Promise<DashboardBuild | null> {
  const page = await readFile(join(folder, pageName), "utf8").catch(() => null);
  if (page === null) return null;
  const signInPage = await readFile(join(folder, signInPageName), "utf8");
  const pageLinks = await readPageLinks(folder);
  const assets = new Map<string, Asset>();
  for (const former of (await listFormerBuilds(folder)).slice(0, formerBuildsMax)) {
    for (const [path, asset] of await listAssets(former)) {
      if (asset.isImmutable) assets.set(path, asset);
    }
  }
  for (const [path, asset] of await listAssets(folder)) assets.set(path, asset);
  // It is part of the documents, and no file for browsers.
  assets.delete(`/${pageLinksName}`);
  return { page, signInPage, pageLinks, assets };
}

async function readPageLinks(folder: string): Promise<DashboardBuild["pageLinks"]> {
  const text = await readFile(join(folder, pageLinksName), "utf8");
  const entries = Object.entries(JSON.parse(text) as Record<string, string>);
  const countOf = (path: string) => path.split("$").length;
  return entries
    .map(([path, links]) => ({ path, links }))
    .toSorted((left, right) => countOf(left.path) - countOf(right.path));
}

/** Lists the other builds next to a build, newest first. */
export async function listFormerBuilds(folder: string): Promise<string[]> {
  const parent = dirname(folder);
  const names = (await readdir(parent)).filter(
    (name) => /^[0-9a-f]{16}$/.test(name) && name !== basename(folder),
  );
  const builds = await Promise.all(
    names.map(async (name) => ({
      path: join(parent, name),
      builtAt: (await stat(join(parent, name))).mtimeMs,
    })),
  );
  return builds.toSorted((left, right) => right.builtAt - left.builtAt).map(({ path }) => path);
}

async function listAssets(folder: string): Promise<[string, Asset][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = new Map<string, number>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    sizes.set(file, (await stat(file)).size);
  }
  return [...sizes].flatMap(([file, bytes]) => {
    const path = file.slice(folder.length);
    const mediaType = mediaTypes[extname(file)];
    if (mediaType === undefined) return [];
    const encoded = encodings.flatMap(({ name, suffix }) => {
      const size = sizes.get(`${file}${suffix}`);
      return size === undefined ? [] : [{ file: `${file}${suffix}`, bytes: size, encoding: name }];
    });
    const isImmutable = path.startsWith("/assets/");
    return [[path, { file, bytes, mediaType, isImmutable, encoded }] as [string, Asset]];
  });
}
