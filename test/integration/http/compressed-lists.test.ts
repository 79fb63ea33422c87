import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { requestAs, type RawResponse } from "#test/support/accounts/request-as.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { createQueuedJob } from "#test/support/jobs/finished-jobs.ts";

/** Lists are most of the bytes that a browser on a slow network waits for. */

const database = useDatabase();
const api = useApi(database);
const organization = useOrganization(database);

async function get(path: string, headers: Record<string, string> = {}): Promise<RawResponse> {
  return requestAs(api.url, path, { headers: { "X-API-Key": organization.key, ...headers } });
}

test("a list is sent in the encoding that the client accepts, with the same content", async () => {
  for (let count = 0; count < 3; count += 1) await createQueuedJob(database.orm, organization);
  const path = "/v1/jobs";

  const plain = await get(path);
  const brotli = await get(path, { "Accept-Encoding": "gzip, deflate, br" });
  const gzip = await get(path, { "Accept-Encoding": "gzip" });
  const refused = await get(path, { "Accept-Encoding": "br;q=0, identity" });

  expect(JSON.parse(plain.text)).toMatchObject({ data: [{}, {}, {}] });
  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(plain.text);
  expect(gunzipSync(gzip.bytes).toString()).toBe(plain.text);
  expect(refused.text).toBe(plain.text);
  expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 2);
  expect([plain, brotli, gzip, refused].map(({ headers }) => headers["content-encoding"])).toEqual([
    undefined,
    "br",
    "gzip",
    undefined,
  ]);
  for (const { headers, bytes } of [plain, brotli, gzip, refused]) {
    expect(headers["vary"]).toContain("Accept-Encoding");
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(headers["content-length"]).toBe(String(bytes.byteLength));
  }
});

test("the ETag of a compressed list is weak and still leads to 304", async () => {
  const path = "/v1/models";
  const plain = await get(path);
  const compressed = await get(path, { "Accept-Encoding": "br" });

  const etag = String(compressed.headers["etag"]);
  expect(etag).toBe(`W/${String(plain.headers["etag"])}`);
  const again = await get(path, { "Accept-Encoding": "br", "If-None-Match": etag });
  expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: "" });
  const head = await requestAs(api.url, path, {
    method: "HEAD",
    headers: { "X-API-Key": organization.key, "Accept-Encoding": "br" },
  });
  expect(head.headers).toMatchObject({ etag, "content-encoding": "br" });
});

test("a resource that an update compares keeps its strong ETag, and its body as it is", async () => {
  const { headers } = await get("/v1/pipelines/narrated-clip", { "Accept-Encoding": "br" });

  expect(headers["etag"]).toMatch(/^"/);
  expect(headers["content-encoding"]).toBeUndefined();
});
