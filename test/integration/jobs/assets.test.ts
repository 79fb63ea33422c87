import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { createAsset } from "#api/routes/assets/create-asset.ts";
import { deleteAsset } from "#api/routes/assets/delete-asset.ts";
import { getAsset } from "#api/routes/assets/get-asset.ts";
import { listAssets } from "#api/routes/assets/list-assets.ts";
import { Organization } from "#db/entities/account.ts";
import { Asset } from "#db/entities/asset.ts";
import { createDiskStorage } from "#storage/disk-storage.ts";
import { signFileAddress } from "#storage/signed-address.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { startApi } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { createQueuedJob, finishJob, until } from "#test/support/jobs/finished-jobs.ts";
import { listKeys } from "#test/support/jobs/storage-promises.ts";
import { formOf, glb, pngOf, wavOf } from "#test/support/media.ts";

const database = useDatabase();
const api = useApi(database, { settings: { allowPrivateInputs: true } });
const owner = useOrganization(database);
const stranger = useOrganization(database);

interface AssetView {
  readonly assetId: string;
  readonly kind: string;
  readonly name?: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly url: string;
  readonly keptUntil: string;
  readonly source: { kind: string; outputId?: string };
}

async function upload(
  form: FormData,
  { key = owner.key, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  return fetch(`${api.url}/v1/assets`, {
    method: "POST",
    headers: { "X-API-Key": key, ...headers },
    body: form,
  });
}

async function uploaded(file: Buffer, options: Parameters<typeof formOf>[1] = {}, key?: string) {
  const response = await upload(formOf(file, options), key === undefined ? {} : { key });
  const asset = (await expectDocumented(createAsset, response)) as AssetView;
  expect(response.status).toBe(201);
  return { asset, response };
}

async function post(body: object, { key = owner.key, headers = {} } = {}): Promise<Response> {
  return api.call("/v1/assets", { key, body, headers });
}

function sha256Of(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Lists the storage keys of all asset files. */
async function storedAssets(): Promise<string[]> {
  return (await listKeys(api.storage)).filter((key) => key.startsWith("assets/"));
}

async function rowOf(assetId: string): Promise<Asset> {
  return database.orm.em.fork().findOneOrFail(Asset, assetId);
}

function pathOf(url: string): string {
  return url.replace(api.settings.publicUrl, "");
}

describe("an upload", () => {
  test("becomes an asset with the hash, size and type of its bytes, and can be read back", async () => {
    const file = pngOf(70_000);

    const { asset, response } = await uploaded(file);

    expect(asset).toMatchObject({
      kind: "image",
      name: "fox.png",
      contentType: "image/png",
      bytes: 70_000,
      sha256: sha256Of(file),
      source: { kind: "upload" },
    });
    expect(response.headers.get("Location")).toBe(`/v1/assets/${asset.assetId}`);
    const read = await api.call(pathOf(asset.url));
    expect(read.status).toBe(200);
    expect(read.headers.get("Content-Type")).toBe("image/png");
    expect(Buffer.from(await read.arrayBuffer())).toEqual(file);
    const part = await api.call(pathOf(asset.url), { headers: { Range: "bytes=8-15" } });
    expect(part.status).toBe(206);
    expect(part.headers.get("Content-Range")).toBe("bytes 8-15/70000");
    expect(Buffer.from(await part.arrayBuffer())).toEqual(file.subarray(8, 16));
  });

  test.each([
    ["image", "image/png", pngOf(100)],
    ["audio", "audio/wav", wavOf(100)],
    ["3d", "model/gltf-binary", glb],
  ])(
    "of kind %s is detected by its bytes, whatever its file name and type say",
    async (kind, type, file) => {
      const { asset } = await uploaded(file, { type: "text/html", fileName: "page.html" });

      expect(asset).toMatchObject({ kind, contentType: type });
    },
  );

  test("takes its name from the form field, or else from the file name without its path, cut to 200 characters", async () => {
    const named = await uploaded(pngOf(100), { fields: { name: "  The fox  " } });
    const cut = await uploaded(pngOf(100), { fileName: `../../${"ä".repeat(300)}.png` });

    expect(named.asset.name).toBe("The fox");
    expect(cut.asset.name).toBe("ä".repeat(200));
  });

  test.each([
    ["nothing", Buffer.alloc(0)],
    ["text", Buffer.from("a red fox")],
    ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a drawing with scripts", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["a program", Buffer.from("\x7fELF\x02\x01\x01", "latin1")],
    ["an archive", Buffer.from("PK\x03\x04", "latin1")],
    [
      "a picture that is a page, too",
      Buffer.concat([Buffer.from("GIF89a/*"), Buffer.from("*/<script>alert(1)</script>")]),
    ],
    ["a page in letters of two bytes", Buffer.from("\ufeff<html> <script>", "utf16le")],
    ["half a signature", Buffer.from("\x89PNG", "latin1")],
  ])("of %s is refused and nothing is stored", async (_name, file) => {
    const before = await storedAssets();

    const response = await upload(formOf(file, { type: "image/png" }));

    expect(await expectDocumented(createAsset, response)).toMatchObject({
      status: 422,
      code: "asset_invalid",
    });
    expect(await storedAssets()).toEqual(before);
  });

  test("of the same bytes returns the same asset with a new expiry, and stores one file", async () => {
    const file = pngOf(500);
    const first = await uploaded(file);
    const soon = new Date(Date.now() + 60_000);
    await database.orm.em.fork().nativeUpdate(Asset, first.asset.assetId, { expiresAt: soon });
    const before = await storedAssets();

    const again = await uploaded(file, { fields: { name: "another name" } });

    expect(again.asset).toMatchObject({ assetId: first.asset.assetId, name: "fox.png" });
    expect(Date.parse(again.asset.keptUntil)).toBeGreaterThan(soon.getTime() + 86_400_000);
    expect(await storedAssets()).toEqual(before);
  });

  test("of the same bytes five times concurrently is one asset and one file", async () => {
    const file = pngOf(5_000);
    const before = await storedAssets();

    const assets = await Promise.all(
      Array.from({ length: 5 }, async () => (await uploaded(file)).asset),
    );

    expect(new Set(assets.map((asset) => asset.assetId)).size).toBe(1);
    expect(await storedAssets()).toHaveLength(before.length + 1);
  });

  test("of the same bytes by two organizations is one asset for each", async () => {
    const file = pngOf(500);

    const own = await uploaded(file);
    const others = await uploaded(file, {}, stranger.key);

    expect(others.asset.assetId).not.toBe(own.asset.assetId);
  });

  test("after a deletion is a new asset", async () => {
    const file = pngOf(500);
    const { asset } = await uploaded(file);
    await api.call(`/v1/assets/${asset.assetId}`, { method: "DELETE", key: owner.key });

    const again = await uploaded(file);

    expect(again.asset.assetId).not.toBe(asset.assetId);
    expect((await api.call(pathOf(again.asset.url))).status).toBe(200);
  });

  test("over a limit returns 413 with the limit, with or without Content-Length, and stores nothing", async () => {
    const before = await storedAssets();
    const whole = await upload(formOf(pngOf(1_100_000)));
    const overByOne = await upload(formOf(pngOf(1_000_001)));
    const exact = await upload(formOf(pngOf(1_000_000)));

    for (const response of [whole, overByOne]) {
      expect(await expectDocumented(createAsset, response)).toMatchObject({
        status: 413,
        code: "asset_too_large",
        details: { bytesMax: 1_000_000 },
      });
    }
    expect(exact.status).toBe(201);
    expect(await storedAssets()).toHaveLength(before.length + 1);
  });

  test("over the plan's storage limit is refused, even with two concurrent uploads", async () => {
    const poor = await createOrganization(database.orm);
    const { organizationId } = poor;
    const em = database.orm.em.fork();
    await em.nativeUpdate(Organization, organizationId, { plan: "free" });
    await em.execute(
      `insert into assets (id, organization_id, account_id, kind, content_type, bytes, sha256, storage_key, source, expires_at)
       select 'ast_' || ? || n, ?, ?, 'image', 'image/png', 1, lpad(n::text, 64, '0'), 'assets/' || ? || n, 'upload', now() + interval '1 day'
       from generate_series(1, 99) as n`,
      [organizationId, organizationId, poor.accountId, organizationId],
    );
    const before = await storedAssets();

    const responses = await Promise.all(
      [1, 2].map(async () => upload(formOf(pngOf(100)), { key: poor.key })),
    );

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 409]));
    const refused = responses.find(({ status }) => status === 409);
    expect(await expectDocumented(createAsset, refused as Response)).toMatchObject({
      code: "asset_limit_reached",
      details: { count: 100, countMax: 100 },
    });
    expect(await storedAssets()).toHaveLength(before.length + 1);
  });

  test("that is cut off leaves nothing behind", async () => {
    const folder = await mkdtemp(join(tmpdir(), "gme-cut-"));
    const cut = await startApi(database, { dependencies: { storage: createDiskStorage(folder) } });
    onTestFinished(async () => {
      await cut.close();
      await rm(folder, { recursive: true });
    });
    const filesIn = async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      );
    const head = [
      "POST /v1/assets HTTP/1.1",
      "Host: engine.test",
      `X-API-Key: ${owner.key}`,
      "Content-Type: multipart/form-data; boundary=cut",
      "Content-Length: 500000",
      "",
      '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
    ].join("\r\n");
    const socket = connect(Number(new URL(cut.url).port), "127.0.0.1");
    socket.write(head);
    socket.write(pngOf(100_000));
    await until(async () => (await filesIn()).some(({ name }) => name.endsWith(".partial")));

    socket.destroy();

    await until(async () => (await filesIn()).length === 0);
  });

  test.each([
    ["no file", () => new FormData(), "body_malformed", 400],
    [
      "a file of another name",
      () => formOf(pngOf(99), { fileField: "image" }),
      "body_malformed",
      400,
    ],
    [
      "an unknown field",
      () => formOf(pngOf(99), { fields: { color: "red" } }),
      "request_invalid",
      422,
    ],
    [
      "a name that is too long",
      () => formOf(pngOf(99), { fields: { name: "x".repeat(201) } }),
      "request_invalid",
      422,
    ],
    [
      "an endless field",
      () => formOf(pngOf(99), { fields: { name: "x".repeat(5_000) } }),
      "body_malformed",
      400,
    ],
    [
      "two files",
      () => {
        const form = formOf(pngOf(99));
        form.append("file", new Blob([new Uint8Array(pngOf(99))]), "two.png");
        return form;
      },
      "body_malformed",
      400,
    ],
  ])("with %s is refused and nothing is stored", async (_name, form, code, status) => {
    const before = await storedAssets();

    const response = await upload(form());

    expect(await expectDocumented(createAsset, response)).toMatchObject({ status, code });
    expect(await storedAssets()).toEqual(before);
  });

  test("with a malformed form is refused", async () => {
    const headers = { "Content-Type": "multipart/form-data; boundary=x" };
    const broken = await api.call("/v1/assets", {
      key: owner.key,
      headers,
      body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf',
    });
    const unbounded = await api.call("/v1/assets", {
      key: owner.key,
      headers: { "Content-Type": "multipart/form-data; charset=utf-8" },
      body: "none",
    });

    for (const response of [broken, unbounded]) {
      expect(await expectDocumented(createAsset, response)).toMatchObject({
        code: "body_malformed",
      });
    }
  });

  test("with an idempotency key is replayed for the same file and refused for another", async () => {
    const file = pngOf(300);
    const headers = { "Idempotency-Key": `upload-${file.subarray(20, 28).toString("hex")}` };
    const first = await upload(formOf(file), { headers });
    const asset = (await expectDocumented(createAsset, first)) as AssetView;

    const again = await upload(formOf(file), { headers });
    const other = await upload(formOf(pngOf(300)), { headers });

    expect(await expectDocumented(createAsset, again)).toEqual(asset);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(await expectDocumented(createAsset, other)).toMatchObject({
      status: 422,
      code: "idempotency_mismatch",
    });
  });

  test("needs the permission assets:write", async () => {
    const reader = await createOrganization(database.orm, { permissions: ["assets:read"] });

    const response = await upload(formOf(pngOf(99)), { key: reader.key });

    expect(await expectDocumented(createAsset, response)).toMatchObject({
      status: 403,
      code: "permission_missing",
    });
  });
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("a URL", () => {
  test("is fetched once, and the bytes decide the asset's type", async () => {
    const file = wavOf(4_000);
    let asked = 0;
    const address = await serve((_request, response) => {
      asked += 1;
      response.setHeader("Content-Type", "text/html").end(file);
    });
    const headers = { "Idempotency-Key": address };

    const first = await post({ url: `${address}/the%20fox.wav` }, { headers });
    const asset = (await expectDocumented(createAsset, first)) as AssetView;
    const again = await post({ url: `${address}/the%20fox.wav` }, { headers });

    expect(asset).toMatchObject({
      kind: "audio",
      name: "the fox.wav",
      sha256: sha256Of(file),
      source: { kind: "address" },
    });
    expect(await expectDocumented(createAsset, again)).toEqual(asset);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(asked).toBe(1);
  });

  test.each<[string, RequestListener, number, string]>([
    ["that is not there", (_, response) => response.writeHead(404).end(), 422, "input_invalid"],
    [
      "that leads elsewhere",
      (_, response) => response.writeHead(302, { Location: "http://127.0.0.1:9/" }).end(),
      422,
      "input_invalid",
    ],
    ["of a page", (_, response) => response.end("<html></html>"), 422, "asset_invalid"],
    ["of too much", (_, response) => response.end(pngOf(1_000_001)), 413, "asset_too_large"],
    [
      "that breaks off",
      (_, response) => {
        response.writeHead(200, { "Content-Length": "5000" });
        response.write(pngOf(1_000), () => response.destroy());
      },
      422,
      "input_invalid",
    ],
  ])("%s is refused, and nothing is kept", async (_name, listener, status, code) => {
    const before = await storedAssets();
    const address = await serve(listener);

    const response = await post({ url: `${address}/file` });

    expect(await expectDocumented(createAsset, response)).toMatchObject({ status, code });
    expect(await storedAssets()).toEqual(before);
  });

  test.each([
    "http://127.0.0.1/",
    "http://localhost:8080/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[::ffff:10.0.0.1]/",
    "http://0x7f000001/",
  ])("in a private network is refused without a request: %s", async (url) => {
    const guarded = await startApi(database);
    onTestFinished(async () => guarded.close());

    const response = await guarded.call("/v1/assets", { key: owner.key, body: { url } });

    expect(await expectDocumented(createAsset, response)).toMatchObject({
      status: 422,
      code: "input_address_refused",
    });
  });
});

describe("a hash", () => {
  test("of one of the organization's assets returns that asset", async () => {
    const file = pngOf(800);
    const { asset } = await uploaded(file);

    const response = await post({ sha256: sha256Of(file), bytes: 800 });

    expect(await expectDocumented(createAsset, response)).toMatchObject({
      assetId: asset.assetId,
    });
  });

  test("of another organization's asset gets the same response as an unknown hash", async () => {
    const file = pngOf(800);
    await uploaded(file, {}, stranger.key);

    const others = await post({ sha256: sha256Of(file), bytes: 800 });
    const nobodys = await post({ sha256: sha256Of(pngOf(800)), bytes: 800 });

    const words: unknown[] = [];
    for (const response of [others, nobodys]) {
      const { status, code, detail, title } = (await expectDocumented(
        createAsset,
        response,
      )) as Record<string, unknown>;
      words.push({ status, code, detail, title });
    }
    expect(words[0]).toEqual(words[1]);
    expect(words[0]).toMatchObject({ status: 404, code: "asset_not_found" });
  });

  test("with another size returns 404", async () => {
    const file = pngOf(800);
    await uploaded(file);

    expect((await post({ sha256: sha256Of(file), bytes: 801 })).status).toBe(404);
  });
});

describe("an output", () => {
  async function outputOf(organization: TestOrganization, bytes: Buffer) {
    const jobId = await createQueuedJob(database.orm, organization);
    const job = { jobId, bytes, contentType: "image/png" };
    return finishJob(database.orm, api.storage, organization.organizationId, job);
  }

  test("can be kept as an asset, independent of its job", async () => {
    const bytes = pngOf(2_000);
    const { outputId } = await outputOf(owner, bytes);

    const response = await post({ outputId, name: "kept" });

    const asset = (await expectDocumented(createAsset, response)) as AssetView;
    expect(asset).toMatchObject({
      name: "kept",
      sha256: sha256Of(bytes),
      source: { kind: "output", outputId },
    });
  });

  test("can be named by its signed URL, as can an asset", async () => {
    const bytes = pngOf(2_000);
    const { outputId } = await outputOf(owner, bytes);
    const kept = (await (await post({ outputId })).json()) as AssetView;
    const expires = Math.floor(Date.now() / 1_000) + 60;
    const { publicUrl, signingSecret: secret } = api.settings;
    const url = signFileAddress({ fileId: outputId, expires }, { publicUrl, secret });

    for (const address of [url, kept.url]) {
      const response = await post({ url: address });
      expect(await expectDocumented(createAsset, response)).toMatchObject({
        assetId: kept.assetId,
      });
    }
    const foreign = await post({ url: kept.url }, { key: stranger.key });
    expect(await expectDocumented(createAsset, foreign)).toMatchObject({
      code: "outside_organization",
    });
  });

  test("of another organization, or an unknown one, is refused", async () => {
    const { outputId } = await outputOf(stranger, pngOf(200));

    const foreign = await post({ outputId });
    const missing = await post({ outputId: "out_00000000-0000-7000-8000-000000000000" });

    expect(await expectDocumented(createAsset, foreign)).toMatchObject({
      status: 403,
      code: "outside_organization",
    });
    expect(await expectDocumented(createAsset, missing)).toMatchObject({
      status: 404,
      code: "output_not_found",
    });
  });
});

test.each([
  [{}, "either_or"],
  [{ url: "http://a.example/x", outputId: "out_1" }, "either_or"],
  [{ sha256: "0".repeat(64) }, "together"],
  [{ outputId: "out_1", bytes: 3 }, "together"],
  [{ url: "ftp://a.example/x" }, "wrong_format"],
  [{ sha256: "ABC", bytes: 3 }, "wrong_format"],
  [{ outputId: "out_1", name: "a\u0007b" }, "wrong_format"],
])("an incomplete or contradictory body returns 422: %j", async (body, code) => {
  const response = await post(body);

  expect(await expectDocumented(createAsset, response)).toMatchObject({
    status: 422,
    errors: expect.arrayContaining([expect.objectContaining({ code })]),
  });
});

describe("reading", () => {
  test("an asset returns a fresh URL and a stable ETag", async () => {
    const { asset } = await uploaded(pngOf(300));
    const path = `/v1/assets/${asset.assetId}`;

    const first = await api.call(path, { key: owner.key });
    expect(await expectDocumented(getAsset, first)).toMatchObject({ assetId: asset.assetId });
    const second = await api.call(path, {
      key: owner.key,
      headers: { "If-None-Match": first.headers.get("ETag") ?? "" },
    });

    expect(second.status).toBe(304);
  });

  test("returns 403 for another organization's asset, 404 for an unknown one, 410 for an expired one", async () => {
    const { asset } = await uploaded(pngOf(300));
    const path = `/v1/assets/${asset.assetId}`;
    const foreign = await api.call(path, { key: stranger.key });
    const missing = await api.call("/v1/assets/ast_0", { key: owner.key });
    await database.orm.em
      .fork()
      .nativeUpdate(Asset, asset.assetId, { expiresAt: new Date(Date.now() - 1_000) });
    const expired = await api.call(path, { key: owner.key });

    expect(await expectDocumented(getAsset, foreign)).toMatchObject({
      status: 403,
      code: "outside_organization",
    });
    expect(await expectDocumented(getAsset, missing)).toMatchObject({
      status: 404,
      code: "asset_not_found",
    });
    expect(await expectDocumented(getAsset, expired)).toMatchObject({
      status: 410,
      code: "asset_expired",
    });
    const read = await api.call(pathOf(asset.url));
    expect(await read.json()).toMatchObject({ code: "asset_expired" });
  });

  test("the list pages newest first, filters by kind and name, and shows the caller's organization only", async () => {
    const lister = await createOrganization(database.orm);
    for (const name of ["100% red.png", "Red two.png", "blue.png"]) {
      await uploaded(pngOf(100), { fields: { name } }, lister.key);
    }
    await uploaded(wavOf(100), { fields: { name: "red.wav" } }, lister.key);
    const list = async (query: string) => {
      const response = await api.call(`/v1/assets?${query}`, { key: lister.key });
      return (await expectDocumented(listAssets, response)) as {
        data: AssetView[];
        nextCursor: string | null;
      };
    };

    const first = await list("limit=3");
    const second = await list(`limit=3&cursor=${first.nextCursor ?? ""}`);
    const names = [...first.data, ...second.data].map(({ name }) => name);
    expect(names).toEqual(["red.wav", "blue.png", "Red two.png", "100% red.png"]);
    expect(second.nextCursor).toBeNull();
    expect((await list("kind=image&name=RED")).data.map(({ name }) => name)).toEqual([
      "Red two.png",
      "100% red.png",
    ]);
    expect((await list("name=0%25")).data.map(({ name }) => name)).toEqual(["100% red.png"]);
  });
});

describe("deleting", () => {
  async function remove(assetId: string, key = owner.key): Promise<Response> {
    return api.call(`/v1/assets/${assetId}`, { method: "DELETE", key });
  }

  test("removes the asset immediately, writes one audit entry, and is idempotent", async () => {
    const { asset } = await uploaded(pngOf(300));

    const first = await remove(asset.assetId);
    const { deletedAt } = await rowOf(asset.assetId);
    const second = await remove(asset.assetId);

    await expectDocumented(deleteAsset, first);
    expect([first.status, second.status]).toEqual([204, 204]);
    expect((await rowOf(asset.assetId)).deletedAt).toEqual(deletedAt);
    expect((await api.call(pathOf(asset.url))).status).toBe(410);
    const entries = await database.orm.em
      .fork()
      .execute(`select actor_account_id from audit_log where target_id = ?`, [asset.assetId]);
    expect(entries).toEqual([{ actor_account_id: owner.accountId }]);
  });

  test("is limited to the caller's organization", async () => {
    const { asset } = await uploaded(pngOf(300));

    const foreign = await remove(asset.assetId, stranger.key);
    const missing = await remove("ast_0");

    expect(await expectDocumented(deleteAsset, foreign)).toMatchObject({ status: 403 });
    expect(await expectDocumented(deleteAsset, missing)).toMatchObject({ status: 404 });
    expect((await rowOf(asset.assetId)).deletedAt).toBeNull();
  });

  function upscale(assetId: string, kind = "image"): Promise<Response> {
    return api.call("/v1/generations", {
      key: owner.key,
      body: { capability: "upscaling", inputs: [{ kind, assetId }] },
    });
  }

  test("is refused while a job needs the asset, and allowed once the job has ended", async () => {
    const { asset } = await uploaded(pngOf(300));
    const accepted = await upscale(asset.assetId);
    expect(accepted.status).toBe(202);
    const { jobId } = (await accepted.json()) as { jobId: string };

    const refused = await remove(asset.assetId);
    await api.call(`/v1/jobs/${jobId}/cancel`, { method: "POST", key: owner.key });
    const allowed = await remove(asset.assetId);

    expect(await expectDocumented(deleteAsset, refused)).toMatchObject({
      status: 409,
      code: "asset_in_use",
      details: { jobId },
    });
    expect(allowed.status).toBe(204);
  });

  test("concurrently with acceptance never takes an asset from an accepted job", async () => {
    for (let round = 0; round < 8; round += 1) {
      const { asset } = await uploaded(pngOf(300));

      const [deleted, ...accepted] = await Promise.all([
        remove(asset.assetId),
        ...Array.from({ length: 4 }, async () => upscale(asset.assetId)),
      ]);

      const statuses = accepted.map(({ status }) => status);
      const isDeleted = (await rowOf(asset.assetId)).deletedAt !== null;
      expect(deleted?.status).toBe(isDeleted ? 204 : 409);
      // Either every job is accepted or the asset is deleted.
      expect(new Set(statuses)).toEqual(new Set([isDeleted ? 410 : 202]));
    }
  });
});

describe("a job with an asset", () => {
  async function ask(input: object, message = "make it sharper"): Promise<Response[]> {
    const inputs = [input];
    return Promise.all([
      api.call("/v1/generations", { key: owner.key, body: { capability: "upscaling", inputs } }),
      api.call("/v1/chat", { key: owner.key, body: { message, parseIntent: true, inputs } }),
    ]);
  }

  test("is accepted and shows the asset", async () => {
    const { asset } = await uploaded(pngOf(300));
    const input = { kind: "image", assetId: asset.assetId };

    for (const response of await ask(input)) {
      expect(response.status).toBe(202);
      const { jobId } = (await response.json()) as { jobId: string };
      const job = await api.call(`/v1/jobs/${jobId}`, { key: owner.key });
      expect(await job.json()).toMatchObject({ request: { inputs: [input] } });
    }
  });

  test.each<[string, () => Promise<string>, number, string]>([
    ["that is not there", async () => "ast_0", 404, "asset_not_found"],
    [
      "of another organization",
      async () => (await uploaded(pngOf(99), {}, stranger.key)).asset.assetId,
      403,
      "outside_organization",
    ],
    [
      "that was deleted",
      async () => {
        const { asset } = await uploaded(pngOf(99));
        await api.call(`/v1/assets/${asset.assetId}`, { method: "DELETE", key: owner.key });
        return asset.assetId;
      },
      410,
      "asset_expired",
    ],
    ["of another kind", async () => (await uploaded(wavOf(99))).asset.assetId, 422, "wrong_kind"],
  ])("%s is refused at its place", async (_name, makeAsset, status, code) => {
    const assetId = await makeAsset();

    for (const response of await ask({ kind: "image", assetId })) {
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({
        errors: [{ pointer: "/inputs/0/assetId", code }],
      });
    }
  });

  test("and a URL for the same input is refused", async () => {
    const both = { kind: "image", assetId: "ast_0", url: "http://a.example/x.png" };

    for (const input of [both, { kind: "image" }]) {
      for (const response of await ask(input)) {
        expect(response.status).toBe(422);
        expect(await response.json()).toMatchObject({
          errors: [{ pointer: "/inputs/0", code: "either_or" }],
        });
      }
    }
  });
});
