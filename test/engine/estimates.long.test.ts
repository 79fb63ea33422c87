import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";

let engine: TestEngine;
let studio: FakeStudio;

beforeAll(async () => {
  studio = await startFakeStudio();
  studio.behave(() => ({ kind: "instant" }));
  engine = await startTestEngine({ studioUrl: studio.url });
  await engine.startTemporal();
  await Promise.all([engine.startApi(), engine.startWorker()]);
}, 120_000);

beforeEach(async () => setPrice(4));

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await engine.close();
  await studio.close();
});

async function setPrice(credits: number): Promise<void> {
  await engine.orm.em.fork().execute(
    `update models set pricing = pricing || jsonb_build_object('typicalCredits', ?::int)
     where id = 'studio-image'`,
    [credits],
  );
}

async function estimate(body: object): Promise<{ estimateId: string; credits: number }> {
  const response = await engine.call("POST", "/v1/estimates", body);
  const { estimateId, price } = (await response.json()) as {
    estimateId: string;
    price: { credits: number };
  };
  return { estimateId, credits: price.credits };
}

const chat = { message: "Create an image of a red fox in a snowy forest", parseIntent: true };

test("a sentence that costs more than maxCredits fails with its price and is not charged", async () => {
  const jobId = await engine.createJob({ ...chat, maxCredits: 3 });

  expect(await engine.waitForJob(jobId)).toMatchObject({
    status: "failed",
    error: {
      code: "price_over_limit",
      message: expect.stringContaining("4 credits"),
      details: { credits: 4, maxCredits: 3, model: "studio-image" },
    },
    billing: { heldCredits: 0, capturedCredits: 0, releasedCredits: 0 },
  });
  expect(studio.submissions.get(`${jobId}:main:1`)).toBeUndefined();
});

test("a sentence that exceeds the organization's credits of the hour fails with the limit and is not charged", async () => {
  const setLimit = async (limit: number | null) =>
    engine.orm.em.fork().execute(`update organizations set credits_per_hour = ?`, [limit]);
  await setLimit(3);
  try {
    const jobId = await engine.createJob(chat);

    expect(await engine.waitForJob(jobId)).toMatchObject({
      status: "failed",
      error: { code: "spend_limit_reached", details: { limit: 3 } },
      billing: { heldCredits: 0, capturedCredits: 0, releasedCredits: 0 },
    });
    expect(studio.submissions.get(`${jobId}:main:1`)).toBeUndefined();
  } finally {
    await setLimit(null);
  }
});

test("a sentence that costs exactly maxCredits completes and is charged", async () => {
  const job = await engine.waitForJob(await engine.createJob({ ...chat, maxCredits: 4 }));

  expect(job).toMatchObject({ status: "completed", billing: { capturedCredits: 4 } });
});

test("a sentence with an estimate is generated as it was parsed and charged the estimated price", async () => {
  await expect
    .poll(async () => (await estimate(chat)).credits, { timeout: 60_000, interval: 200 })
    .toBe(4);
  const { estimateId, credits } = await estimate(chat);
  await setPrice(9);

  const job = await engine.waitForJob(await engine.createJob({ ...chat, estimateId }));

  expect(credits).toBe(4);
  expect(job).toMatchObject({
    status: "completed",
    intent: { capability: "text-to-image" },
    billing: { heldCredits: 0, capturedCredits: 4, releasedCredits: 0 },
  });
});
