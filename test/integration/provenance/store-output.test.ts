import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";

import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";

import { createStoreOutput } from "#activities/generation/store-output.ts";
import { presentOutput } from "#api/present/job.ts";
import { outputSchema } from "#api/schemas/job.ts";
import { Job, type Output, ProviderSubmission } from "#db/entities/job.ts";
import { createJobReader } from "#db/jobs/job-parts.ts";
import { beginJob } from "#db/jobs/job-steps.ts";
import { listOutputs } from "#db/jobs/outputs.ts";
import { createDiskStorage } from "#storage/disk-storage.ts";
import type { Storage } from "#storage/storage.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { testAddresses } from "#test/support/api.ts";
import { stepsOf } from "#test/support/engine/provider-steps.ts";
import { useDatabase, useFolder, useResource } from "#test/support/fixtures.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";
import { listenOnFreePort } from "#test/support/servers/listen-on-free-port.ts";

const database = useDatabase();
const folder = useFolder("gme-marked-outputs-");
const provider = useResource(listenOnFreePort);
const disk = createDiskStorage(folder);

let served: Buffer = Buffer.alloc(0);
let picture: Buffer = Buffer.alloc(0);

beforeAll(async () => {
  provider.server.on("request", (_request, response: ServerResponse) => response.end(served));
  const create = { width: 20, height: 10, channels: 3 as const, background: "teal" };
  picture = await sharp({ create }).png().toBuffer();
});

const em = () => database.orm.em.fork();

/** Creates a job whose provider has finished, and the step that stores its output. */
async function finishedJob(
  bytes: Buffer,
  { marksOutputs = true, storage = disk }: { marksOutputs?: boolean; storage?: Storage } = {},
): Promise<{ jobId: string; store: () => Promise<void> }> {
  served = bytes;
  const jobId = await queueJob(database.orm, await createOrganization(database.orm), 2);
  await beginJob(em(), jobId);
  const result = { files: [{ source: { url: provider.url }, contentType: "image/png" }] };
  await em().nativeUpdate(ProviderSubmission, { jobId }, { state: "succeeded", result });
  const adapter = {
    checkHealth: async () => undefined,
    submit: async () => Promise.reject(new Error("nothing is submitted here")),
  };
  const store = stepsOf(
    { jobId, step: "main", generation: 1 },
    {
      database,
      folder,
      storage,
      marksOutputs,
      adapters: { studio: adapter },
      providerSettings: { STUDIO_URL: provider.url },
    },
  )(createStoreOutput);
  return { jobId, store };
}

async function findOutput(jobId: string): Promise<Output> {
  const [output, ...others] = await listOutputs(em(), [jobId]);
  if (output === undefined || others.length > 0) throw new Error("expected one output");
  return output;
}

async function readFile(key: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of disk.read(key) as AsyncIterable<Uint8Array>) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function listKeys(jobId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of disk.list()) {
    if (key.startsWith(`jobs/${jobId}/`)) keys.push(key);
  }
  return keys;
}

test("a file is stored with its mark, its hash and its size, and only once", async () => {
  const { jobId, store } = await finishedJob(picture);
  await store();

  const output = await findOutput(jobId);
  const bytes = await readFile(output.storageKey);
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(output.sha256);
  expect(bytes.byteLength).toBe(output.bytes);
  expect(output.storageKey.endsWith(`-${output.sha256.slice(0, 16)}`)).toBe(true);
  expect((await sharp(bytes).metadata()).xmp?.toString()).toContain("algorithmicMedia");
  expect(await listKeys(jobId)).toEqual([output.storageKey]);
  const { outputs } = await createJobReader(database.orm)({
    jobId,
    organizationId: output.organizationId,
  });
  const [shown] = outputs.map((found) => presentOutput(found, testAddresses, new Date()));
  const presented = outputSchema.parse(shown);
  expect(presented.provenance).toEqual({
    state: "marked",
    mark: "iptc",
    digitalSourceType: "algorithmicMedia",
  });
});

test("a step that dies after it wrote the marked file is repeated without a trace", async () => {
  const { jobId, store } = await finishedJob(picture);
  await em().execute("alter table outputs rename to outputs_away");
  await expect(store()).rejects.toThrow("outputs");
  await em().execute("alter table outputs_away rename to outputs");
  await store();

  const output = await findOutput(jobId);
  const bytes = await readFile(output.storageKey);
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(output.sha256);
  expect(await listKeys(jobId)).toEqual([output.storageKey]);
});

test("a step that runs twice at once leaves one output whose hash is true", async () => {
  const { jobId, store } = await finishedJob(picture);
  await Promise.allSettled([store(), store(), store()]);
  await store();

  const output = await findOutput(jobId);
  const bytes = await readFile(output.storageKey);
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(output.sha256);
});

test("a file that cannot be marked is delivered as the provider returned it, with the reason", async () => {
  const broken = Buffer.concat([picture.subarray(0, 40), Buffer.alloc(10, 255)]);
  const { jobId, store } = await finishedJob(broken);
  await store();

  const output = await findOutput(jobId);
  expect(output.provenance).toEqual({ state: "unmarked", reason: "file_unreadable" });
  expect(await readFile(output.storageKey)).toEqual(broken);
});

test("a file with Content Credentials of the provider is stored byte for byte", async () => {
  const manifest = Buffer.from("\0\0\0\x04caBXjumbcrc!", "latin1");
  const signed = Buffer.concat([picture.subarray(0, 33), manifest, picture.subarray(33)]);
  const { jobId, store } = await finishedJob(signed);
  await store();

  const output = await findOutput(jobId);
  expect(output.provenance).toEqual({ state: "kept", mark: "c2pa" });
  expect(await readFile(output.storageKey)).toEqual(signed);
  expect(await listKeys(jobId)).toEqual([output.storageKey]);
});

test("a paid job does not fail when the marked file cannot be written", async () => {
  const storage: Storage = {
    ...disk,
    write: async (key, ...rest) => {
      if (/-[0-9a-f]{16}$/.test(key)) throw new Error("no space left on device");
      return disk.write(key, ...rest);
    },
  };
  const { jobId, store } = await finishedJob(picture, { storage });
  await store();

  const output = await findOutput(jobId);
  expect(output.provenance).toEqual({ state: "unmarked", reason: "marking_failed" });
  expect(await readFile(output.storageKey)).toEqual(picture);
});

test("without the setting a file is stored as the provider returned it", async () => {
  const { jobId, store } = await finishedJob(picture, { marksOutputs: false });
  await store();

  const output = await findOutput(jobId);
  expect(output.provenance).toBeNull();
  expect(await readFile(output.storageKey)).toEqual(picture);
  expect(presentOutput(output, testAddresses, new Date())).not.toHaveProperty("provenance");
  expect(await em().count(Job, { id: jobId })).toBe(1);
});
