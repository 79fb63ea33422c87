import { createHash } from "node:crypto";

import { describe, expect, test } from "vitest";

import { ApiKey } from "#db/entities/account.ts";
import { Asset } from "#db/entities/asset.ts";
import { UploadLink } from "#db/entities/upload-link.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { connectMcp, textOf } from "#test/support/mcp/mcp-clients.ts";
import { pngOf } from "#test/support/media.ts";

const database = useDatabase();
const api = useApi(database);
const owner = useOrganization(database);

async function addFile(args: Record<string, unknown> = {}, key = owner.key) {
  const client = await connectMcp({ url: `${api.url}/mcp`, key }, "2026");
  try {
    return await client.callTool({ name: "add_file", arguments: args });
  } finally {
    await client.close();
  }
}

/** Path of a new upload URL. */
async function openUpload(key = owner.key): Promise<string> {
  const { structuredContent } = await addFile({ name: "fox.png" }, key);
  return new URL((structuredContent as { url: string }).url).pathname;
}

const upload = async (path: string, bytes: Uint8Array) =>
  api.call(path, { method: "PUT", body: bytes });

describe("an upload URL", () => {
  test("takes one file, without a credential, and returns the asset", async () => {
    const result = await addFile({ name: "fox.png" });
    const { url, bytesMax, command } = result.structuredContent as Record<string, string>;
    const path = new URL(url ?? "").pathname;
    const bytes = pngOf(5_000);
    const response = await upload(path, bytes);
    const again = await upload(path, pngOf(5_000));

    expect(textOf(result)).toContain(`curl --fail-with-body -T FILE 'http://engine.test${path}'`);
    expect([bytesMax, command]).toEqual([1_000_000, expect.stringContaining("curl")]);
    expect(response.status).toBe(201);
    const asset = (await response.json()) as { assetId: string };
    expect(asset).toMatchObject({ kind: "image", name: "fox.png", bytes: 5_000 });
    const row = await database.orm.em.fork().findOneOrFail(Asset, asset.assetId);
    expect(row).toMatchObject({
      organizationId: owner.organizationId,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
    expect(again.status).toBe(404);
    expect(await again.json()).toMatchObject({ code: "upload_link_invalid" });
  });

  test("is stored and logged without its token", async () => {
    const path = await openUpload();
    await upload(path, pngOf(300));
    const [token = ""] = path.split("/").slice(-1);
    const links = await database.orm.em.fork().find(UploadLink, {});

    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(links)).not.toContain(token);
    expect(api.logLines.join("\n")).toContain("/uploads/{token}");
    expect(api.logLines.join("\n")).not.toContain(token);
  });

  test("goes to one of two concurrent uploads", async () => {
    const path = await openUpload();
    const both = await Promise.all([upload(path, pngOf(400)), upload(path, pngOf(400))]);

    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 404]));
  });

  test("stays open after a file that was refused", async () => {
    const path = await openUpload();
    const refused = await upload(path, Buffer.from("no media"));
    const large = await upload(path, pngOf(1_000_001));
    const taken = await upload(path, pngOf(500));

    expect([refused.status, large.status, taken.status]).toEqual([422, 413, 201]);
    expect(await refused.json()).toMatchObject({ code: "asset_invalid" });
    expect(await large.json()).toMatchObject({ code: "asset_too_large" });
  });

  test("is over when it expires, and when its key is revoked", async () => {
    const { keyId, key } = await createOrganization(database.orm);
    const [expired, revoked] = [await openUpload(), await openUpload(key)];
    const em = database.orm.em.fork();
    const tokenHash = createHash("sha256")
      .update(expired.split("/")[2] ?? "")
      .digest("base64url");
    await em.nativeUpdate(UploadLink, { tokenHash }, { expiresAt: new Date(Date.now() - 1) });
    await em.nativeUpdate(ApiKey, { id: keyId }, { revokedAt: new Date() });

    for (const path of [expired, revoked, "/uploads/unknown"]) {
      const response = await upload(path, pngOf(300));
      expect(await response.json()).toMatchObject({ code: "upload_link_invalid", status: 404 });
    }
  });

  test("needs the permission to upload", async () => {
    const { key } = await createOrganization(database.orm, { permissions: ["jobs:read"] });

    expect(await addFile({}, key)).toMatchObject({
      isError: true,
      structuredContent: {
        error: { code: "permission_missing", details: { permission: "assets:write" } },
      },
    });
  });
});

test("a URL in a private network is not fetched", async () => {
  const result = await addFile({ url: "http://127.0.0.1:1/fox.png" });

  expect(result).toMatchObject({
    isError: true,
    structuredContent: { error: { code: "input_address_refused" } },
  });
});
