import { randomUUID } from "node:crypto";

import { describe, expect, test } from "vitest";

import { cancelBatch } from "#api/routes/batches/cancel-batch.ts";
import { createBatch } from "#api/routes/batches/create-batch.ts";
import { getBatch } from "#api/routes/batches/get-batch.ts";
import { listBatches } from "#api/routes/batches/list-batches.ts";
import { getJob } from "#api/routes/jobs/get-job.ts";
import { listJobs } from "#api/routes/jobs/list-jobs.ts";
import { retryJob } from "#api/routes/jobs/retry-job.ts";
import { findCreditBalance } from "#db/billing/credits.ts";
import { Batch } from "#db/entities/batch.ts";
import { Job, OutboxMessage, ProviderSubmission } from "#db/entities/job.ts";
import { deleteJob } from "#db/jobs/delete-job.ts";
import { beginJob, endWithoutResult, toJobError } from "#db/jobs/job-steps.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import type { TestApi } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { createTestBatch } from "#test/support/jobs/batches.ts";
import { expectBalancedBooks } from "#test/support/jobs/credit-books.ts";
import { finishJob, until } from "#test/support/jobs/finished-jobs.ts";
import { countStatements } from "#test/support/measurements/count-statements.ts";
import { publishEvents } from "#test/support/webhooks/webhooks.ts";

const database = useDatabase();
const api = useApi(database);
/** Statements for 1,000 items, with those of background work; a statement for each item would exceed it. */
const statementsMax = 200;
const other = useApi(database);

const em = () => database.orm.em.fork();
const fox = { capability: "text-to-image", prompt: "a red fox", model: "studio-image" };

interface BatchAnswer {
  batchId: string;
  status: string;
  progress: { percent: number };
  counts: Record<string, number>;
  billing: Record<string, number>;
  items: { data: Record<string, unknown>[]; nextCursor: string | null };
}

interface Problem {
  code: string;
  details?: Record<string, unknown>;
  errors: { pointer: string; code: string; message: string }[];
}

async function ask(
  { key }: TestOrganization,
  body: unknown,
  { idempotencyKey, server = api }: { idempotencyKey?: string; server?: TestApi } = {},
): Promise<Response> {
  const headers = idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey };
  return server.call("/v1/batches", { key, body, headers });
}

async function create(owner: TestOrganization, body: unknown): Promise<BatchAnswer> {
  const response = await ask(owner, body);
  expect(response.status).toBe(202);
  return (await expectDocumented(createBatch, response)) as BatchAnswer;
}

async function refuse(owner: TestOrganization, body: unknown): Promise<Problem> {
  const response = await ask(owner, body);
  expect(response.ok).toBe(false);
  return (await expectDocumented(createBatch, response)) as Problem;
}

async function read({ key }: TestOrganization, batchId: string, query = ""): Promise<BatchAnswer> {
  const response = await api.call(`/v1/batches/${batchId}${query}`, { key });
  return (await expectDocumented(getBatch, response)) as BatchAnswer;
}

/** Counts the rows that acceptance wrote for an organization. */
async function countRows({ organizationId }: TestOrganization) {
  return {
    batches: await em().count(Batch, { organizationId }),
    jobs: await em().count(Job, { organizationId }),
    outbox: await em().count(OutboxMessage, { organizationId }),
    submissions: await em().count(ProviderSubmission, { organizationId }),
  };
}

const nothing = { batches: 0, jobs: 0, outbox: 0, submissions: 0 };

describe("accepting a batch", () => {
  test("makes a job of each item, merged with the defaults", async () => {
    const owner = await createOrganization(database.orm);

    const batch = await create(owner, {
      name: "Animals",
      budget: 10,
      defaults: { ...fox, parameters: { aspectRatio: "16:9" }, metadata: { project: "x" } },
      metadata: { season: "spring" },
      items: [
        { clientItemId: "one" },
        { clientItemId: "two", prompt: "an owl", parameters: { seed: 7 }, metadata: { row: "2" } },
      ],
    });

    expect(batch).toMatchObject({
      name: "Animals",
      status: "processing",
      progress: { percent: 0 },
      counts: { items: 2, queued: 2, processing: 0, completed: 0, failed: 0, canceled: 0 },
      billing: { budget: 10, estimatedCredits: 2, heldCredits: 2, capturedCredits: 0 },
      metadata: { season: "spring" },
    });
    const { items } = await read(owner, batch.batchId);
    expect(items.data).toMatchObject([
      { index: 0, clientItemId: "one", status: "queued", credits: 1 },
      { index: 1, clientItemId: "two", status: "queued", credits: 1 },
    ]);
    const response = await api.call(`/v1/jobs/${String(items.data[1]?.["jobId"])}`, owner);
    expect(await expectDocumented(getJob, response)).toMatchObject({
      source: { kind: "batch", batchId: batch.batchId, index: 1, clientItemId: "two" },
      request: { prompt: "an owl", parameters: { aspectRatio: "16:9", seed: 7 } },
      metadata: { project: "x", row: "2" },
      billing: { heldCredits: 1 },
    });
  });

  test("takes 1,000 items at once, each with a hold, a submission and an outbox message", async () => {
    const owner = await createOrganization(database.orm, { credits: 1_000 });
    const items = Array.from({ length: 1_000 }, (_, index) => ({
      ...fox,
      clientItemId: `i${index}`,
    }));

    const { result: batch, statements } = await countStatements(database.orm, () =>
      create(owner, { items, budget: 1_000 }),
    );

    expect(statements).toBeGreaterThan(0);
    expect(statements).toBeLessThan(statementsMax);
    expect(batch.counts).toMatchObject({ items: 1_000, queued: 1_000 });
    expect(await countRows(owner)).toEqual({
      batches: 1,
      jobs: 1_000,
      outbox: 1_000,
      submissions: 1_000,
    });
    const balance = await findCreditBalance(em(), owner.organizationId);
    expect(balance).toMatchObject({ available: 0, held: 1_000 });
    await expectBalancedBooks(database.orm, owner);
  });

  test("refuses 1,001 items and an empty list", async () => {
    const owner = await createOrganization(database.orm);

    for (const [count, code] of [[1_001, "too_large"] as const, [0, "too_small"] as const]) {
      const problem = await refuse(owner, { items: Array.from({ length: count }, () => fox) });
      expect(problem).toMatchObject({
        code: "request_invalid",
        errors: [{ pointer: "/items", code }],
      });
    }
  });

  test("has its own body limit, which the OpenAPI document states", async () => {
    const owner = await createOrganization(database.orm);
    const items = Array.from({ length: 100 }, () => ({ ...fox, prompt: "a fox ".repeat(660) }));

    await create(owner, { items });
    const problem = await refuse(owner, { items, name: "x".repeat(4_194_304) });

    expect(problem).toMatchObject({
      code: "body_too_large",
      details: { bodyBytesMax: 4_194_304 },
    });
  });

  test("names every problem of every item and creates nothing", async () => {
    const owner = await createOrganization(database.orm);

    const problem = await refuse(owner, {
      items: [
        fox,
        { ...fox, prompt: "" },
        { ...fox, unknown: 1 },
        { prompt: "an owl" },
        { ...fox, parameters: { count: 0 } },
      ],
    });

    expect(problem.code).toBe("request_invalid");
    expect(problem.errors.map(({ pointer, code }) => [pointer, code])).toEqual([
      ["/items/1/prompt", "wrong_format"],
      ["/items/2/unknown", "unknown_field"],
      ["/items/3/capability", "required"],
      ["/items/4/parameters/count", "too_small"],
    ]);
    expect(await countRows(owner)).toEqual(nothing);
  });

  test("reports what items lack after the defaults are merged, and repeated client item ids", async () => {
    const owner = await createOrganization(database.orm);
    const labels = (prefix: string) =>
      Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`${prefix}${index}`, "x"]));

    const problem = await refuse(owner, {
      defaults: { prompt: "a fox", metadata: labels("a") },
      items: [
        { clientItemId: "one", capability: "text-to-image" },
        { clientItemId: "one", metadata: labels("b") },
      ],
    });

    expect(problem.errors.map(({ pointer, code }) => [pointer, code])).toEqual([
      ["/items/1/capability", "required"],
      ["/items/1/metadata", "too_large"],
      ["/items/1/clientItemId", "repeated"],
    ]);
  });

  test("validates each item: mixed problems as request_invalid, a common one under its own code", async () => {
    const owner = await createOrganization(database.orm);
    const stranger = await createOrganization(database.orm);
    const unknown = { ...fox, model: "no-such-model" };
    const missing = { capability: "upscaling" };

    const mixed = await refuse(owner, {
      items: [unknown, fox, missing, { ...fox, maxCredits: 1 }],
    });
    const common = await refuse(owner, { items: [fox, unknown, unknown] });
    const asset = await refuse(stranger, {
      items: [
        {
          capability: "image-to-image",
          prompt: "at night",
          inputs: [{ kind: "image", assetId: "ast_none" }],
        },
      ],
    });

    expect(mixed.code).toBe("request_invalid");
    expect(mixed.errors).toMatchObject([
      { pointer: "/items/0/model", code: "model_not_found" },
      { pointer: "/items/2/inputs", code: "input_missing" },
    ]);
    expect(common).toMatchObject({
      code: "model_not_found",
      errors: [{ pointer: "/items/1/model" }, { pointer: "/items/2/model" }],
    });
    expect(asset).toMatchObject({
      code: "asset_not_found",
      errors: [{ pointer: "/items/0/inputs/0/assetId" }],
    });
    expect(await countRows(owner)).toEqual(nothing);
  });

  test("validates the webhook URLs of the batch and of each item, and notifies a valid one", async () => {
    const owner = await createOrganization(database.orm);
    const secret = { webhookUrl: "https://10.0.0.1/hook" };
    const url = "https://hooks.example.com/batch";

    const problem = await refuse(owner, { ...secret, items: [fox, { ...fox, ...secret }] });
    const { batchId } = await create(owner, { webhookUrl: url, items: [fox] });
    await api.call(`/v1/batches/${batchId}/cancel`, { key: owner.key, method: "POST" });

    await publishEvents(database.orm);
    expect(problem.errors).toMatchObject([
      { pointer: "/webhookUrl", code: "private_address" },
      { pointer: "/items/1/webhookUrl", code: "private_address" },
    ]);
    const deliveries = await em().execute(
      `select e.type, d.url from webhook_deliveries d join webhook_events e on e.id = d.event_id
       where d.organization_id = ?`,
      [owner.organizationId],
    );
    expect(deliveries).toEqual([{ type: "batch.completed", url }]);
  });

  test("names at most a hundred problems", async () => {
    const owner = await createOrganization(database.orm);
    const items = Array.from({ length: 1_000 }, () => ({ ...fox, capability: "x", extra: 1 }));

    const response = await ask(owner, { items });

    const problem = (await expectDocumented(createBatch, response)) as Problem;
    expect(problem).toMatchObject({ code: "request_invalid" });
    expect(problem.errors[0]).toMatchObject({ pointer: "/items/0/capability" });
    expect(problem.errors.length).toBeLessThanOrEqual(100);
  });

  test("refuses defaults that are too long for the number of items", async () => {
    const owner = await createOrganization(database.orm);
    const defaults = { ...fox, parameters: { modelParameters: { note: "x".repeat(19_000) } } };
    const items = Array.from({ length: 1_000 }, () => ({}));

    const problem = await refuse(owner, { defaults, items });

    expect(problem.errors).toMatchObject([{ pointer: "/defaults", code: "too_large" }]);
  });

  test("can spend the last credit, and is refused for one more with the total price", async () => {
    const owner = await createOrganization(database.orm, { credits: 3 });

    const problem = await refuse(owner, { items: [fox, fox, fox, fox] });

    expect(problem).toMatchObject({ code: "insufficient_credits", details: { credits: 4 } });
    expect(await countRows(owner)).toEqual(nothing);
    await create(owner, { items: [fox, fox, fox] });
    const balance = await findCreditBalance(em(), owner.organizationId);
    expect(balance).toMatchObject({ available: 0, held: 3 });
  });

  test("is refused above its budget, with the total price", async () => {
    const owner = await createOrganization(database.orm);

    const problem = await refuse(owner, { items: [fox, fox, fox], budget: 2 });

    expect(problem).toMatchObject({
      code: "price_over_limit",
      details: { credits: 3, budget: 2 },
      errors: [{ pointer: "/budget" }],
    });
    expect(await countRows(owner)).toEqual(nothing);
    await create(owner, { items: [fox, fox, fox], budget: 3 });
  });

  test("is refused above its organization's monthly budget", async () => {
    const owner = await createOrganization(database.orm);
    await em().execute(`update credit_accounts set budget = 2 where organization_id = ?`, [
      owner.organizationId,
    ]);

    const problem = await refuse(owner, { items: [fox, fox, fox] });

    expect(problem).toMatchObject({ code: "budget_exceeded", details: { credits: 3 } });
  });
});

describe("repeating a batch", () => {
  test("with the same key returns the same batch, even without credits left", async () => {
    const owner = await createOrganization(database.orm, { credits: 2 });
    const idempotencyKey = randomUUID();
    const body = { items: [fox, fox] };

    const first = await ask(owner, body, { idempotencyKey });
    const second = await ask(owner, body, { idempotencyKey, server: other });

    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.headers.get("Idempotent-Replayed")).toBe("true");
    expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
    expect(await second.json()).toEqual(await expectDocumented(createBatch, first));
    expect(await countRows(owner)).toMatchObject({ batches: 1, jobs: 2 });
    const changed = await ask(owner, { items: [fox] }, { idempotencyKey });
    expect(await expectDocumented(createBatch, changed)).toMatchObject({
      code: "idempotency_mismatch",
    });
  });

  test("returns the batch when the first response was lost after the commit", async () => {
    const owner = await createOrganization(database.orm);
    const idempotencyKey = randomUUID();
    const body = { items: Array.from({ length: 300 }, () => fox) };
    const gone = new AbortController();
    const lost = api
      .call("/v1/batches", {
        key: owner.key,
        body,
        headers: { "Idempotency-Key": idempotencyKey },
        signal: gone.signal,
      })
      .catch(() => null);
    await until(async () => (await countRows(owner)).batches === 1);
    gone.abort();
    await lost;

    const response = await ask(owner, body, { idempotencyKey, server: other });

    expect(response.headers.get("Idempotent-Replayed")).toBe("true");
    const { batchId } = (await expectDocumented(createBatch, response)) as BatchAnswer;
    expect(await em().findOneOrFail(Batch, { organizationId: owner.organizationId })).toMatchObject(
      { id: batchId, items: 300 },
    );
    expect(await countRows(owner)).toMatchObject({ batches: 1, jobs: 300 });
  });

  test("ten times concurrently makes one batch", async () => {
    const owner = await createOrganization(database.orm);
    const idempotencyKey = randomUUID();

    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, index) =>
        ask(owner, { items: [fox, fox] }, { idempotencyKey, server: index % 2 ? api : other }),
      ),
    );

    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 409)).toEqual([202]);
    expect(await countRows(owner)).toMatchObject({ batches: 1, jobs: 2 });
  });
});

describe("reading batches", () => {
  test("pages items in order, each with its outcome", async () => {
    const owner = await createOrganization(database.orm);
    const { batchId, jobIds } = await createTestBatch(database.orm, owner, [1, 2, 3, 4, 5]);
    const [done = "", failed = "", deleted = ""] = jobIds;
    const file = { bytes: Buffer.from("a file"), contentType: "image/png" };
    for (const jobId of [done, deleted]) {
      await finishJob(database.orm, api.storage, owner.organizationId, { jobId, ...file });
    }
    await beginJob(em(), failed);
    await endWithoutResult(em(), {
      jobId: failed,
      status: "failed",
      error: toJobError("content_refused", "No."),
    });
    await deleteJob(em(), { jobId: deleted, organizationId: owner.organizationId, actor: {} });

    const first = await read(owner, batchId, "?limit=3");
    const second = await read(
      owner,
      batchId,
      `?limit=3&cursor=${encodeURIComponent(first.items.nextCursor ?? "")}`,
    );

    expect(first).toMatchObject({
      status: "processing",
      progress: { percent: 60 },
      counts: { items: 5, queued: 2, completed: 2, failed: 1 },
      billing: {
        estimatedCredits: 15,
        heldCredits: 9,
        capturedCredits: 4,
        releasedCredits: 2,
      },
    });
    expect(first.items.data).toMatchObject([
      { index: 0, jobId: done, status: "completed", output: { contentType: "image/png" } },
      { index: 1, jobId: failed, status: "failed", error: { code: "content_refused" } },
      { index: 2, jobId: deleted, status: "completed", deleted: true },
    ]);
    expect(first.items.data[2]).not.toHaveProperty("output");
    expect(second.items).toMatchObject({ data: [{ index: 3 }, { index: 4 }], nextCursor: null });
  });

  test("returns 304 while nothing has changed, and 200 after a change", async () => {
    const owner = await createOrganization(database.orm);
    const { batchId, jobIds } = await createTestBatch(database.orm, owner, [1, 1]);
    const { key } = owner;
    const first = await api.call(`/v1/batches/${batchId}`, { key });
    const headers = { "If-None-Match": first.headers.get("ETag") ?? "" };

    const unchanged = await api.call(`/v1/batches/${batchId}`, { key, headers });
    await beginJob(em(), jobIds[1] ?? "");
    const changed = await api.call(`/v1/batches/${batchId}`, { key, headers });

    expect([first.status, unchanged.status, changed.status]).toEqual([200, 304, 200]);
  });

  test("lists the organization's batches newest first, and filters jobs by batch", async () => {
    const owner = await createOrganization(database.orm);
    const stranger = await createOrganization(database.orm);
    const batches = [];
    for (const prices of [[1], [1, 1], [1]]) {
      batches.push(await createTestBatch(database.orm, owner, prices));
    }
    const ids = batches.map(({ batchId }) => batchId).toReversed();

    const page = await expectDocumented(
      listBatches,
      await api.call("/v1/batches?limit=2", { key: owner.key }),
    );
    const { nextCursor } = page as { nextCursor: string };
    const rest = await expectDocumented(
      listBatches,
      await api.call(`/v1/batches?cursor=${encodeURIComponent(nextCursor)}`, { key: owner.key }),
    );
    const none = await api.call("/v1/batches", { key: stranger.key });
    const jobs = await api.call(`/v1/jobs?batch=${ids[1]}`, { key: owner.key });
    const hidden = await api.call(`/v1/jobs?batch=${ids[1]}`, { key: stranger.key });

    const idsOf = (list: unknown) =>
      (list as { data: { batchId: string }[] }).data.map(({ batchId }) => batchId);
    expect([...idsOf(page), ...idsOf(rest)]).toEqual(ids);
    expect(idsOf(await none.json())).toEqual([]);
    const listed = (await expectDocumented(listJobs, jobs)) as { data: { jobId: string }[] };
    expect(listed.data.map(({ jobId }) => jobId)).toEqual(batches[1]?.jobIds.toReversed());
    expect(await hidden.json()).toMatchObject({ data: [] });
  });

  test("a retry of an item's job is not an item of the batch", async () => {
    const owner = await createOrganization(database.orm);
    const { batchId } = await create(owner, { items: [fox] });
    const { items } = await read(owner, batchId);
    const jobId = String(items.data[0]?.["jobId"]);
    await api.call(`/v1/jobs/${jobId}/cancel`, { key: owner.key, method: "POST" });

    const response = await api.call(`/v1/jobs/${jobId}/retry`, { key: owner.key, body: {} });

    const again = (await expectDocumented(retryJob, response)) as { jobId: string };
    const job = await api.call(`/v1/jobs/${again.jobId}`, { key: owner.key });
    expect(await job.json()).toMatchObject({ source: { kind: "generation", retryOf: jobId } });
    expect(await read(owner, batchId)).toMatchObject({ counts: { items: 1, canceled: 1 } });
  });
});

describe("canceling a batch", () => {
  async function cancel({ key }: TestOrganization, batchId: string) {
    const response = await api.call(`/v1/batches/${batchId}/cancel`, { key, method: "POST" });
    return (await expectDocumented(cancelBatch, response)) as BatchAnswer & Problem;
  }

  test("ends queued items immediately, asks running items to stop and leaves finished ones; a second call changes nothing", async () => {
    const owner = await createOrganization(database.orm);
    const { batchId, jobIds } = await createTestBatch(database.orm, owner, [1, 2, 4, 8]);
    const [done = "", running = ""] = jobIds;
    const file = { jobId: done, bytes: Buffer.from("a file"), contentType: "image/png" };
    await finishJob(database.orm, api.storage, owner.organizationId, file);
    await beginJob(em(), running);

    const first = await cancel(owner, batchId);
    const second = await cancel(owner, batchId);

    expect(first).toEqual(second);
    expect(first).toMatchObject({
      status: "canceling",
      counts: { items: 4, canceling: 1, completed: 1, canceled: 2 },
      billing: { heldCredits: 2, capturedCredits: 1, releasedCredits: 12 },
    });
    const messages = await em().find(OutboxMessage, { subjectId: running, kind: "cancel" });
    expect(messages).toHaveLength(1);
    await endWithoutResult(em(), { jobId: running, status: "canceled" });
    const ended = await cancel(owner, batchId);
    expect(ended).toMatchObject({
      status: "canceled",
      progress: { percent: 100 },
      billing: { heldCredits: 0, capturedCredits: 1, releasedCredits: 14 },
    });
    await expectBalancedBooks(database.orm, owner);
  });

  test("with 1,000 queued items ends all of them and removes their starts from the outbox", async () => {
    const owner = await createOrganization(database.orm);
    const prices = Array.from({ length: 1_000 }, () => 1);
    const { batchId } = await createTestBatch(database.orm, owner, prices);

    const { result: batch, statements } = await countStatements(database.orm, () =>
      cancel(owner, batchId),
    );

    expect(statements).toBeGreaterThan(0);
    expect(statements).toBeLessThan(statementsMax);
    expect(batch).toMatchObject({ status: "canceled", counts: { canceled: 1_000 } });
    expect(await countRows(owner)).toMatchObject({ outbox: 0 });
    const balance = await findCreditBalance(em(), owner.organizationId);
    expect(balance).toMatchObject({ available: 1_000, held: 0 });
    await expectBalancedBooks(database.orm, owner);
  });

  test("that has ended in another way is refused", async () => {
    const owner = await createOrganization(database.orm);
    const { batchId, jobIds } = await createTestBatch(database.orm, owner, [1]);
    await beginJob(em(), jobIds[0] ?? "");
    await endWithoutResult(em(), { jobId: jobIds[0] ?? "", status: "failed" });

    expect(await cancel(owner, batchId)).toMatchObject({ code: "batch_already_final" });
    expect(await read(owner, batchId)).toMatchObject({
      status: "completed",
      counts: { failed: 1 },
    });
  });
});
