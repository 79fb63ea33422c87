import { describe, expect, test } from "vitest";

import { getSignInMethods } from "#api/routes/app/get-sign-in-methods.ts";
import { previewBatch } from "#api/routes/app/preview-batch.ts";
import { previewEstimate } from "#api/routes/app/preview-estimate.ts";
import { Estimate } from "#db/entities/estimate.ts";
import { Job } from "#db/entities/job.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";

const database = useDatabase();
const api = useApi(database);
const closed = useApi(database, { settings: { registration: "closed" } });

let callsOfModel = 0;
const withModel = useApi(database, {
  dependencies: {
    parseMessage: async () => {
      callsOfModel += 1;
      throw new Error("expected no call of the language model");
    },
  },
});

async function createPerson(requestsPerHour: number) {
  const { accountId, key } = await createOrganization(database.orm, { requestsPerHour });
  const { token } = await createTestSession(database.orm, accountId);
  return { token, key };
}

const remainingIn = (response: Response) => Number(response.headers.get("X-RateLimit-Remaining"));
const message = { message: "an image of a red fox in a snowy forest", parseIntent: true };

describe("sign-in methods", () => {
  test("are those that the server is configured for", async () => {
    const open = await api.call("/app/sign-in-methods");
    const refused = await closed.call("/app/sign-in-methods");

    expect(await expectDocumented(getSignInMethods, open)).toEqual({
      password: true,
      registration: true,
      google: false,
      github: false,
      sells: false,
    });
    expect(await refused.json()).toMatchObject({ registration: false });
  });
});

describe("the requests of a session", () => {
  test("that generate nothing do not count against the plan", async () => {
    const { token } = await createPerson(1);

    const reads = await Promise.all(
      Array.from({ length: 5 }, async () => api.call("/v1/jobs", { token })),
    );

    expect(reads.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(reads[0]?.headers.get("X-RateLimit-Limit")).toBe("5000");
    const estimates = [
      await api.call("/v1/estimates", { token, body: message }),
      await api.call("/v1/estimates", { token, body: message }),
    ];
    expect(estimates.map(({ status }) => status)).toEqual([200, 429]);
    expect((await api.call("/v1/jobs", { token })).status).toBe(200);
  });

  test("have both windows in the list of rate limits", async () => {
    const { token } = await createPerson(7);
    await api.call("/v1/jobs", { token });

    const limits = await api.call("/v1/rate-limits", { token });

    expect(await limits.json()).toMatchObject({
      data: [
        { subject: "account", limit: 7, used: 0 },
        { subject: "session", limit: 5_000, used: 1 },
        { subject: "unchanged" },
      ],
    });
  });

  test("of an API key still count against the plan", async () => {
    const { key } = await createPerson(1);

    const statuses = [
      (await api.call("/v1/jobs", { key })).status,
      (await api.call("/v1/jobs", { key })).status,
    ];

    expect(statuses).toEqual([200, 429]);
  });
});

describe("the estimate of a request that is being written", () => {
  test("stores nothing, and does not count against the plan", async () => {
    const { token } = await createPerson(1);
    const before = await database.orm.em.fork().count(Estimate);

    const previews = [
      await api.call("/app/estimates", { token, body: message }),
      await api.call("/app/estimates", { token, body: message }),
    ];

    const [first, second] = previews;
    if (first === undefined || second === undefined) throw new Error("expected two responses");
    expect(remainingIn(first) - remainingIn(second)).toBe(1);
    const body = await expectDocumented(previewEstimate, first);
    expect(body).toMatchObject({
      outcome: "priced",
      intent: { capability: "text-to-image" },
      price: { credits: expect.any(Number) },
    });
    expect(body).not.toHaveProperty("estimateId");
    expect(await database.orm.em.fork().count(Estimate)).toBe(before);
    const kept = await api.call("/v1/estimates", { token, body: message });
    const {
      estimateId: _id,
      expiresAt: _expiry,
      ...rest
    } = (await kept.json()) as Record<string, unknown>;
    expect(rest).toEqual(body);
  });

  test("prices the run of a message with several requests, and stores nothing", async () => {
    const { token } = await createPerson(1);
    const before = await database.orm.em.fork().count(Estimate);
    const several = {
      message: 'a picture of a fox and a 4 second video of waves. Read aloud: "Welcome."',
      parseIntent: true,
    };

    const response = await api.call("/app/estimates", { token, body: several });

    const body = await expectDocumented(previewEstimate, response);
    expect(body).toMatchObject({
      outcome: "priced",
      steps: [{ count: { max: 1 } }, { count: { max: 1 } }, { count: { max: 1 } }],
    });
    expect(body).not.toHaveProperty("estimateId");
    expect(await database.orm.em.fork().count(Estimate)).toBe(before);
  });

  test("calls no language model", async () => {
    const { token } = await createPerson(1);

    const response = await withModel.call("/app/estimates", { token, body: message });

    expect({ status: response.status, calls: callsOfModel }).toEqual({ status: 200, calls: 0 });
  });

  test("prices a run whose inputs are being written, and stores nothing", async () => {
    const { token } = await createPerson(1);
    const before = await database.orm.em.fork().count(Estimate);
    const run = { pipelineId: "turntable", inputs: { sentence: "a small wooden chair" } };

    const response = await api.call("/app/estimates", { token, body: run });

    const body = await expectDocumented(previewEstimate, response);
    expect(body).toMatchObject({ outcome: "priced", version: 1 });
    expect(body).not.toHaveProperty("estimateId");
    expect(await database.orm.em.fork().count(Estimate)).toBe(before);
  });

  test("is refused to a key", async () => {
    const { key } = await createPerson(5);

    const byKey = await api.call("/app/estimates", { key, body: message });

    expect(await byKey.json()).toMatchObject({ status: 403, code: "session_required" });
  });
});

describe("the estimate of a batch that is being written", () => {
  const batch = {
    budget: 10,
    defaults: { capability: "text-to-image" },
    items: [{ prompt: "a red fox" }, { prompt: "a snowy owl" }],
  };

  test("is the price of all items, creates no job, and does not count against the plan", async () => {
    const { token } = await createPerson(1);
    const before = await database.orm.em.fork().count(Job);

    const first = await api.call("/app/batch-estimates", { token, body: batch });
    const second = await api.call("/app/batch-estimates", { token, body: batch });

    expect(await expectDocumented(previewBatch, first)).toMatchObject({
      items: 2,
      credits: expect.any(Number),
      availableCredits: expect.any(Number),
    });
    expect(second.status).toBe(200);
    expect(await database.orm.em.fork().count(Job)).toBe(before);
  });

  test("names every problem of every row", async () => {
    const { token } = await createPerson(1);
    const items = [
      { prompt: "a red fox" },
      { prompt: "" },
      { prompt: "x", model: "no-such-model" },
    ];

    const shape = await api.call("/app/batch-estimates", { token, body: { ...batch, items } });
    const models = await api.call("/app/batch-estimates", {
      token,
      body: { ...batch, items: items.map((item) => ({ ...item, prompt: "x" })) },
    });

    expect(await shape.json()).toMatchObject({
      status: 422,
      errors: [{ pointer: "/items/1/prompt" }],
    });
    expect(await models.json()).toMatchObject({ errors: [{ pointer: "/items/2/model" }] });
  });

  test("is refused to a key", async () => {
    const { key } = await createPerson(5);

    const byKey = await api.call("/app/batch-estimates", { key, body: batch });

    expect(await byKey.json()).toMatchObject({ status: 403, code: "session_required" });
  });
});
