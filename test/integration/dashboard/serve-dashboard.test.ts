import { rm } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { beforeAll, describe, expect, test } from "vitest";

import { loadBuild } from "#api/dashboard/load-build.ts";
import { requestAs, type RawResponse } from "#test/support/accounts/request-as.ts";
import { startApi, type TestApi } from "#test/support/api.ts";
import { expectCommonHeaders } from "#test/support/contract.ts";
import { scriptText, writeBuild } from "#test/support/dashboard/dashboard-build.ts";
import { useApi, useDatabase, useFolder, useResource } from "#test/support/fixtures.ts";

const database = useDatabase();
const folder = useFolder("gme-dashboard-");
const current = join(folder, "00000000000000aa");
const former = join(folder, "00000000000000bb");
const api: TestApi = useResource(async () => {
  await writeBuild(former, { "old-5e6f.js": "old();", "app-1a2b3c4d.js": "same name" });
  await writeBuild(current, { "app-1a2b3c4d.js": scriptText, "gone-7a8b.js": "gone();" });
  return startApi(database, { dependencies: { dashboard: await loadBuild(current) } });
});
const withoutDashboard = useApi(database);
const host = "engine.test";
const html = "text/html,application/xhtml+xml,*/*;q=0.8";

async function open(path: string, headers: Record<string, string> = {}): Promise<RawResponse> {
  return requestAs(api.url, path, { headers: { Host: host, Accept: html, ...headers } });
}

describe("the page", () => {
  test.each([
    ["index", "/"],
    ["index", "/jobs/job_1?filter=x"],
    ["index", "/v10"],
    ["index", "/sign-in/unknown"],
    ["sign-in", "/sign-in?next=%2Fjobs"],
    ["sign-in", "/verify-email"],
    ["sign-in", "/reset-password"],
  ])("is %s.html for a browser at %s", async (name, path) => {
    const { status, headers, text } = await open(path);

    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(text).toContain(`<title>${name}</title>`);
  });

  test("has exactly these headers against scripts of others", async () => {
    const { headers, text } = await open("/");

    const [, nonce = ""] = /nonce="([\w-]{22})"/.exec(text) ?? [];
    expect(nonce).not.toBe("");
    expect(headers).toMatchObject({
      "content-security-policy":
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' blob:; ` +
        "media-src 'self' blob:; font-src 'self'; connect-src 'self' blob:; worker-src 'self'; " +
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types 'none'",
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "permissions-policy": "camera=(self), microphone=(self), geolocation=(), payment=()",
      "x-content-type-options": "nosniff",
    });
    expect((await open("/")).text).not.toContain(nonce);
  });

  test.each([
    ["/jobs/job_1", "job"],
    ["/jobs/new", "new"],
    ["/", "create"],
    ["/jobs", null],
    ["/jobs/job_1/more", null],
    ["/sign-in", null],
  ])("at %s names the files of that page only", async (path, page) => {
    const { text } = await open(path);

    const [, nonce = ""] = /nonce="([\w-]{22})"/.exec(text) ?? [];
    const links = text.match(/<link [^>]*>/g) ?? [];
    expect(links).toEqual(
      page === null
        ? []
        : [`<link rel="modulepreload" href="/assets/${page}.js" nonce="${nonce}">`],
    );
    expect((await open("/page-links.json", { Accept: "*/*" })).status).toBe(404);
  });

  test("has the chosen theme and language, and nothing else that a cookie says", async () => {
    const plain = await open("/", { "Accept-Language": "de-AT,de;q=0.9" });
    const chosen = await open("/", { Cookie: "gme-theme=dark; gme-language=en" });
    const hostile = await open("/", { Cookie: 'gme-theme="><script>; gme-language=xx' });

    expect(plain.text).toContain('<html lang="de" data-theme="system">');
    expect(chosen.text).toContain('<html lang="en" data-theme="dark">');
    expect(hostile.text).toContain('<html lang="en" data-theme="system">');
  });

  test("responds to HEAD like GET, without a body", async () => {
    const { status, headers, text } = await requestAs(api.url, "/jobs", {
      method: "HEAD",
      headers: { Host: host, Accept: html },
    });

    expect({ status, text, type: headers["content-type"] }).toEqual({
      status: 200,
      text: "",
      type: "text/html; charset=utf-8",
    });
  });

  test.each([
    ["/v1/jobs", 401],
    ["/app/unknown", 404],
    ["/files/out_1", 400],
    ["/.well-known/unknown", 404],
    ["/provider-webhooks/unknown", 405],
  ])("does not replace the API at %s", async (path, status) => {
    const response = await open(path);

    expect(response.status).toBe(status);
    expect(response.headers["content-type"]).toBe("application/problem+json");
  });

  test("is not served to programs, which get the API's responses", async () => {
    const landing = await open("/", { Accept: "*/*" });
    const unknown = await open("/nothing", { Accept: "*/*" });
    const posted = await requestAs(api.url, "/sign-in", {
      method: "POST",
      headers: { Host: host, Accept: html },
    });

    expect(landing.text).toContain("curl -sS");
    expect([landing.status, unknown.status, posted.status]).toEqual([200, 404, 404]);
  });

  test("gives way to the landing page without a dashboard", async () => {
    const response = await withoutDashboard.call("/", { headers: { Accept: html } });

    expect(await response.text()).toContain("curl -sS");
    expect((await withoutDashboard.call("/jobs", { headers: { Accept: html } })).status).toBe(404);
  });
});

describe("files", () => {
  const path = "/assets/app-1a2b3c4d.js";

  test("are sent in the encoding that the browser takes, and kept indefinitely", async () => {
    const plain = await open(path);
    const brotli = await open(path, { "Accept-Encoding": "gzip, br" });
    const gzip = await open(path, { "Accept-Encoding": "gzip" });

    expect(plain.text).toBe(scriptText);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(scriptText);
    expect(gunzipSync(gzip.bytes).toString()).toBe(scriptText);
    for (const { status, headers, bytes } of [plain, brotli, gzip]) {
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "public, max-age=31536000, immutable",
        "content-length": String(bytes.byteLength),
        vary: expect.stringContaining("Accept-Encoding"),
      });
    }
  });

  test("outside /assets are kept for five minutes", async () => {
    const { headers } = await open("/favicon.svg");

    expect(headers).toMatchObject({
      "content-type": "image/svg+xml",
      "cache-control": "public, max-age=300",
    });
  });

  test("of an earlier build stay available to pages that are still open", async () => {
    expect((await open("/assets/old-5e6f.js")).text).toBe("old();");
  });

  test.each([
    "/assets/missing.js",
    "/assets/",
    "/assets/../index.html",
    "/assets/..%2findex.html",
    "/assets/app-1a2b3c4d.js.br",
    "/assets/%00",
  ])("that do not exist are 404, never the page: %s", async (missing) => {
    const { status, text } = await open(missing);

    expect({ status, isPage: text.includes("<!doctype html>") }).toEqual({
      status: 404,
      isPage: false,
    });
  });

  test("that were removed since the start are 404", async () => {
    await rm(join(current, "assets/gone-7a8b.js"));

    expect((await open("/assets/gone-7a8b.js")).status).toBe(404);
  });

  test("do not count against a rate limit", async () => {
    const before = await open("/v1/jobs");
    await Promise.all(Array.from({ length: 20 }, async () => open(path)));
    const after = await open("/v1/jobs");

    expectCommonHeaders(new Response("", { headers: after.headers as Record<string, string> }));
    const remaining = ({ headers }: RawResponse) => Number(headers["x-ratelimit-remaining"]);
    expect(remaining(before) - remaining(after)).toBe(1);
  });
});

describe("under another host name", () => {
  let port: string;
  beforeAll(() => {
    port = new URL(api.url).port;
  });

  test.each(["127.0.0.1", "localhost", "gme.localhost", "[::1]"])(
    "%s redirects to the public URL",
    async (name) => {
      const { status, headers } = await open("/jobs?page=2", { Host: `${name}:${port}` });

      expect(status).toBe(308);
      expect(headers["location"]).toBe("http://engine.test/jobs?page=2");
    },
  );

  test.each([
    "evil.example",
    "engine.test.evil.example",
    "engine.test:8081",
    "localhost.evil.example",
  ])("%s is refused, as in DNS rebinding", async (name) => {
    const { status, text } = await open("/", { Host: name });

    expect(status).toBe(421);
    expect(JSON.parse(text)).toMatchObject({
      code: "host_refused",
      details: { publicUrl: "http://engine.test" },
    });
  });

  test("a double slash does not redirect to another site", async () => {
    const { headers } = await open("//evil.example/x", { Host: `127.0.0.1:${port}` });

    expect(headers["location"]).toBe("http://engine.test//evil.example/x");
  });
});
