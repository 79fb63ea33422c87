import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { loadGeneration, toAdapterRequest } from "#activities/generation/generation-context.ts";
import { createBeginJob } from "#activities/generation/job-records.ts";
import { createPlanGeneration } from "#activities/generation/plan-generation.ts";
import { createStoreInputs } from "#activities/generation/store-inputs.ts";
import { adapters } from "#activities/providers/index.ts";
import { mapForProvider } from "#activities/providers/map-for-provider.ts";
import type { Route } from "#api/http/route.ts";
import { createAsset } from "#api/routes/assets/create-asset.ts";
import { createBatch } from "#api/routes/batches/create-batch.ts";
import { createChatJob } from "#api/routes/chat/create-chat-job.ts";
import { createEstimate } from "#api/routes/estimates/create-estimate.ts";
import { createGeneration } from "#api/routes/generations/create-generation.ts";
import { retryJob } from "#api/routes/jobs/retry-job.ts";
import { Provider } from "#db/entities/catalog.ts";
import { Job } from "#db/entities/job.ts";
import { endWithoutResult } from "#db/jobs/job-steps.ts";
import { mainStep } from "#db/jobs/jobs.ts";
import type { MediaFacts } from "#storage/measure-media.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { stepsOf } from "#test/support/engine/provider-steps.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { createTestAsset } from "#test/support/jobs/assets.ts";
import { formOf } from "#test/support/media.ts";
import { keySettings } from "#test/support/routing/provider-settings.ts";

/** Every provider has a key and an adapter here. Requests are validated; none is sent to a provider. */

const providerSettings = Object.fromEntries(keySettings.map((name) => [name, "set"]));

const database = useDatabase();
const api = useApi(database, { settings: { providerSettings } });
const caller = useOrganization(database, { credits: 10_000 });

beforeAll(async () => {
  await database.orm.em.fork().nativeUpdate(Provider, {}, { integrated: true });
});

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { pointer: string; code: string; message: string }[];
  readonly details: Readonly<Record<string, unknown>>;
}

interface Estimate {
  readonly model: { id: string };
  readonly price: { credits: number };
  readonly routing: { reason: string; assumptions: readonly string[] };
}

async function send<Answer>(
  route: Route,
  body: object,
  path: string = route.path,
): Promise<Answer> {
  const response = await api.call(path, { key: caller.key, body });
  return (await expectDocumented(route, response)) as Answer;
}

const told = (body: object) => send<Estimate>(createEstimate, body);

async function order(body: object): Promise<Job> {
  const { jobId } = await send<{ jobId: string }>(createGeneration, body);
  return database.orm.em.fork().findOneOrFail(Job, jobId);
}

const address = (kind: string) => ({ kind, url: `https://example.com/${kind}` });

/** Creates a stored asset with these measurements. */
async function assetOf(
  kind: "image" | "video" | "audio",
  facts: Partial<MediaFacts>,
): Promise<{ kind: string; assetId: string }> {
  const contentType = { image: "image/png", video: "video/mp4", audio: "audio/mpeg" }[kind];
  const about = { ...facts, contentType };
  const { assetId } = await createTestAsset(database.orm, api.storage, caller, undefined, about);
  return { kind, assetId };
}

const masked = { capability: "inpainting", prompt: "a hat", model: "ideogram-v3-inpaint" };
const withoutMask = { ...masked, inputs: [address("image")] };

describe("requests are validated against the model's inputs before acceptance", () => {
  test.each([
    ["an order", createGeneration],
    ["an estimate", createEstimate],
  ])("%s without a required mask is refused with a pointer to the inputs", async (_name, route) => {
    expect(await send<Problem>(route, withoutMask)).toMatchObject({
      status: 422,
      code: "input_missing",
      details: { model: "ideogram-v3-inpaint", missing: ["mask"] },
      errors: [{ pointer: "/inputs", code: "input_missing" }],
    });
  });

  test("every problem is reported in one response, each with its pointer", async () => {
    const problem = await send<Problem>(createGeneration, {
      capability: "inpainting",
      model: "ideogram-v3-inpaint",
      inputs: [address("image"), address("image")],
      parameters: { fps: 24 },
    });

    expect(problem.code).toBe("request_invalid");
    expect(problem.errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      "/inputs input_missing",
      "/prompt required",
      "/parameters/fps not_supported",
      "/inputs/1 too_many",
    ]);
  });

  test("a batch reports the problems of each item by its pointer and accepts none", async () => {
    const fine = { ...masked, inputs: [address("image"), address("mask")] };
    const lips = { capability: "lip-sync", model: "lipsync-2", inputs: [address("audio")] };

    expect(await send<Problem>(createBatch, { items: [fine, withoutMask, lips] })).toMatchObject({
      code: "input_missing",
      errors: [{ pointer: "/items/1/inputs" }, { pointer: "/items/2/inputs" }],
    });
  });

  test("a retry with another model is validated against that model's inputs", async () => {
    const job = await order({ ...withoutMask, model: "gpt-image-2" });
    await endWithoutResult(database.orm.em.fork(), { jobId: job.id, status: "canceled" });

    const body = { model: "flux-lora-fill" };
    const problem = await send<Problem>(retryJob, body, `/v1/jobs/${job.id}/retry`);

    expect(problem).toMatchObject({ code: "input_missing", details: { missing: ["mask"] } });
  });

  test("a message used as the prompt is reported at /message", async () => {
    const body = { capability: "image-to-video", model: "gen4_turbo", inputs: [address("image")] };
    const message = "a fox runs ".repeat(200);

    expect(await send<Problem>(createChatJob, { ...body, message })).toMatchObject({
      code: "request_invalid",
      errors: [{ pointer: "/message", code: "too_long" }],
    });
  });

  test("a message parsed later is refused at planning when the model lacks an input", async () => {
    const body = { message: "add a hat", parseIntent: true, capability: "inpainting" };
    const { jobId } = await send<{ jobId: string }>(createChatJob, {
      ...body,
      model: "ideogram-v3-inpaint",
      inputs: [address("image")],
    });
    const steps = { orm: database.orm, providerSettings };
    await createBeginJob(steps)({ jobId });

    await expect(createPlanGeneration(steps)({ jobId, step: "main" })).rejects.toMatchObject({
      code: "input_missing",
      details: { missing: ["mask"] },
    });
  });

  test("routing by capability skips models that need other inputs and counts them in the reason", async () => {
    const { model: _, ...anyModel } = withoutMask;
    const estimate = await told(anyModel);

    expect(["ideogram-v3-inpaint", "flux-lora-fill"]).not.toContain(estimate.model.id);
    expect(estimate.routing.reason).toMatch(/\d+ with other inputs/);
  });
});

describe("an uploaded asset is measured", () => {
  test.each([
    ["tiny.png", { width: 8, height: 8 }],
    ["tiny.mp4", { durationSeconds: 1, framesPerSecond: 5 }],
    ["tiny.wav", { durationSeconds: 0.1 }],
  ])("%s", async (name, facts) => {
    const file = readFileSync(new URL(`../../fixtures/media/${name}`, import.meta.url));
    const response = await fetch(`${api.url}/v1/assets`, {
      method: "POST",
      headers: { "X-API-Key": caller.key },
      body: formOf(file, { fileName: name }),
    });

    const asset = (await expectDocumented(createAsset, response)) as MediaFacts;
    expect(Object.keys(asset)).toEqual(expect.arrayContaining(Object.keys(facts)));
    const again = await api.call(response.headers.get("location") ?? "", { key: caller.key });
    expect(await again.json()).toMatchObject(asset);
  });
});

test("the frame rate and the reference images of a request are part of its price and explained", async () => {
  const recording = await assetOf("audio", { durationSeconds: 10 });
  const clip = await assetOf("video", { durationSeconds: 10, framesPerSecond: 60 });
  const photo = await assetOf("image", { width: 4_000, height: 3_000 });
  const speech = { capability: "lip-sync", model: "lipsync-2", inputs: [clip, recording] };
  const edit = { capability: "image-to-image", model: "flux-2-pro", prompt: "at night" };
  const byUrl = { ...edit, inputs: [address("image")] };

  const [lips, edited, unknown] = await Promise.all(
    [speech, { ...edit, inputs: [photo] }, byUrl].map(told),
  );

  expect(lips?.price.credits).toBe(30);
  expect(lips?.routing.assumptions.join()).toContain("framesPerSecond: 60 are in the price");
  expect(edited?.price.credits).toBe(4);
  expect(edited?.routing.assumptions.join()).toContain("1 of kind image with 4 megapixels");
  expect(unknown?.price.credits).toBe(4);
  expect(unknown?.routing.assumptions.join()).toContain("The size of 1 is unknown");
  for (const [body, credits] of [
    [speech, 30],
    [byUrl, 4],
  ] as const) {
    expect((await order(body)).credits).toBe(credits);
  }
});

/** Returns the values that the adapter of a job sends, under the provider's parameter names. */
async function sentBy({ id: jobId }: Job): Promise<Readonly<Record<string, unknown>>> {
  const folder = await mkdtemp(join(tmpdir(), "gme-inputs-"));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  const ref = { jobId, step: mainStep, generation: 1 };
  const step = stepsOf(ref, { database, folder, adapters, providerSettings });
  await step(createStoreInputs)();
  return step((dependencies) => async () => {
    const context = await loadGeneration(dependencies, ref);
    return mapForProvider(toAdapterRequest(context, dependencies)).values;
  })();
}

describe("the duration of an asset", () => {
  const lips = (audio: object, parameters = {}) => ({
    capability: "lip-sync",
    model: "lipsync-2",
    inputs: [address("video"), audio],
    parameters,
  });

  test("sets the price, the hold and the provider's parameter when the request states no duration", async () => {
    const recording = await assetOf("audio", { durationSeconds: 12.3 });
    const clip = await assetOf("video", { durationSeconds: 60, framesPerSecond: 25 });
    const request = { ...lips(recording), inputs: [clip, recording] };
    const estimate = await told(request);
    const job = await order(request);

    expect(estimate.price.credits).toBe(17);
    expect(estimate.routing.assumptions).toContain(
      "durationSeconds: 13 is used for the recording of 13 s.",
    );
    expect(job.credits).toBe(17);
    expect(await sentBy(job)).toMatchObject({ duration: 13 });
  });

  test("falls back to the default while the input has not been measured", async () => {
    // Ten seconds at 30 frames a second.
    expect((await told(lips(address("audio")))).price.credits).toBe(15);
  });

  test("is refused with the shortest valid durationSeconds when the request states less", async () => {
    const recording = await assetOf("audio", { durationSeconds: 12.3 });
    const problem = await send<Problem>(createGeneration, lips(recording, { durationSeconds: 5 }));

    expect(problem).toMatchObject({
      code: "parameter_not_supported",
      errors: [{ pointer: "/parameters/durationSeconds", code: "value_not_supported" }],
    });
    expect(problem.detail).toContain("set durationSeconds to 13");
  });

  test("is refused at the input's pointer above the model's maximum", async () => {
    const recording = await assetOf("audio", { durationSeconds: 301 });

    expect(await send<Problem>(createEstimate, lips(recording))).toMatchObject({
      code: "request_invalid",
      errors: [{ pointer: "/inputs/1", code: "too_long" }],
    });
  });

  test("sets the price of a transcript, which has no duration parameter", async () => {
    const request = { capability: "speech-to-text", model: "gpt-4o-transcribe" };
    const hour = await assetOf("audio", { durationSeconds: 3_600 });
    const words = await assetOf("audio", { durationSeconds: 9 });
    const creditsOf = async (input: object) =>
      (await told({ ...request, inputs: [input] })).price.credits;

    expect(await creditsOf(address("audio"))).toBe(2);
    expect(await creditsOf(hour)).toBe(9);
    expect(await creditsOf(words)).toBe(1);
  });
});

describe("a price over the limit", () => {
  test.each([
    ["an estimate", createEstimate],
    ["a generation", createGeneration],
    ["a chat", createChatJob],
  ])("of %s comes with two changes, each of which is accepted", async (_, route) => {
    const words = "waves at sunset";
    const text = route === createChatJob ? { message: words } : { prompt: words };
    const request = {
      ...text,
      capability: "text-to-video",
      model: "gemini-omni-1.2-flash",
      parameters: { durationSeconds: 8, resolution: "4k" },
    };

    const refused = await send<Problem>(route, request);

    const changes = { fits: { durationSeconds: 5 }, alsoFits: { resolution: "1080p" } };
    expect(refused).toMatchObject({
      code: "price_over_limit",
      detail: expect.stringContaining('{"durationSeconds":5} or {"resolution":"1080p"}'),
      details: { credits: 42, maxCredits: 30, ...changes },
    });
    for (const change of Object.values(changes)) {
      const parameters = { ...request.parameters, ...change };
      const { price } = await send<Estimate>(createEstimate, { ...request, parameters });
      expect(price.credits).toBeLessThanOrEqual(30);
    }
  });
});

describe("the size of an image", () => {
  test("sets the price of upscaling; a price over the limit comes with the settings that fit", async () => {
    const photo = await assetOf("image", { width: 4_000, height: 3_000 });
    const request = { capability: "upscaling", model: "clarity-upscaler", inputs: [photo] };
    const refused = await send<Problem>(createEstimate, request);
    const sold = await told({ ...request, parameters: { scale: 1 } });

    expect(refused).toMatchObject({
      code: "price_over_limit",
      details: { credits: 36, fits: { scale: 1 } },
    });
    expect(sold).toMatchObject({
      price: { credits: 9 },
      routing: { assumptions: ["megapixels: the image has 12."] },
    });
  });

  test("that the model does not accept is refused at acceptance, and routing takes another model", async () => {
    const photo = await assetOf("image", { width: 3_200, height: 2_001 });
    const request = { capability: "upscaling", inputs: [photo], parameters: { scale: 2 } };
    const model = "magnific_precision_upscaler_v2";
    const refused = await send<Problem>(createGeneration, { ...request, model });

    expect(refused).toMatchObject({
      status: 422,
      errors: [{ pointer: "/inputs/0", code: "too_large" }],
    });
    expect(refused.errors[0]?.message).toContain("up to 6.4 megapixels");
    expect((await told(request)).model.id).not.toBe(model);
  });
});

test("a type of image that the model does not accept is refused at acceptance", async () => {
  const about = { contentType: "image/webp", width: 1_000, height: 1_000 };
  const { assetId } = await createTestAsset(database.orm, api.storage, caller, undefined, about);

  const refused = await send<Problem>(createGeneration, {
    capability: "image-to-video",
    prompt: "a fox runs",
    model: "kling-3.0",
    inputs: [{ kind: "image", assetId }],
  });

  expect(refused).toMatchObject({
    status: 422,
    errors: [{ pointer: "/inputs/0", code: "not_supported" }],
  });
});
