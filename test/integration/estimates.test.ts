import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Route } from "#api/route.ts";
import { createChatJob } from "#api/routes/chat/create-chat-job.ts";
import { createEstimate } from "#api/routes/estimates/create-estimate.ts";
import { createGeneration } from "#api/routes/generations/create-generation.ts";
import { Estimate } from "#db/entities/estimate.ts";
import { Job } from "#db/entities/job.ts";
import { deleteExpiredEstimates } from "#db/estimates.ts";
import { startApi, type TestApi } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { createOrganization, type TestOrganization } from "#test/support/organization.ts";

let database: TestDatabase;
let api: TestApi;
let caller: TestOrganization;
/** Moves for the whole file, so only forwards. */
let now = () => new Date();

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi(database, { dependencies: { now: () => now() } });
  caller = await createOrganization(database.orm);
});

afterAll(async () => {
  await api.close();
  await database.drop();
});

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

/** What an organization has: what an estimate must not change. */
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
  test("of a structured request tells price, model, reason and balance, and changes nothing", async () => {
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

  test("names models that lack a key as such, with their price and the setting", async () => {
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

  test("of a message without parsing takes it as the prompt", async () => {
    expect(await estimate({ message: "a red fox" })).toMatchObject({
      request: { prompt: "a red fox", capability: "text-to-image" },
    });
  });

  test("of a sentence reads it, and says what was understood", async () => {
    const before = await footprint(caller);

    expect(await estimate(sentence)).toMatchObject({
      request: { capability: "text-to-image", parameters: { aspectRatio: "16:9" } },
      intent: { parser: "embedded", capability: "text-to-image" },
      model: { id: "studio-image" },
    });
    expect(await footprint(caller)).toEqual(before);
  });

  test("of a sentence that leaves the medium open gives the question and the range of its answers", async () => {
    const { status, body } = await send(createEstimate, {
      message: "make something nice",
      parseIntent: true,
    });

    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        outcome: "needs_input",
        question: { options: expect.arrayContaining([expect.objectContaining({ label: "Video" })]) },
        affordable: true,
      },
    });
    const { price } = body as { price: { minCredits: number; maxCredits: number } };
    expect(price.minCredits).toBeGreaterThan(0);
    expect(price.maxCredits).toBeGreaterThanOrEqual(price.minCredits);
    expect(body).not.toHaveProperty("estimateId");
  });

  test("says what stands in the way of paying: balance, budget, the key's limit", async () => {
    const codes = async ({ key }: TestOrganization) => {
      const { affordable, warnings } = await estimate(image, key);
      return { affordable, codes: warnings.map(({ code }) => code) };
    };
    const em = database.orm.em.fork();
    const broke = await createOrganization(database.orm, { credits: 0 });
    const frugal = await createOrganization(database.orm);
    const bound = await createOrganization(database.orm);
    await em.execute(`update credit_accounts set budget = 0 where organization_id = ?`, [
      frugal.organizationId,
    ]);
    await em.execute(`update api_keys set credit_limit = 0 where id = ?`, [bound.keyId]);

    for (const [organization, code] of [
      [broke, "insufficient_credits"],
      [frugal, "budget_exceeded"],
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
  ])("of %j is refused with %s, as the order would be", async (body, code) => {
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

  test("is not for viewers, nor without a credential", async () => {
    const viewer = await createOrganization(database.orm, { role: "viewer" });
    const nobody = await api.call("/v1/estimates", { body: image });

    expect(await expectDocumented(createEstimate, nobody)).toMatchObject({ status: 401 });
    expect(await send(createEstimate, image, { key: viewer.key })).toMatchObject({
      status: 403,
      body: { code: "permission_missing" },
    });
  });
});
