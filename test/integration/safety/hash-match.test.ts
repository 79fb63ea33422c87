import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";

import { beforeAll, beforeEach, expect, test } from "vitest";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { createStoreOutput } from "#activities/generation/store-output.ts";
import { createSubmitToProvider } from "#activities/generation/submit-to-provider.ts";
import { Asset } from "#db/entities/asset.ts";
import { Provider } from "#db/entities/catalog.ts";
import { Job, ProviderSubmission } from "#db/entities/job.ts";
import { QuarantinedFile, SafetyDecision } from "#db/entities/safety.ts";
import { createId } from "#db/ids.ts";
import { beginJob } from "#db/jobs/job-steps.ts";
import { listOutputs } from "#db/jobs/outputs.ts";
import { quarantineFile } from "#db/safety/quarantine.ts";
import { createMatchHashes } from "#runtime/safety/create-match-hashes.ts";
import { createDiskStorage } from "#storage/disk-storage.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { testScreening } from "#test/support/accounts/safety.ts";
import { stepsOf } from "#test/support/engine/provider-steps.ts";
import { useDatabase, useFolder, useResource } from "#test/support/fixtures.ts";
import { createTestAsset } from "#test/support/jobs/assets.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";
import { pngOf } from "#test/support/media.ts";
import { keepClosed } from "#test/support/routing/provider-circuits.ts";
import { startHashMatch } from "#test/support/servers/hash-match.ts";
import { listenOnFreePort } from "#test/support/servers/listen-on-free-port.ts";

const database = useDatabase();
const folder = useFolder("gme-hash-match-");
const provider = useResource(listenOnFreePort);
const service = useResource(startHashMatch);
const disk = createDiskStorage(folder);
const em = () => database.orm.em.fork();
const served = pngOf(400);

let owner: TestOrganization;
let jobId: string;

beforeAll(async () => {
  provider.server.on("request", (_request, response: ServerResponse) => response.end(served));
  const limit = { concurrencyLimit: 10_000, concurrencyKnown: null };
  await em().nativeUpdate(Provider, { slug: "studio" }, limit);
  await keepClosed(database.orm, { providerSlug: "studio", modelId: "studio-image" });
});

beforeEach(async () => {
  service.behave("answers");
  service.known.clear();
  service.requests.length = 0;
  owner = await createOrganization(database.orm, { credits: 10 });
  jobId = await queueJob(database.orm, owner, 2);
  await beginJob(em(), jobId);
});

function steps(safety: Partial<ActivityDependencies["safety"]> = {}) {
  const received: string[] = [];
  const step = stepsOf(
    { jobId, step: "main", generation: 1 },
    {
      database,
      folder,
      adapters: {
        studio: {
          checkHealth: async () => undefined,
          submit: async ({ prompt }) => {
            received.push(prompt);
            return { state: "accepted", handle: { id: jobId } };
          },
        },
      },
      providerSettings: { STUDIO_URL: provider.url },
      safety: {
        screening: testScreening(database.orm),
        failsClosed: true,
        checksImages: false,
        frames: null,
        checksOutputs: false,
        matchHashes: createMatchHashes({ url: service.url, apiKey: "test", timeoutMs: 300 }),
        ...safety,
      },
    },
  );
  return { received, store: step(createStoreOutput), submit: step(createSubmitToProvider) };
}

async function finish(): Promise<void> {
  const result = { files: [{ source: { url: provider.url }, contentType: "image/png" }] };
  await em().nativeUpdate(ProviderSubmission, { jobId }, { state: "succeeded", result });
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

test("a generated file with a known hash is held, is no output, and the service received its hash only", async () => {
  await finish();
  service.known.add(hashOf(served));
  const { store } = steps();

  await expect(store()).rejects.toMatchObject({
    code: "content_blocked",
    details: { categories: ["hash_match"] },
  });
  await expect(store()).rejects.toMatchObject({ code: "content_blocked" });

  expect(await listOutputs(em(), [jobId])).toEqual([]);
  const file = await em().findOneOrFail(QuarantinedFile, { jobId });
  expect(file).toMatchObject({ categories: ["hash_match"], holdEndedAt: null });
  expect(await buffer(disk.read(file.storageKey))).toEqual(served);
  expect(service.requests).toEqual([JSON.stringify({ hashes: [hashOf(served)] })]);
  const [decision] = await em().find(SafetyDecision, { jobId });
  expect(decision).toMatchObject({ action: "quarantined", sources: ["hash_match"] });
  const days = (Number(decision?.expiresAt) - Number(decision?.createdAt)) / 86_400_000;
  expect(days).toBe(365);
});

test("a file that an earlier process has quarantined is not delivered by one without checks", async () => {
  await finish();
  service.known.add(hashOf(served));
  await expect(steps().store()).rejects.toMatchObject({ code: "content_blocked" });

  const { store } = steps({ matchHashes: null });

  await expect(store()).rejects.toMatchObject({ code: "content_blocked" });
  expect(await listOutputs(em(), [jobId])).toEqual([]);
});

test("a known input reaches no provider, is held, and its upload is withdrawn", async () => {
  const { assetId, storageKey } = await createInput();
  const { submit, received } = steps();

  await expect(submit()).rejects.toMatchObject({ code: "content_blocked" });
  // A second worker repeats the step.
  await expect(submit()).rejects.toMatchObject({ code: "content_blocked" });

  expect(received).toEqual([]);
  const file = await em().findOneOrFail(QuarantinedFile, { jobId });
  expect(await buffer(disk.read(file.storageKey))).toEqual(served);
  expect(await disk.stat(storageKey)).toBeNull();
  expect(await em().findOneOrFail(Asset, assetId)).toMatchObject({ deletedAt: expect.any(Date) });
});

test("an input that was quarantined after its job was accepted reaches no provider", async () => {
  await createInput(false);
  await quarantineFile(em(), {
    organizationId: owner.organizationId,
    jobId: createId("job"),
    step: "main",
    ordinal: 0,
    storageKey: "quarantine/elsewhere",
    contentType: "image/png",
    bytes: served.byteLength,
    sha256: hashOf(served),
    categories: ["report"],
  });
  const { submit, received } = steps({ matchHashes: null });

  await expect(submit()).rejects.toMatchObject({
    code: "content_blocked",
    details: { categories: ["quarantine"] },
  });
  expect(received).toEqual([]);
  expect(await em().find(SafetyDecision, { jobId })).toMatchObject([
    { action: "refused", sources: ["quarantine"] },
  ]);
});

test.each(["fails", "hangs", "nonsense"] as const)(
  "with a service that %s nothing is sent or delivered, until it responds",
  async (behaviour) => {
    await createInput(false);
    service.behave(behaviour);
    const { submit, received, store } = steps();
    await expect(submit({ attempt: 9 })).rejects.toMatchObject({ code: "moderation_unavailable" });
    expect(received).toEqual([]);

    service.behave("answers");
    expect(await submit({ attempt: 10 })).toEqual({ state: "accepted" });
    await finish();
    service.behave(behaviour);
    await expect(store({ attempt: 9 })).rejects.toMatchObject({ code: "moderation_unavailable" });
    expect(await listOutputs(em(), [jobId])).toEqual([]);

    service.behave("answers");
    await store({ attempt: 10 });
    expect(await listOutputs(em(), [jobId])).toHaveLength(1);
  },
);

test("an operator may let files pass unchecked after further attempts, and that is recorded", async () => {
  await finish();
  service.behave("fails");
  const { store } = steps({ failsClosed: false });

  await expect(store({ attempt: 1 })).rejects.toMatchObject({ code: "moderation_unavailable" });
  await store({ attempt: 5 });

  expect(await listOutputs(em(), [jobId])).toHaveLength(1);
  expect(await em().find(SafetyDecision, { jobId })).toMatchObject([
    { action: "unchecked", sources: ["hash_match"] },
  ]);
});

/** Gives the job an input that is an asset of its organization. */
async function createInput(isKnown = true): Promise<{ assetId: string; storageKey: string }> {
  const { assetId } = await createTestAsset(database.orm, disk, owner);
  const { storageKey } = await em().findOneOrFail(Asset, assetId);
  await disk.write(storageKey, Readable.from([served]), { bytesMax: served.byteLength });
  const sha256 = hashOf(served);
  if (isKnown) service.known.add(sha256);
  const input = { kind: "image", storageKey, contentType: "image/png", sha256 } as const;
  const storedInputs = [{ ...input, bytes: served.byteLength }];
  await em().nativeUpdate(Job, { id: jobId }, { storedInputs });
  return { assetId, storageKey };
}
