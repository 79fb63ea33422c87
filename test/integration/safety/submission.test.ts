import { Readable } from "node:stream";

import OpenAI from "openai";
import { beforeAll, beforeEach, expect, test } from "vitest";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { createSubmitToProvider } from "#activities/generation/submit-to-provider.ts";
import { findFfmpeg } from "#activities/previews/find-ffmpeg.ts";
import { findCreditBalance } from "#db/billing/credits.ts";
import { Provider } from "#db/entities/catalog.ts";
import { Job } from "#db/entities/job.ts";
import { SafetyDecision } from "#db/entities/safety.ts";
import { beginJob, endWithoutResult, toJobError } from "#db/jobs/job-steps.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";
import { createModerate } from "#runtime/safety/create-moderate.ts";
import { createDiskStorage } from "#storage/disk-storage.ts";
import { inputKey } from "#storage/storage.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { testModeration, testScreening } from "#test/support/accounts/safety.ts";
import { stepsOf } from "#test/support/engine/provider-steps.ts";
import { useDatabase, useFolder, useResource } from "#test/support/fixtures.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";
import { keepClosed } from "#test/support/routing/provider-circuits.ts";
import { startModeration } from "#test/support/servers/moderation.ts";

const database = useDatabase();
const folder = useFolder("gme-safety-");
const moderation = useResource(startModeration);
const em = () => database.orm.em.fork();

let owner: TestOrganization;
let ref: GenerationRef;

beforeAll(async () => {
  await em().nativeUpdate(
    Provider,
    { slug: "studio" },
    { concurrencyLimit: 10_000, concurrencyKnown: null },
  );
  await keepClosed(database.orm, { providerSlug: "studio", modelId: "studio-image" });
});

beforeEach(async () => {
  moderation.behave("answers");
  moderation.requests.length = 0;
  owner = await createOrganization(database.orm, { credits: 10 });
  const jobId = await queueJob(database.orm, owner, 2);
  await beginJob(em(), jobId);
  ref = { jobId, step: "main", generation: 1 };
});

/** The step before a provider's first request, and the number of requests that the provider received. */
function submitWith(safety: Partial<ActivityDependencies["safety"]>) {
  const received: string[] = [];
  const step = stepsOf(ref, {
    database,
    folder,
    adapters: {
      studio: {
        checkHealth: async () => {},
        submit: async ({ prompt }) => {
          received.push(prompt);
          return { state: "accepted", handle: { id: ref.jobId } };
        },
      },
    },
    providerSettings: { STUDIO_URL: "http://127.0.0.1:9" },
    safety: {
      screening: testScreening(database.orm),
      failsClosed: true,
      checksImages: false,
      frames: null,
      checksOutputs: false,
      matchHashes: null,
      ...safety,
    },
  });
  return { received, submit: step(createSubmitToProvider) };
}

const moderated = (allowedCategories: string[] = [], timeoutMs = 20_000) =>
  testScreening(database.orm, {
    allowedCategories,
    service: testModeration(moderation.url, { timeoutMs }),
  });

async function setPrompt(prompt: string): Promise<void> {
  const job = await em().findOneOrFail(Job, ref.jobId);
  await em().nativeUpdate(Job, { id: ref.jobId }, { request: { ...job.request, prompt } });
}

test("a policy that became stricter after the acceptance stops the request before its provider", async () => {
  const { submit, received } = submitWith({
    screening: testScreening(database.orm, { terms: ["red fox"] }),
  });

  await expect(submit()).rejects.toMatchObject({ code: "content_blocked" });

  expect(received).toEqual([]);
  expect(await em().find(SafetyDecision, { jobId: ref.jobId })).toMatchObject([
    { stage: "submission", action: "refused", sources: ["platform_blocklist"] },
  ]);
});

test("a refused job ends with its reasons, and its credits return", async () => {
  await setPrompt("a fight [violence]");
  const { submit, received } = submitWith({ screening: moderated() });

  await expect(submit()).rejects.toMatchObject({
    code: "content_blocked",
    details: { categories: ["violence"] },
  });
  // A second worker repeats the step after the first one died between check and refusal.
  await expect(submit()).rejects.toMatchObject({ code: "content_blocked" });
  const error = toJobError("content_blocked", "No.");
  await endWithoutResult(em(), { jobId: ref.jobId, status: "failed", error });

  expect(received).toEqual([]);
  expect(moderation.requests).toHaveLength(1);
  expect(await findCreditBalance(em(), owner.organizationId)).toEqual({ available: 10, held: 0 });
  expect(await em().count(SafetyDecision, { jobId: ref.jobId })).toBe(1);
});

test("an allowed request is sent once, with a repeated check from the remembered response", async () => {
  await setPrompt("a fox that is allowed [harassment]");
  const screening = moderated(["harassment"]);
  const { submit, received } = submitWith({ screening });

  expect(await submit()).toEqual({ state: "accepted" });

  expect(received).toEqual(["a fox that is allowed [harassment]"]);
  expect(moderation.requests).toHaveLength(1);
});

test("without settings no request leaves the engine", async () => {
  const { submit, received } = submitWith({});

  expect(await submit()).toEqual({ state: "accepted" });

  expect(received).toHaveLength(1);
  expect(moderation.requests).toEqual([]);
  expect(await em().count(SafetyDecision, { jobId: ref.jobId })).toBe(0);
});

test.each(["fails", "hangs", "nonsense"] as const)(
  "with a service that %s the job waits; once the service responds, it goes on",
  async (behaviour) => {
    await setPrompt(`a waiting fox, ${behaviour}`);
    moderation.behave(behaviour);
    const { submit, received } = submitWith({ screening: moderated([], 300) });

    await expect(submit({ attempt: 9 })).rejects.toMatchObject({
      code: "moderation_unavailable",
    });
    expect(received).toEqual([]);

    moderation.behave("answers");
    const later = submitWith({ screening: moderated() });
    expect(await later.submit({ attempt: 10 })).toEqual({ state: "accepted" });
  },
);

test("an operator may let requests pass unchecked after further attempts, and each is recorded", async () => {
  moderation.behave("fails");
  const { submit, received } = submitWith({ screening: moderated(), failsClosed: false });

  await expect(submit({ attempt: 1 })).rejects.toMatchObject({ code: "moderation_unavailable" });
  expect(received).toEqual([]);
  expect(await submit({ attempt: 5 })).toEqual({ state: "accepted" });

  expect(await em().find(SafetyDecision, { jobId: ref.jobId })).toMatchObject([
    { action: "unchecked", sources: ["moderation"] },
  ]);
});

test("input images are checked where the operator says so", async () => {
  const bytes = Buffer.from("an image [violence]");
  const storageKey = inputKey(ref.jobId, 0);
  await createDiskStorage(folder).write(storageKey, Readable.from([bytes]), { bytesMax: 1_000 });
  const stored = { kind: "image", storageKey, contentType: "image/png", sha256: "0" } as const;
  await em().nativeUpdate(
    Job,
    { id: ref.jobId },
    { storedInputs: [{ ...stored, bytes: bytes.byteLength }] },
  );

  const { submit, received } = submitWith({ screening: moderated(), checksImages: true });
  await expect(submit()).rejects.toMatchObject({
    code: "content_blocked",
    issues: [
      { pointer: "/inputs/0", code: "content_blocked", message: "Is refused as: violence." },
    ],
  });

  expect(received).toEqual([]);
});

test("an input video that cannot be decoded is refused, because its provider may be able to", async () => {
  const storageKey = inputKey(ref.jobId, 0);
  const content = Readable.from([Buffer.from("\0\0\0\x18ftypmp42 no video")]);
  await createDiskStorage(folder).write(storageKey, content, { bytesMax: 1_000 });
  const stored = { kind: "video", storageKey, contentType: "video/mp4", sha256: "0" } as const;
  await em().nativeUpdate(Job, { id: ref.jobId }, { storedInputs: [{ ...stored, bytes: 26 }] });
  const frames = { ffmpegPath: findFfmpeg(undefined) ?? "ffmpeg", folder };

  const closed = submitWith({ screening: moderated(), checksImages: true, frames });
  await expect(closed.submit()).rejects.toMatchObject({
    code: "content_blocked",
    issues: [{ pointer: "/inputs/0", message: expect.stringContaining("cannot be decoded") }],
  });
  expect(closed.received).toEqual([]);

  const settings = { screening: moderated(), checksImages: true, frames, failsClosed: false };
  const open = submitWith(settings);
  expect(await open.submit()).toEqual({ state: "accepted" });
  const decisions = await em().find(SafetyDecision, { jobId: ref.jobId });
  expect(decisions.map(({ action }) => action).toSorted()).toEqual(["refused", "unchecked"]);
});

test("the official client of OpenAI judges the simulator, and both read the same", async () => {
  const client = new OpenAI({ baseURL: moderation.url, apiKey: "test" });
  const input = ["a red fox", "a fight [violence]"];

  const { results } = await client.moderations.create({ model: "omni-moderation-latest", input });
  const moderate = createModerate({ url: `${moderation.url}/`, apiKey: "test", model: "m" });
  const ours = await moderate(
    input.map((text) => ({ kind: "text", text })),
    { signal: AbortSignal.timeout(5_000) },
  );

  expect(results.map(({ flagged }) => flagged)).toEqual([false, true]);
  expect(results[1]?.categories.violence).toBe(true);
  expect(ours).toEqual([[], ["violence"]]);
  expect(moderation.keys.slice(-2)).toEqual(["Bearer test", "Bearer test"]);
});
