import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Logger } from "pino";

import { etagOf } from "#api/http/etag.ts";

import { rewriteLinks } from "./rewrite-links.ts";
import { fileOf, indexFile, indexPath, pathOf } from "./served-pages.ts";

export interface DocumentationPage {
  readonly text: string;
  readonly mediaType: string;
  readonly etag: string;
}

/** Pages by the path of their URL. Only these files are ever read. */
export type Documentation = ReadonlyMap<string, DocumentationPage>;

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Loads the pages that this process serves; null for an installation that lacks any of them. */
export async function openDocumentation(
  { publicUrl }: { readonly publicUrl: string },
  log: Logger,
): Promise<Documentation | null> {
  try {
    return await loadDocumentation(publicUrl);
  } catch (error) {
    log.warn({ error }, "the documentation is not installed; it is not served");
    return null;
  }
}

/** Loads the index and the pages that it names. */
export async function loadDocumentation(publicUrl: string): Promise<Documentation> {
  const index = await readFile(join(root, indexFile), "utf8");
  const paths = new Set(Array.from(index.matchAll(/\]\((\/docs\/[^)#\s]+)/g), ([, path]) => path));
  const urlOf = (file: string) => {
    const path = pathOf(file);
    const isServed = path !== null && (paths.has(path) || path.startsWith("/v1/"));
    return isServed ? `${publicUrl}${path}` : null;
  };
  const pages = [...paths].map(async (path = ""): Promise<[string, DocumentationPage]> => {
    const file = fileOf(path);
    const text = await readFile(join(root, file), "utf8");
    if (file.endsWith(".json")) return [path, toPage(text, "application/schema+json")];
    const markdown = withoutBlockComments(rewriteLinks(text, { file, urlOf }));
    return [path, toPage(markdown, "text/markdown; charset=utf-8")];
  });
  const text = index.replaceAll("](/", `](${publicUrl}/`);
  return new Map([
    [indexPath, toPage(text, "text/plain; charset=utf-8")],
    ...(await Promise.all(pages)),
  ]);
}

/** Removes the comments above code blocks, which tell the tests of this repository how to check them. */
function withoutBlockComments(markdown: string): string {
  return markdown.replaceAll(/^<!-- .+ -->\n+(?=```)/gm, "");
}

function toPage(text: string, mediaType: string): DocumentationPage {
  return { text, mediaType, etag: etagOf(text) };
}
