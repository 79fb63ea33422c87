import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";

import { HeadObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { type FauxqsServer, startFauxqs } from "fauxqs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createS3Storage, type S3Settings } from "#storage/s3-storage.ts";
import type { Storage } from "#storage/storage.ts";
import { until } from "#test/support/jobs/finished-jobs.ts";
import {
  chunksOf,
  describePromises,
  listKeys,
  readAll,
} from "#test/support/jobs/storage-promises.ts";

let server: FauxqsServer;
let folder: string;
let settings: S3Settings;
let storage: Storage;
/** The official client, to inspect the bucket's real contents. */
let client: S3Client;

beforeAll(async () => {
  server = await startFauxqs({ port: 0, logger: false });
  server.createBucket("files");
  folder = await mkdtemp(join(tmpdir(), "gme-s3-"));
  settings = {
    endpoint: `http://127.0.0.1:${server.port}`,
    bucket: "files",
    region: "us-east-1",
    accessKeyId: "id",
    secretAccessKey: "key",
    forcePathStyle: true,
    prefix: "engine/",
  };
  storage = createS3Storage(settings, { spoolFolder: folder });
  client = new S3Client({
    endpoint: `http://127.0.0.1:${server.port}`,
    region: "us-east-1",
    forcePathStyle: true,
    credentials: { accessKeyId: "id", secretAccessKey: "key" },
  });
});

afterAll(async () => {
  client.destroy();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const options = { bytesMax: 10_000_000 };

describePromises(
  () => storage,
  async () => readdir(folder),
);

test("a file is uploaded in one piece, under the prefix, with a checksum that the server verifies", async () => {
  const bytes = randomBytes(100_000);

  await storage.write("a/checked", chunksOf(bytes), options);

  const Key = "engine/a/checked";
  const head = await client.send(
    new HeadObjectCommand({ Bucket: "files", Key, ChecksumMode: "ENABLED" }),
  );
  expect(head.ContentLength).toBe(100_000);
  expect(head.ChecksumSHA256).toBe(createHash("sha256").update(bytes).digest("base64"));
});

test("a list of more than one page contains every file under the prefix and no others", async () => {
  const many = createS3Storage({ ...settings, prefix: "many/" }, { spoolFolder: folder });
  const other = createS3Storage({ ...settings, prefix: "many-others/" }, { spoolFolder: folder });
  await other.write("a/other", chunksOf("x"), options);
  const keys = Array.from({ length: 1_005 }, (_, index) => `a/${String(index).padStart(5, "0")}`);
  for (let start = 0; start < keys.length; start += 50) {
    await Promise.all(
      keys.slice(start, start + 50).map(async (key) => many.write(key, chunksOf("x"), options)),
    );
  }

  expect(await listKeys(many)).toEqual(keys);
});

describe("an impaired server", () => {
  test("that is unreachable fails readiness and every call as unavailable", async () => {
    const away = createS3Storage(
      { ...settings, endpoint: "http://127.0.0.1:9" },
      { spoolFolder: folder },
    );
    const unavailable = { code: "unavailable" };

    await expect(away.check()).rejects.toMatchObject(unavailable);
    await expect(away.write("a/x", chunksOf("x"), options)).rejects.toMatchObject(unavailable);
    await expect(away.stat("a/x")).rejects.toMatchObject(unavailable);
    await expect(away.delete("a/x")).rejects.toMatchObject(unavailable);
    await expect(buffer(away.read("a/x"))).rejects.toMatchObject(unavailable);
    expect(await readdir(folder)).toEqual([]);
  });

  test("without the bucket fails readiness", async () => {
    const none = createS3Storage({ ...settings, bucket: "none" }, { spoolFolder: folder });

    await expect(none.check()).rejects.toThrow("no such file");
  });

  test("that stops responding is given up after one request, and a canceled write stops immediately", async () => {
    let asked = 0;
    const silent = createServer((request) => {
      asked += 1;
      request.resume();
    });
    silent.listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const stuck = createS3Storage({ ...settings, endpoint }, { spoolFolder: folder, idleMs: 300 });

    await expect(stuck.write("a/x", chunksOf("x"), options)).rejects.toMatchObject({
      code: "unavailable",
    });
    await expect(buffer(stuck.read("a/x"))).rejects.toMatchObject({ code: "unavailable" });
    expect(asked).toBe(2);

    const stop = new AbortController();
    const patient = createS3Storage({ ...settings, endpoint }, { spoolFolder: folder });
    const writing = patient.write("a/x", chunksOf("x"), { ...options, signal: stop.signal });
    await until(() => asked === 3);
    stop.abort(new Error("the job was canceled"));

    await expect(writing).rejects.toThrow("the job was canceled");
    expect(await readdir(folder)).toEqual([]);
    silent.closeAllConnections();
    silent.close();
  });

  test("that breaks off in the middle of a file fails the reader", async () => {
    const broken = createServer((_request, response) => {
      response.writeHead(200, { "Content-Length": "1000" });
      response.write("half");
      setImmediate(() => response.destroy());
    });
    broken.listen(0, "127.0.0.1");
    await new Promise((resolve) => broken.once("listening", resolve));
    const endpoint = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
    const cut = createS3Storage({ ...settings, endpoint }, { spoolFolder: folder });

    await expect(readAll(cut, "a/x")).rejects.toMatchObject({ code: "ECONNRESET" });

    broken.close();
  });
});

test("a writer that dies in the middle leaves nothing in the bucket", async () => {
  async function* dying(): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(1_000_000);
    throw new Error("gone");
  }

  await expect(storage.write("a/dying", dying(), options)).rejects.toThrow("gone");

  const listed = await client.send(
    new ListObjectsV2Command({ Bucket: "files", Prefix: "engine/a/dying" }),
  );
  expect(listed.Contents ?? []).toEqual([]);
});
