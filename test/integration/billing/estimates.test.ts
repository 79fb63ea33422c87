import { randomUUID } from "node:crypto";

import { describe, expect, test } from "vitest";

import type { Route } from "#api/http/route.ts";
import { createChatJob } from "#api/routes/chat/create-chat-job.ts";
import { createEstimate } from "#api/routes/estimates/create-estimate.ts";
import { createGeneration } from "#api/routes/generations/create-generation.ts";
import { Organization } from "#db/entities/account.ts";
import { Estimate } from "#db/entities/estimate.ts";
import { Job } from "#db/entities/job.ts";
import { expiredEstimates } from "#db/jobs/estimates.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";

const database = useDatabase();
const api = useApi(database, { dependencies: { now: () => now() } });
const caller = useOrganization(database);

/** Advances for the whole file and is never set back. */
let now = () => new Date();

interface Priced {
  readonly outcome: string;
  readonly estimateId: string;
  readonly expiresAt: string;
  readonly price: { minCredits: number; credits: number; maxCredits: number };
  readonly model: { id: string; provider: string };
  readonly affordable: boolean;
  readonly availableCredits: number;
  readonly warnings: readonly { code: string; message: string }[];
  readonly alternatives: readonly { model: { id: string }; credits: number; available: boolean }[];
}

async function send(
  route: Route,
  body: unknown,
  { key = caller.key, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; body: unknown }> {
  const response = await api.call(route.path, { method: "POST", key, body, headers });
  return { status: response.status, body: await expectDocumented(route, response) };
}

async function estimate(body: unknown, key?: string): Promise<Priced> {
  const answer = await send(createEstimate, body, key === undefined ? {} : { key });
  expect(answer).toMatchObject({ status: 200, body: { outcome: "priced" } });
  return answer.body as Priced;
}

async function order(route: Route, body: unknown, key?: string): Promise<Job> {
  const answer = await send(route, body, key === undefined ? {} : { key });
  expect(answer).toMatchObject({ status: 202 });
  const { jobId } = answer.body as { jobId: string };
  return database.orm.em.fork().findOneOrFail(Job, jobId);
}

/** Counts an organization's rows that an estimate must not change. */
async function footprint({ organizationId }: TestOrganization): Promise<unknown> {
  const [row] = await database.orm.em.fork().execute(
    `select (select count(*)::int from jobs where organization_id = o.id) as jobs,
       (select count(*)::int from credit_entries where organization_id = o.id) as entries,
       (select count(*)::int from outbox where organization_id = o.id) as messages,
       (select count(*)::int from idempotency_receipts where organization_id = o.id) as receipts,
       (select count(*)::int from idempotent_answers where scope = o.id) as answers,
       (select count(*)::int from provider_submissions where organization_id = o.id) as submissions
     from organizations o where o.id = ?`,
    [organizationId],
  );
  return row;
}

const image = { capability: "text-to-image", prompt: "a red fox", parameters: { seed: 7 } };
const sentence = { message: "an image of a red fox in the snow, 16:9", parseIntent: true };

describe("an estimate", () => {
  test("of a structured request returns price, model, reason and balance, and changes nothing", async () => {
    const poor = await createOrganization(database.orm, { credits: 5 });
    const before = await footprint(poor);

    const priced = await estimate(image, poor.key);

    expect(priced).toMatchObject({
      estimateId: expect.stringMatching(/^est_/),
      model: { id: "studio-image", provider: "studio" },
      price: { minCredits: 1, credits: 1, maxCredits: 1 },
      request: { capability: "text-to-image", contentType: "image", prompt: "a red fox" },
      routing: { strategy: "quality", reason: expect.stringContaining("Studio Image") },
      availableCredits: 5,
      affordable: true,
      measured: false,
    });
    const validMs = Date.parse(priced.expiresAt) - Date.now();
    expect(validMs).toBeGreaterThan(14 * 60_000);
    expect(validMs).toBeLessThanOrEqual(15 * 60_000);
    expect(await footprint(poor)).toEqual(before);
  });

  test("lists models of unconfigured providers with their price and the missing setting", async () => {
    const { alternatives, warnings } = await estimate(image);

    expect(alternatives.length).toBeGreaterThan(0);
    expect(alternatives.length).toBeLessThanOrEqual(5);
    expect(alternatives.some(({ available }) => !available)).toBe(true);
    for (const alternative of alternatives) {
      expect(alternative.credits).toBeGreaterThan(0);
      if (!alternative.available) expect(alternative).toHaveProperty("setting");
    }
    expect(warnings.map(({ code }) => code)).toContain("provider_not_configured");
  });

  test("of a message without parsing takes the message as the prompt", async () => {
    expect(await estimate({ message: "a red fox" })).toMatchObject({
      request: { prompt: "a red fox", capability: "text-to-image" },
    });
  });

  test("of a sentence parses it and returns the parsed request", async () => {
    const before = await footprint(caller);

    expect(await estimate(sentence)).toMatchObject({
      request: { capability: "text-to-image", parameters: { aspectRatio: "16:9" } },
      intent: { parser: "embedded", capability: "text-to-image" },
      model: { id: "studio-image" },
    });
    expect(await footprint(caller)).toEqual(before);
  });

  test("of a sentence with an open content type returns the question and the price range of its options", async () => {
    const { status, body } = await send(createEstimate, {
      message: "make something nice",
      parseIntent: true,
    });

    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        outcome: "needs_input",
        question: {
          options: expect.arrayContaining([expect.objectContaining({ label: "Video" })]),
        },
        affordable: true,
      },
    });
    const { price } = body as { price: { minCredits: number; maxCredits: number } };
    expect(price.minCredits).toBeGreaterThan(0);
    expect(price.maxCredits).toBeGreaterThanOrEqual(price.minCredits);
    expect(body).not.toHaveProperty("estimateId");
  });

  test("warns about what prevents payment: balance, budget, the hour's limit, the key's limit", async () => {
    const codes = async ({ key }: TestOrganization) => {
      const { affordable, warnings } = await estimate(image, key);
      return { affordable, codes: warnings.map(({ code }) => code) };
    };
    const em = database.orm.em.fork();
    const broke = await createOrganization(database.orm, { credits: 0 });
    const frugal = await createOrganization(database.orm);
    const hasty = await createOrganization(database.orm);
    const bound = await createOrganization(database.orm);
    await em.nativeUpdate(Organization, hasty.organizationId, { creditsPerHour: 0 });
    await em.execute(`update credit_accounts set budget = 0 where organization_id = ?`, [
      frugal.organizationId,
    ]);
    await em.execute(`update api_keys set credit_limit = 0 where id = ?`, [bound.keyId]);

    for (const [organization, code] of [
      [broke, "insufficient_credits"],
      [frugal, "budget_exceeded"],
      [hasty, "spend_limit_reached"],
      [bound, "key_limit_reached"],
    ] as const) {
      expect(await codes(organization)).toEqual({
        affordable: false,
        codes: expect.arrayContaining([code]),
      });
      expect(await send(createGeneration, image, { key: organization.key })).toMatchObject({
        body: { code },
      });
    }
  });

  test.each([
    [{ capability: "text-to-image" }, "request_invalid"],
    [{ capability: "upscaling", prompt: "x" }, "input_missing"],
    [{ message: "x", model: "no-such-model" }, "model_not_found"],
    [{ message: "x", model: "no-such-model", parseIntent: true }, "model_not_found"],
    [{ message: "x", model: "studio-voice" }, "model_lacks_capability"],
    [{ message: "x", parameters: { durationSeconds: 5 } }, "parameter_not_supported"],
    [{ message: "Book me a flight to Tokyo", parseIntent: true }, "intent_unsupported"],
    [
      { message: "x", inputs: [{ kind: "image", assetId: "ast_none" }], capability: "upscaling" },
      "asset_not_found",
    ],
  ])("of %j is refused with %s, like the job itself", async (body, code) => {
    expect(await send(createEstimate, body)).toMatchObject({ body: { code } });
  });

  test("names every problem of a body at once", async () => {
    const body = {
      parseIntent: true,
      maxCredits: 0,
      estimateId: "est_1",
      parameters: { seed: 1.5 },
    };

    const answer = await send(createEstimate, body);

    expect(answer.status).toBe(422);
    const { errors } = answer.body as { errors: { pointer: string }[] };
    expect(errors.map(({ pointer }) => pointer).toSorted()).toEqual([
      "/estimateId",
      "/maxCredits",
      "/parameters/seed",
    ]);
    expect(await send(createEstimate, { parseIntent: true })).toMatchObject({
      body: { errors: [{ pointer: "/capability" }, { pointer: "/parseIntent" }] },
    });
    expect(
      await send(createEstimate, { message: "x", prompt: "y", provider: "studio" }),
    ).toMatchObject({ body: { errors: [{ pointer: "/prompt" }, { pointer: "/provider" }] } });
  });

  test("is refused for viewers and without a credential", async () => {
    const viewer = await createOrganization(database.orm, { role: "viewer" });
    const nobody = await api.call("/v1/estimates", { body: image });

    expect(await expectDocumented(createEstimate, nobody)).toMatchObject({ status: 401 });
    expect(await send(createEstimate, image, { key: viewer.key })).toMatchObject({
      status: 403,
      body: { code: "permission_missing" },
    });
  });
});

describe("a request with an estimate", () => {
  test("uses its model and price, as often as the estimate is used", async () => {
    const { estimateId } = await estimate(image);

    for (const metadata of [{}, { project: "another label" }]) {
      const job = await order(createGeneration, { ...image, estimateId, metadata });

      expect(job).toMatchObject({ modelId: "studio-image", credits: 1, request: { estimateId } });
    }
  });

  test("of a sentence keeps the parsed request: nothing is parsed or chosen again", async () => {
    const priced = await estimate(sentence);

    const job = await order(createChatJob, { ...sentence, estimateId: priced.estimateId });

    expect(job).toMatchObject({
      capability: "text-to-image",
      contentType: "image",
      intent: { capability: "text-to-image", parameters: { aspectRatio: "16:9" } },
      modelId: priced.model.id,
      credits: priced.price.credits,
    });
    const response = await api.call(`/v1/jobs/${job.id}`, { key: caller.key });
    expect(await response.json()).toMatchObject({
      source: { kind: "chat", estimateId: priced.estimateId },
      billing: { estimatedCredits: priced.price.credits, heldCredits: priced.price.credits },
    });
  });

  test("is refused when it differs from the estimated request", async () => {
    const { estimateId } = await estimate(image);
    const read = await estimate(sentence);

    for (const [route, body] of [
      [createGeneration, { ...image, prompt: "a blue fox", estimateId }],
      [createGeneration, { ...image, parameters: { seed: 8 }, estimateId }],
      [createGeneration, { ...image, routing: { deny: ["openai"] }, estimateId }],
      [createChatJob, { message: image.prompt, parameters: image.parameters, estimateId }],
      [createChatJob, { message: sentence.message, estimateId: read.estimateId }],
    ] as const) {
      expect(await send(route, body)).toMatchObject({
        status: 422,
        body: { code: "estimate_mismatch" },
      });
    }
  });

  test("matches with its fields in another order and with explicit defaults", async () => {
    const { estimateId } = await estimate({ prompt: "  a red fox ", capability: "text-to-image" });

    const body = { capability: "text-to-image", parameters: {}, inputs: [], prompt: "a red fox" };

    await order(createGeneration, { ...body, estimateId });
  });

  test("of another organization returns 403, an unknown estimate 404", async () => {
    const stranger = await createOrganization(database.orm);
    const { estimateId } = await estimate(image, stranger.key);
    const unknown = `est_${randomUUID()}`;

    expect(await send(createGeneration, { ...image, estimateId })).toMatchObject({
      status: 403,
      body: { code: "outside_organization" },
    });
    expect(await send(createGeneration, { ...image, estimateId: unknown })).toMatchObject({
      status: 404,
      body: { code: "estimate_not_found" },
    });
  });

  test("is still limited by maxCredits, and a refusal names the nearest cheaper model", async () => {
    const [dear, cheap] = [`dear-${randomUUID()}`, `cheap-${randomUUID()}`];
    await copyModel(dear, 9);
    await copyModel(cheap, 8);
    const request = { ...image, model: dear };
    const { estimateId } = await estimate(request);

    expect(await send(createGeneration, { ...request, estimateId, maxCredits: 8 })).toMatchObject({
      status: 422,
      body: {
        code: "price_over_limit",
        details: { credits: 9, maxCredits: 8, model: dear, nearest: { model: cheap, credits: 8 } },
      },
    });
    const job = await order(createGeneration, { ...request, estimateId, maxCredits: 9 });
    expect(job.credits).toBe(9);
  });

  test("is replayed for a repeated idempotency key after the estimate was deleted", async () => {
    const headers = { "Idempotency-Key": randomUUID() };
    const { estimateId } = await estimate(image);
    const first = await send(createGeneration, { ...image, estimateId }, { headers });
    await database.orm.em.fork().nativeDelete(Estimate, estimateId);

    const second = await send(createGeneration, { ...image, estimateId }, { headers });

    expect(second).toMatchObject({ status: 202, body: { jobId: jobOf(first) } });
  });

  test("is retried at the current price", async () => {
    const { estimateId } = await estimate(image);
    const { id } = await order(createGeneration, { ...image, estimateId });
    await api.call(`/v1/jobs/${id}/cancel`, { method: "POST", key: caller.key });

    const response = await api.call(`/v1/jobs/${id}/retry`, { key: caller.key, body: {} });

    expect(response.status).toBe(202);
    const { jobId } = (await response.json()) as { jobId: string };
    const { request } = await database.orm.em.fork().findOneOrFail(Job, jobId);
    expect(request).not.toHaveProperty("estimateId");
  });
});

function jobOf({ body }: { body: unknown }): string {
  return (body as { jobId: string }).jobId;
}

/** Copies studio's model under another id, with a separate price. */
async function copyModel(id: string, credits: number): Promise<void> {
  await database.orm.em.fork().execute(
    `insert into models select (jsonb_populate_record(m, jsonb_build_object(
       'id', ?::text, 'name', ?::text, 'quality', 0,
       'pricing', m.pricing || jsonb_build_object('typicalCredits', ?::int),
       'position', (select max(position) + 1 from models)))).*
     from models m where id = 'studio-image'`,
    [id, id, credits],
  );
  await catalogSeen(id);
}

/** Waits until the API, which reloads the catalog every few seconds, knows the model. */
async function catalogSeen(modelId: string): Promise<void> {
  await expect
    .poll(async () => (await send(createEstimate, { ...image, model: modelId })).status, {
      timeout: 30_000,
      interval: 200,
    })
    .toBe(200);
}

// Each waits until the API has read the catalog again.
describe.concurrent("after the catalog has changed", () => {
  test("an estimate keeps its price, while other requests pay the new price", async () => {
    const model = `changing-${randomUUID()}`;
    await copyModel(model, 3);
    const request = { ...image, model };
    const { estimateId } = await estimate(request);
    await database.orm.em
      .fork()
      .execute(`update models set pricing = pricing || '{"typicalCredits": 7}' where id = ?`, [
        model,
      ]);
    await expect
      .poll(async () => (await estimate(request)).price.credits, { timeout: 30_000 })
      .toBe(7);

    expect((await order(createGeneration, { ...request, estimateId })).credits).toBe(3);
    expect((await order(createGeneration, request)).credits).toBe(7);
  });

  test("an estimate keeps its model when routing would choose another", async () => {
    const { estimateId, model } = await estimate(image);
    await database.orm.em.fork().execute(`update models set quality = 0 where id = ?`, [model.id]);
    const better = `better-${randomUUID()}`;
    await copyModel(better, 1);
    await database.orm.em.fork().execute(`update models set quality = 3 where id = ?`, [better]);
    await expect
      .poll(async () => (await estimate(image)).model.id, { timeout: 30_000 })
      .toBe(better);

    expect((await order(createGeneration, { ...image, estimateId })).modelId).toBe(model.id);
  });

  test("a disabled model is refused by name, with or without an estimate", async () => {
    const model = `ending-${randomUUID()}`;
    await copyModel(model, 2);
    const request = { ...image, model };
    const { estimateId } = await estimate(request);
    await database.orm.em.fork().execute(`update models set enabled = false where id = ?`, [model]);

    await expect
      .poll(async () => (await send(createGeneration, { ...request, estimateId })).body, {
        timeout: 30_000,
        interval: 200,
      })
      .toMatchObject({ code: "model_not_available", details: { model } });
  });
});

describe("a dry run", () => {
  test.each([
    ["chat", createChatJob, sentence],
    ["chat without parsing", createChatJob, { message: "a red fox" }],
    ["generation", createGeneration, image],
  ] as const)("of a %s returns the estimate and creates no job", async (_name, route, body) => {
    const own = await createOrganization(database.orm);
    const before = await footprint(own);
    const headers = { "Idempotency-Key": randomUUID() };

    const answer = await send(route, { ...body, dryRun: true }, { key: own.key, headers });

    expect(answer).toMatchObject({ status: 200, body: { outcome: "priced" } });
    const { estimateId, expiresAt, ...told } = answer.body as Priced;
    const asked = await estimate(body, own.key);
    expect(told).toEqual({ ...asked, estimateId: undefined, expiresAt: undefined });
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    expect(await footprint(own)).toEqual(before);
    // The dry run did not use up the idempotency key.
    const accepted = await send(route, { ...body, estimateId }, { key: own.key, headers });
    expect(accepted.status).toBe(202);
  });

  test("is refused together with an estimate", async () => {
    const { estimateId } = await estimate(image);

    expect(await send(createGeneration, { ...image, dryRun: true, estimateId })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: "/dryRun", code: "either_or" }] },
    });
  });

  test("is refused with the same error as the job", async () => {
    const body = { message: "x", model: "studio-voice", dryRun: true };

    expect(await send(createChatJob, body)).toMatchObject({
      body: { code: "model_lacks_capability" },
    });
  });

  test("set to false creates a job", async () => {
    await order(createGeneration, { ...image, dryRun: false });
  });
});

// Last in the file, because it advances the clock.
test("an estimate is valid for fifteen minutes, reported as expired for a day, and then forgotten", async () => {
  const { estimateId, expiresAt } = await estimate(image);
  const end = Date.parse(expiresAt);

  now = () => new Date(end - 1);
  await order(createGeneration, { ...image, estimateId });
  now = () => new Date(end);
  expect(await send(createGeneration, { ...image, estimateId })).toMatchObject({
    status: 410,
    body: { code: "estimate_expired", details: { expiredAt: expiresAt } },
  });

  const em = database.orm.em.fork();
  await expiredEstimates.deleteSome(em, new Date(end + 24 * 3_600_000));
  expect(await em.fork().count(Estimate, estimateId)).toBe(1);
  await expiredEstimates.deleteSome(em, new Date(end + 24 * 3_600_000 + 1));
  expect(await em.fork().count(Estimate, estimateId)).toBe(0);
});
