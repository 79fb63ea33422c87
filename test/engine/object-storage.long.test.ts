import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { GetObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { Client, Connection } from "@temporalio/client";
import { type FauxqsServer, startFauxqs } from "fauxqs";
import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import { until } from "#test/support/jobs/finished-jobs.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import { formOf, pngOf } from "#test/support/media.ts";
import { type FakeStudio, startFakeStudio } from "#test/support/servers/fake-studio.ts";

/** A whole engine whose files are stored in a bucket. */
let server: FauxqsServer;
let client: S3Client;
let studio: FakeStudio;
let engine: TestEngine;

beforeAll(async () => {
  server = await startFauxqs({ port: 0, logger: false });
  server.createBucket("engine-files");
  const endpoint = `http://127.0.0.1:${server.port}`;
  client = new S3Client({
    endpoint,
    region: "us-east-1",
    forcePathStyle: true,
    credentials: { accessKeyId: "id", secretAccessKey: "key" },
  });
  studio = await startFakeStudio();
  engine = await startTestEngine({
    studioUrl: studio.url,
    tasks: ["deleteExpiredFiles"],
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: "engine-files",
      S3_REGION: "us-east-1",
      S3_ACCESS_KEY_ID: "id",
      S3_SECRET_ACCESS_KEY: "key",
      S3_FORCE_PATH_STYLE: "1",
      S3_PREFIX: "gme",
    },
  });
  await engine.startTemporal();
  await Promise.all([engine.startApi(), engine.startWorker()]);
}, 120_000);

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await engine.close();
  await studio.close();
  client.destroy();
  await server.stop();
});

function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function keysUnder(prefix: string): Promise<string[]> {
  const command = new ListObjectsV2Command({ Bucket: "engine-files", Prefix: prefix });
  return ((await client.send(command)).Contents ?? []).map(({ Key }) => Key ?? "");
}

async function upload(file: Buffer): Promise<{ assetId: string; url: string; sha256: string }> {
  const response = await fetch(`${engine.url}/v1/assets`, {
    method: "POST",
    headers: { "X-API-Key": engine.key },
    body: formOf(file),
  });
  expect(response.status).toBe(201);
  return response.json() as Promise<{ assetId: string; url: string; sha256: string }>;
}

test("a job's output is in the bucket and downloads whole and in ranges with its hash", async () => {
  const chat = { message: "a red fox", capability: "text-to-image" };
  const job = await engine.waitForJob(await engine.createJob(chat));

  expect(job.status).toBe("completed");
  const whole = await fetch(job.output?.url ?? "");
  const bytes = new Uint8Array(await whole.arrayBuffer());
  expect(sha256Of(bytes)).toBe(job.output?.sha256);
  const part = await fetch(job.output?.url ?? "", { headers: { Range: "bytes=1-3" } });
  expect(part.status).toBe(206);
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(1, 4));

  const [key] = await keysUnder(`gme/jobs/${job.jobId}/`);
  const stored = await client.send(new GetObjectCommand({ Bucket: "engine-files", Key: key }));
  expect(sha256Of(await (stored.Body?.transformToByteArray() ?? new Uint8Array()))).toBe(
    job.output?.sha256,
  );
  expect(await readdir(join(engine.env["DATA_DIR"] ?? "", "storage"))).toEqual([]);
});

test("an upload of several megabytes is a job's input and is kept until the job has ended", async () => {
  const file = pngOf(8_000_000);
  const asset = await upload(file);
  expect(asset.sha256).toBe(sha256Of(file));
  studio.behave(() => ({ kind: "held" }));
  const inputs = [{ kind: "image", assetId: asset.assetId }];
  const accepted = await engine.call("POST", "/v1/generations", {
    capability: "upscaling",
    inputs,
  });
  const { jobId } = (await accepted.json()) as { jobId: string };
  await until(() => [...studio.submissions.keys()].some((key) => key.startsWith(jobId)));

  const path = `/v1/assets/${asset.assetId}`;
  const during = await engine.call("DELETE", path);
  studio.release();
  const job = await engine.waitForJob(jobId);
  const afterwards = await engine.call("DELETE", path);

  expect(job.status).toBe("completed");
  expect(await during.json()).toMatchObject({ code: "asset_in_use", details: { jobId } });
  expect(afterwards.status).toBe(204);
  // The job uses the asset's file itself; there is no copy.
  expect((await keysUnder(`gme/jobs/${jobId}/`)).filter((key) => key.includes("input"))).toEqual(
    [],
  );
});

test("a saved output can be an input like an upload", async () => {
  studio.behave(() => ({ kind: "instant" }));
  const chat = { message: "a red fox", capability: "text-to-image" };
  const { jobId } = await engine.waitForJob(await engine.createJob(chat));
  const outputs = await engine.call("GET", `/v1/jobs/${jobId}/outputs`);
  const [output] = ((await outputs.json()) as { data: { outputId: string }[] }).data;
  const kept = await engine.call("POST", "/v1/assets", { outputId: output?.outputId });
  const { assetId } = (await kept.json()) as { assetId: string };

  const accepted = await engine.call("POST", "/v1/chat", {
    message: "make it sharper",
    capability: "upscaling",
    inputs: [{ kind: "image", assetId }],
  });
  const { jobId: second } = (await accepted.json()) as { jobId: string };

  expect(kept.status).toBe(201);
  expect(await engine.waitForJob(second)).toMatchObject({ status: "completed" });
});

test("an expired output returns 410, and the schedule deletes its file from the bucket", async () => {
  const chat = { message: "a red fox", capability: "text-to-image" };
  const { jobId, output } = await engine.waitForJob(await engine.createJob(chat));
  expect(await keysUnder(`gme/jobs/${jobId}/`)).toHaveLength(1);
  await engine.orm.em
    .fork()
    .execute(`update outputs set expires_at = now() - interval '2 hours' where job_id = ?`, [
      jobId,
    ]);

  const expired = await fetch(output?.url ?? "");
  const connection = await Connection.connect({ address: engine.temporalAddress });
  const handle = new Client({ connection }).schedule.getHandle("gme/delete-expired-files");
  await handle.trigger();
  await until(async () => (await keysUnder(`gme/jobs/${jobId}/`)).length === 0);
  await connection.close();

  expect(expired.status).toBe(410);
  expect(await expired.json()).toMatchObject({ code: "output_expired" });
  const [row] = await engine.orm.em
    .fork()
    .execute<{ purged: boolean }[]>(
      `select deleted_at is not null as purged from outputs where job_id = ?`,
      [jobId],
    );
  expect(row).toEqual({ purged: true });
});
