import { execFile } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";

import { beforeAll, beforeEach, expect, test } from "vitest";

import { createStoreOutput } from "#activities/generation/store-output.ts";
import { findFfmpeg } from "#activities/previews/find-ffmpeg.ts";
import { forgetFiles, listErasedFiles } from "#db/accounts/erase-account.ts";
import { findCreditBalance } from "#db/billing/credits.ts";
import { Job, ProviderSubmission } from "#db/entities/job.ts";
import { QuarantinedFile, SafetyDecision } from "#db/entities/safety.ts";
import { deleteJob } from "#db/jobs/delete-job.ts";
import { beginJob, endWithoutResult, toJobError } from "#db/jobs/job-steps.ts";
import { listOutputs } from "#db/jobs/outputs.ts";
import { purgeJob } from "#db/jobs/purge-job.ts";
import { listOrphanKeys } from "#db/jobs/stored-files.ts";
import { createDiskStorage } from "#storage/disk-storage.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { testModeration, testScreening } from "#test/support/accounts/safety.ts";
import { stepsOf } from "#test/support/engine/provider-steps.ts";
import { useDatabase, useFolder, useResource } from "#test/support/fixtures.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";
import { listenOnFreePort } from "#test/support/servers/listen-on-free-port.ts";
import { startModeration } from "#test/support/servers/moderation.ts";

const database = useDatabase();
const folder = useFolder("gme-quarantine-");
const provider = useResource(listenOnFreePort);
const moderation = useResource(startModeration);
const disk = createDiskStorage(folder);
const ffmpegPath = findFfmpeg(undefined) ?? "ffmpeg";
const em = () => database.orm.em.fork();

/** The beginning of a PNG, and text after it that the moderation service reads. */
const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const harmless = Buffer.concat([png, Buffer.from("a fox")]);
const flagged = Buffer.concat([png, Buffer.from("[violence]")]);

const served = new Map<string, Buffer>([
  ["/harmless", harmless],
  ["/flagged", flagged],
]);

/** Four seconds, of which the last may be red. */
async function makeVideo(lastColour: string): Promise<Buffer> {
  const path = join(folder, `${lastColour}.mp4`);
  const colours = ["blue:duration=3", `${lastColour}:duration=1`];
  const inputs = colours.flatMap((colour) => [
    "-f",
    "lavfi",
    "-i",
    `color=${colour}:size=64x48:rate=5`,
  ]);
  const filter = ["-filter_complex", "[0:v][1:v]concat=n=2:v=1[v]", "-map", "[v]"];
  await promisify(execFile)(ffmpegPath, ["-v", "error", "-y", ...inputs, ...filter, path]);
  return readFileSync(path);
}

beforeAll(async () => {
  mkdirSync(join(folder, "screening"));
  served.set("/red.mp4", await makeVideo("red"));
  served.set("/blue.mp4", await makeVideo("green"));
  served.set("/broken.mp4", (served.get("/blue.mp4") ?? flagged).subarray(0, 200));
  provider.server.on("request", ({ url = "" }, response: ServerResponse) =>
    response.end(served.get(url)),
  );
});

let owner: TestOrganization;
let jobId: string;

beforeEach(async () => {
  moderation.behave("answers");
  owner = await createOrganization(database.orm, { credits: 10 });
  jobId = await queueJob(database.orm, owner, 2);
  await beginJob(em(), jobId);
});

/** The step that stores the files at these paths of the provider. */
async function storing(paths: readonly string[], checksOutputs = true) {
  const files = paths.map((path) => ({
    source: { url: `${provider.url}${path}` },
    contentType: "image/png",
  }));
  await em().nativeUpdate(ProviderSubmission, { jobId }, { state: "succeeded", result: { files } });
  const service = testModeration(moderation.url, { timeoutMs: 20_000 });
  return stepsOf(
    { jobId, step: "main", generation: 1 },
    {
      database,
      folder,
      adapters: {
        studio: {
          checkHealth: async () => undefined,
          submit: async () => Promise.reject(new Error("nothing is submitted here")),
        },
      },
      providerSettings: { STUDIO_URL: provider.url },
      safety: {
        screening: testScreening(database.orm, { service }),
        failsClosed: true,
        checksImages: false,
        frames: { ffmpegPath, folder: join(folder, "screening") },
        checksOutputs,
        matchHashes: null,
      },
    },
  )(createStoreOutput);
}

async function listKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of disk.list()) if (key.includes(jobId)) keys.push(key);
  return keys;
}

async function quarantine(): Promise<QuarantinedFile> {
  const store = await storing(["/harmless", "/flagged"]);
  await expect(store()).rejects.toMatchObject({
    code: "content_blocked",
    details: { categories: ["violence"] },
  });
  // Another worker repeats the step after the first one died.
  await expect(store()).rejects.toMatchObject({ code: "content_blocked" });
  const error = toJobError("content_blocked", "No.");
  await endWithoutResult(em(), { jobId, status: "failed", error });
  return em().findOneOrFail(QuarantinedFile, { jobId });
}

test("a flagged image is kept without an output, and its job costs nothing", async () => {
  const { storageKey, ...file } = await quarantine();

  expect(file).toMatchObject({ ordinal: 1, categories: ["violence"], bytes: flagged.byteLength });
  expect(await buffer(disk.read(storageKey))).toEqual(flagged);
  expect(await listOutputs(em(), [jobId])).toEqual([]);
  expect(await listKeys()).not.toContain(`jobs/${jobId}/main-1-1`);
  expect(await findCreditBalance(em(), owner.organizationId)).toEqual({ available: 10, held: 0 });
});

test("neither a deletion nor the sweep nor the erasure of the organization reaches the file", async () => {
  const { storageKey } = await quarantine();
  const { organizationId } = owner;

  await deleteJob(em(), { jobId, organizationId, actor: {} });
  await purgeJob({ orm: database.orm, storage: disk }, jobId);
  expect(await listOrphanKeys(em(), [storageKey])).toEqual([]);
  const erased = await listErasedFiles(em(), organizationId);
  expect(erased.storageKeys).not.toContain(storageKey);
  await forgetFiles(em(), erased);

  expect(await em().count(Job, { id: jobId })).toBe(0);
  expect(await listKeys()).toEqual([storageKey]);
  expect(await em().count(QuarantinedFile, { jobId })).toBe(1);
});

test("harmless images, and all images without the setting, are stored as ever", async () => {
  await (
    await storing(["/harmless"])
  )();
  expect(await listOutputs(em(), [jobId])).toHaveLength(1);

  jobId = await queueJob(database.orm, owner, 2);
  await beginJob(em(), jobId);
  await (
    await storing(["/flagged"], false)
  )();
  expect(await listOutputs(em(), [jobId])).toHaveLength(1);
});

test("while the moderation service is down, a paid image waits for its check", async () => {
  const store = await storing(["/harmless"]);
  // The response to the same bytes is remembered from another test.
  await em().execute("delete from moderation_results");
  moderation.behave("fails");
  await expect(store()).rejects.toMatchObject({ code: "moderation_unavailable" });
  expect(await listOutputs(em(), [jobId])).toEqual([]);

  moderation.behave("answers");
  await store();
  expect(await listOutputs(em(), [jobId])).toHaveLength(1);
});

test("a video is checked second by second: one flagged frame quarantines it, and the job costs nothing", async () => {
  moderation.requests.length = 0;
  const store = await storing(["/red.mp4"]);
  await expect(store()).rejects.toMatchObject({
    code: "content_blocked",
    details: { categories: ["violence"] },
  });
  // Equal frames are one request.
  expect(moderation.requests.map(({ input }) => input.length)).toEqual([1, 1]);
  const { bytes, contentType } = await em().findOneOrFail(QuarantinedFile, { jobId });
  expect({ bytes, contentType }).toEqual({
    bytes: served.get("/red.mp4")?.byteLength,
    contentType: "video/mp4",
  });
  expect(await listOutputs(em(), [jobId])).toEqual([]);
});

test("a harmless video is delivered, and one that cannot be decoded, too, with a record", async () => {
  await (
    await storing(["/blue.mp4", "/broken.mp4"])
  )();
  expect(await listOutputs(em(), [jobId])).toHaveLength(2);
  expect(await em().find(SafetyDecision, { jobId })).toMatchObject([
    { stage: "output", action: "unchecked", sources: ["moderation"] },
  ]);
});
