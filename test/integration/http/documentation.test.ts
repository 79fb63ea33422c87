import { describe, expect, test } from "vitest";

import { loadDocumentation } from "#api/documentation/load-documentation.ts";
import { requestAs } from "#test/support/accounts/request-as.ts";
import { startApi, testAddresses, type TestApi } from "#test/support/api.ts";
import { useApi, useDatabase, useOrganization, useResource } from "#test/support/fixtures.ts";

const database = useDatabase();
const owner = useOrganization(database);
const { publicUrl } = testAddresses;
const api: TestApi = useResource(async () =>
  startApi(database, { dependencies: { documentation: await loadDocumentation(publicUrl) } }),
);
const withoutPages = useApi(database);

/** The pages are Markdown of 4 bytes a token: the index must fit in addition to any question. */
const indexBytesMax = 8_192;
const pageBytesMax = 131_072;

async function read(path: string): Promise<string> {
  const response = await api.call(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

/** Targets of the Markdown links outside code blocks. */
function linksOf(markdown: string): string[] {
  const text = markdown.replaceAll(/^```[\s\S]*?^```/gm, "");
  return Array.from(text.matchAll(/\]\(([^()\s]+)\)/g), ([, target = ""]) => target);
}

/** Identifiers that a heading's text gives its anchor, as viewers of Markdown compute them. */
function anchorsOf(markdown: string): Set<string> {
  const headings = Array.from(markdown.matchAll(/^#+ (.+)$/gm), ([, text = ""]) => text);
  return new Set(
    headings.map((text) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(/\s/g, "-"),
    ),
  );
}

describe("the documentation", () => {
  test("has an index in the form of llms.txt, within its budget", async () => {
    const response = await api.call("/llms.txt");
    const text = await response.text();

    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "public, max-age=300",
      etag: expect.any(String),
    });
    expect(text).toMatch(
      /^# .+\n\n> .+\n\n(- .+\n( {2}.+\n)*)+\n## Docs\n\n(- \[.+\n)+\n## Optional\n/,
    );
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(indexBytesMax);
    expect(linksOf(text).length).toBeGreaterThan(15);
  });

  test("has no link, in its index and its pages, that leads nowhere", async () => {
    const pages = new Map<string, string>();
    const waiting = ["/llms.txt"];
    const linked: [from: string, url: URL][] = [];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (pages.has(path)) continue;
      const text = await read(path);
      pages.set(path, text);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(pageBytesMax);
      if (path.endsWith(".json")) continue;
      // Comments above code blocks are for the tests of the repository.
      expect(text).not.toMatch(/^<!-- .* -->\n+```/m);
      for (const target of linksOf(text)) {
        const url = new URL(target, `${publicUrl}${path}`);
        if (url.origin !== publicUrl) continue;
        linked.push([path, url]);
        if (url.pathname.startsWith("/docs/")) waiting.push(url.pathname);
      }
    }

    const broken: string[] = [];
    for (const [from, { pathname, hash }] of linked) {
      const page = pages.get(pathname);
      const isThere =
        page === undefined
          ? (await api.call(pathname, { key: owner.key })).ok
          : hash === "" || anchorsOf(page).has(decodeURIComponent(hash.slice(1)));
      if (!isThere) broken.push(`${from} → ${pathname}${hash}`);
    }
    expect(broken).toEqual([]);
    expect(pages.size).toBeGreaterThan(15);
    expect([...pages.keys()].filter((path) => path.includes("decisions"))).toEqual([]);
  });

  test("is not sent again to a reader that has it", async () => {
    const etag = (await api.call("/docs/guide.md")).headers.get("etag") ?? "";
    const again = await api.call("/docs/guide.md", { headers: { "If-None-Match": etag } });
    const head = await api.call("/docs/guide.md", { method: "HEAD" });

    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(head.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(1_000);
  });

  test.each([
    "/docs/../package.json",
    "/docs/..%2fpackage.json",
    "/docs/%2e%2e/package.json",
    "/docs/doors/../../config.ts",
    "/docs/clients/../../package.md",
    "/docs/decisions/README.md",
    "/docs/security.md",
    "/docs/",
    "/docs/guide.md/",
    "/docs/guide.md%00",
    "/llms.txt/",
  ])("serves nothing at %s, neither to programs nor to browsers", async (path) => {
    for (const accept of ["*/*", "text/html"]) {
      const { status, text } = await requestAs(api.url, path, { headers: { Accept: accept } });
      expect([status, text.includes("route_not_found")]).toEqual([404, true]);
    }
  });

  test("is read with GET only", async () => {
    expect((await api.call("/llms.txt", { method: "POST", body: {} })).status).toBe(404);
  });

  test("is absent in an installation without its files", async () => {
    expect((await withoutPages.call("/llms.txt")).status).toBe(404);
  });
});
