import { randomUUID } from "node:crypto";

import { describe, expect, test } from "vitest";

import type { Route } from "#api/http/route.ts";
import { listWebhookDeliveries } from "#api/routes/webhooks/list-webhook-deliveries.ts";
import { redeliver } from "#api/routes/webhooks/redeliver.ts";
import { testWebhook } from "#api/routes/webhooks/test-webhook.ts";
import { ApiKey } from "#db/entities/account.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { CreditAccount } from "#db/entities/credits.ts";
import { Job, OutboxMessage } from "#db/entities/job.ts";
import { createId } from "#db/ids.ts";
import { createBatch } from "#db/jobs/batches.ts";
import { deleteJob } from "#db/jobs/delete-job.ts";
import {
  requestClarification,
  beginJob,
  endWithoutResult,
  toJobError,
} from "#db/jobs/job-steps.ts";
import { createJob, requestCancel } from "#db/jobs/jobs.ts";
import { noteDueKeyRotations } from "#db/organizations/key-rotations.ts";
import { sendCall } from "#db/webhooks/send-call.ts";
import { withRetries } from "#domain/requests/answerable-question.ts";
import type { Question } from "#domain/requests/intent.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { expectDocumented, openapi, problemsOfWebhook } from "#test/support/contract.ts";
import { useApi, useDatabase, useResource } from "#test/support/fixtures.ts";
import { newBatch } from "#test/support/jobs/batches.ts";
import { createQueuedJob, finishJob } from "#test/support/jobs/finished-jobs.ts";
import { emptyIntent, newJob } from "#test/support/jobs/jobs.ts";
import { createTestPipeline } from "#test/support/pipelines/pipelines.ts";
import { completeRun, endRun, makeImage, queueRun } from "#test/support/pipelines/runs.ts";
import { startWebhookReceiver, verifyWebhook } from "#test/support/servers/webhook-receiver.ts";
import { createTestDelivery, sendPending } from "#test/support/webhooks/webhook-delivery.ts";
import { createTestWebhook, publishEvents } from "#test/support/webhooks/webhooks.ts";

/** Sent webhooks and shown deliveries conform to the OpenAPI document that clients are generated from. */

const database = useDatabase();
const api = useApi(database);
const receiver = useResource(startWebhookReceiver);

const em = () => database.orm.em.fork();

interface Shown {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly type: string;
  readonly state: string;
  readonly attempts: readonly object[];
}

interface Listener extends TestOrganization {
  readonly webhookId: string;
  readonly secret: string;
}

/** An organization with a webhook endpoint for all events at a separate path. */
async function listener(): Promise<Listener> {
  const owner = await createOrganization(database.orm, { credits: 20 });
  const url = `${receiver.url}/${owner.organizationId}`;
  return { ...owner, ...(await createTestWebhook(database.orm, owner, { url })) };
}

const receivedBy = ({ organizationId }: Listener) =>
  receiver.received.filter(({ path }) => path === `/${organizationId}`);

async function list({ key, webhookId }: Listener, query = ""): Promise<Shown[]> {
  const answer = await api.call(`/v1/webhooks/${webhookId}/deliveries${query}`, { key });
  const page = await expectDocumented(listWebhookDeliveries, answer);
  return (page as { data: Shown[] }).data;
}

async function sendTest({ key, webhookId }: Listener, headers = {}): Promise<Response> {
  return api.call(`/v1/webhooks/${webhookId}/test`, { method: "POST", key, headers });
}

async function sendAgain(
  { key, webhookId }: Listener,
  deliveryId: string,
  headers = {},
): Promise<Response> {
  const path = `/v1/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`;
  return api.call(path, { method: "POST", key, headers });
}

async function expectProblem(route: Route, response: Response, status: number, code: string) {
  expect(await expectDocumented(route, response)).toMatchObject({ status, code });
}

/** Triggers each event type through the code that causes it. */
const happenings: Readonly<Record<string, (owner: Listener) => Promise<unknown>>> = {
  "job.completed": async (owner) => {
    const jobId = await createQueuedJob(database.orm, owner, { order: "17" });
    const file = { jobId, bytes: Buffer.from("a file"), contentType: "image/png" };
    await finishJob(database.orm, api.storage, owner.organizationId, file);
  },
  "job.failed": async (owner) => {
    const jobId = await createQueuedJob(database.orm, owner);
    await beginJob(em(), jobId);
    const error = toJobError("provider_failed", "It broke.");
    await endWithoutResult(em(), { jobId, status: "failed", error });
  },
  "job.canceled": async (owner) => {
    const jobId = await createQueuedJob(database.orm, owner);
    await requestCancel(em(), { jobId, organizationId: owner.organizationId });
  },
  "job.needs_input": async (owner) => {
    const { jobId } = await createJob(em(), newJob(owner));
    await beginJob(em(), jobId);
    const given: Question = {
      text: "Which one?",
      options: [
        { label: "An image", capability: "text-to-image" },
        { label: "Attach an image", inputs: ["image"] },
      ],
    };
    const question = withRetries(given, { jobId, intent: emptyIntent });
    await requestClarification(em(), { jobId, question, intent: emptyIntent });
  },
  "batch.completed": async (owner) => {
    const change = { name: "spring", metadata: { project: "spring" }, budget: 2 };
    const batch = await createBatch(em(), newBatch(owner, [1], change));
    const { id: jobId } = await em().findOneOrFail(Job, { batchId: batch.id });
    await requestCancel(em(), { jobId, organizationId: owner.organizationId });
  },
  "pipeline_run.completed": async (owner) => {
    const { pipelineId } = await createTestPipeline(database.orm, owner);
    const runId = await queueRun(database.orm, owner, { pipelineId });
    const made = await makeImage(database.orm, api.storage, owner, runId);
    await completeRun(database.orm, runId, made);
  },
  "pipeline_run.call": async ({ organizationId }) => {
    const call = { eventId: createId("event"), runId: "job_1", key: "told", url: null };
    expect(await sendCall(em(), { ...call, organizationId, body: { count: 1 } })).toBe(true);
  },
  "credits.low": async (owner) => {
    await createJob(em(), newJob(owner, { credits: 12 }));
  },
  "budget.alert": async (owner) => {
    const { organizationId } = owner;
    await em().nativeUpdate(CreditAccount, { organizationId }, { budget: 10 });
    await createJob(em(), newJob(owner, { credits: 8 }));
  },
  "key.rotation_due": async ({ keyId }) => {
    await em().nativeUpdate(ApiKey, keyId, { rotationDueAt: new Date(Date.now() - 1_000) });
    await noteDueKeyRotations(em(), { now: new Date(), after: null });
  },
  test: async (owner) => {
    expect((await sendTest(owner)).status).toBe(202);
  },
};

interface SentData {
  readonly links: { readonly self: string };
  readonly contentType?: string;
  readonly capability?: string;
  readonly pipelineId?: string;
  readonly version?: number;
  readonly counts?: object;
  readonly outputs?: readonly { readonly content: string }[];
}

/**
 * Removes the signed output URLs from a message: deliveries are shown for weeks, without URLs valid for
 * hours.
 */
function withoutAddresses(message: Record<string, unknown> | undefined): object {
  const { data, ...rest } = message ?? {};
  const { output, outputs, ...told } = data as Record<string, unknown> & {
    outputs?: Record<string, unknown>[];
  };
  if (outputs === undefined) return { ...rest, data: told };
  expect(output).toEqual(outputs[0]);
  const kept = outputs.map(({ url, expiresAt, ...file }) => {
    expect([url, expiresAt]).toEqual([expect.stringContaining("signature="), expect.any(String)]);
    return file;
  });
  return { ...rest, data: { ...told, outputs: kept } };
}

describe("a sent webhook", () => {
  test.each(Object.keys(happenings))(
    "of the type %s is signed according to Standard Webhooks, and conforms to its schema",
    async (type) => {
      const owner = await listener();
      await happenings[type]?.(owner);

      await sendPending(database.orm, owner.webhookId);

      const messages = receivedBy(owner).map((one) => verifyWebhook(one, owner.secret));
      const message = messages.find((one) => one.type === type);
      expect({ message, problems: problemsOfWebhook(type, message) }).toEqual({
        message: { type, timestamp: expect.any(String), data: expect.any(Object) },
        problems: [],
      });
      const [shown] = (await list(owner)).filter((one) => one.type === type);
      expect(shown).toMatchObject({ state: "delivered", body: withoutAddresses(message) });
      expect(JSON.stringify(shown)).not.toContain("signature=");
    },
  );

  test.each(
    Object.keys(happenings).filter((type) =>
      /^(?:job|batch)\.|^pipeline_run\.completed/.test(type),
    ),
  )("of the type %s has the values that GET returns for its subject", async (type) => {
    const owner = await listener();
    await happenings[type]?.(owner);
    await sendPending(database.orm, owner.webhookId);
    const messages = receivedBy(owner).map((one) => verifyWebhook(one, owner.secret));
    const sent = withoutAddresses(messages.find((one) => one.type === type)) as {
      data: SentData;
    };
    const { contentType, capability, outputs = [], ...data } = sent.data;
    const { pipelineId, version, counts, ...ofJob } = data;
    const isRun = type === "pipeline_run.completed";
    const told = isRun ? { ...ofJob, run: { pipelineId, version, counts } } : data;

    const answer = await api.call(data.links.self, { key: owner.key });

    expect(await answer.json()).toMatchObject({
      ...told,
      ...(type === "batch.completed"
        ? {}
        : {
            request: capability === undefined ? {} : { contentType, capability },
            outputs: outputs.map(({ content: _content, ...file }) => file),
          }),
    });
    expect(outputs.length > 0).toBe(type === "job.completed" || isRun);
  });

  test("has a documented type", () => {
    expect(Object.keys(happenings).toSorted()).toEqual(Object.keys(openapi.webhooks).toSorted());
  });

  test("reports the end of a run once, with its steps by status, and never that of a step", async () => {
    const owner = await listener();
    await happenings["pipeline_run.completed"]?.(owner);

    await sendPending(database.orm, owner.webhookId);

    const messages = receivedBy(owner).map((one) => verifyWebhook(one, owner.secret));
    expect(messages.map(({ type }) => type).toSorted()).toEqual([
      "job.completed",
      "pipeline_run.completed",
    ]);
    const ofRun = messages.find(({ type }) => type === "pipeline_run.completed");
    expect(ofRun).toMatchObject({
      data: {
        status: "completed",
        counts: { completed: 1, failed: 0, skipped: 0 },
        billing: { capturedCredits: 1 },
        outputs: [{ contentType: "image/png" }],
        metadata: { order: "17" },
      },
    });
  });

  test.each(["failed", "canceled", "needs_input"] as const)(
    "reports the end of a run that is %s",
    async (status) => {
      const owner = await listener();
      const { pipelineId } = await createTestPipeline(database.orm, owner);
      const runId = await queueRun(database.orm, owner, { pipelineId });
      if (status === "canceled") {
        await requestCancel(em(), { jobId: runId, organizationId: owner.organizationId });
      } else {
        await endRun(database.orm, runId, {
          status,
          ...(status === "failed" ? { error: toJobError("provider_failed", "It broke.") } : {}),
          ...(status === "needs_input" ? { question: { text: "Go on?", options: [] } } : {}),
        });
      }

      await sendPending(database.orm, owner.webhookId);

      const messages = receivedBy(owner).map((one) => verifyWebhook(one, owner.secret));
      const message = messages.find(({ type }) => type === "pipeline_run.completed");
      expect(message).toMatchObject({ data: { jobId: runId, status } });
      expect(problemsOfWebhook("pipeline_run.completed", message)).toEqual([]);
    },
  );

  test("does not conform to the schema of another type", async () => {
    const owner = await listener();
    await happenings["job.failed"]?.(owner);
    await sendPending(database.orm, owner.webhookId);
    const [received] = receivedBy(owner);
    if (received === undefined) throw new Error("nothing was sent");

    const message = verifyWebhook(received, owner.secret);

    expect(problemsOfWebhook("job.completed", message)).not.toEqual([]);
  });
});

describe("the deliveries of a webhook", () => {
  test("show the sent body, the response and the time of the next attempt", async () => {
    const owner = await listener();
    await sendTest(owner);
    receiver.behave((response) => void response.writeHead(503).end("we are closed"));
    await sendPending(database.orm, owner.webhookId);
    receiver.behave();

    const [shown] = await list(owner);

    const [received] = receivedBy(owner);
    expect(shown).toMatchObject({
      deliveryId: expect.stringMatching(/^dlv_/),
      webhookId: owner.webhookId,
      eventId: received?.headers["webhook-id"],
      type: "test",
      state: "pending",
      body: JSON.parse(received?.body ?? ""),
      attemptCount: 1,
      attempts: [
        {
          number: 1,
          durationMs: expect.any(Number),
          request: {
            url: `${receiver.url}/${owner.organizationId}`,
            headers: {
              "content-type": "application/json",
              "webhook-id": received?.headers["webhook-id"],
              "webhook-timestamp": received?.headers["webhook-timestamp"],
            },
          },
          response: { status: 503, body: "we are closed" },
          error: { code: "refused", message: expect.stringContaining("2xx") },
        },
      ],
      nextAttemptAt: expect.any(String),
    });
    expect(shown).not.toHaveProperty("finishedAt");
    expect(JSON.stringify(shown)).not.toContain("v1,");
  });

  test("are found by id, event and state, newest first, in pages", async () => {
    const owner = await listener();
    for (let count = 0; count < 3; count += 1) await sendTest(owner);
    await sendPending(database.orm, owner.webhookId);
    for (let count = 0; count < 2; count += 1) await sendTest(owner);

    const all = await list(owner);
    const ids = all.map(({ deliveryId }) => deliveryId);
    const [newest, , third] = all;

    expect(ids).toEqual(ids.toSorted().toReversed());
    expect(all.map(({ state }) => state)).toEqual([
      "pending",
      "pending",
      "delivered",
      "delivered",
      "delivered",
    ]);
    expect(await list(owner, `?deliveryId=${third?.deliveryId}`)).toEqual([third]);
    expect(await list(owner, `?eventId=${newest?.eventId}`)).toEqual([newest]);
    expect(await list(owner, "?state=delivered")).toEqual(all.slice(2));
    expect(await list(owner, "?deliveryId=dlv_none")).toEqual([]);
    const { key, webhookId } = owner;
    const path = `/v1/webhooks/${webhookId}/deliveries?limit=2`;
    const first = (await (await api.call(path, { key })).json()) as { nextCursor: string };
    const rest = await list(owner, `?cursor=${encodeURIComponent(first.nextCursor)}`);
    expect(rest).toEqual(all.slice(2));
  });

  test("are separate from another webhook's, whose cursor is refused", async () => {
    const owner = await listener();
    const { webhookId } = await createTestWebhook(database.orm, owner);
    for (let count = 0; count < 3; count += 1) await sendTest(owner);
    const path = `/v1/webhooks/${owner.webhookId}/deliveries?limit=1`;
    const answer = await api.call(path, { key: owner.key });
    const { nextCursor } = (await answer.json()) as { nextCursor: string };

    expect(await list({ ...owner, webhookId })).toEqual([]);
    const query = `cursor=${encodeURIComponent(nextCursor)}`;
    const moved = await api.call(`/v1/webhooks/${webhookId}/deliveries?${query}`, {
      key: owner.key,
    });
    await expectProblem(listWebhookDeliveries, moved, 400, "parameters_invalid");
  });

  test("name every wrong parameter", async () => {
    const owner = await listener();
    const path = `/v1/webhooks/${owner.webhookId}/deliveries?state=lost&limit=0&since=now`;

    const answer = await api.call(path, { key: owner.key });

    const problem = await expectDocumented(listWebhookDeliveries, answer);
    const { errors } = problem as { errors: { pointer: string }[] };
    expect(errors.map(({ pointer }) => pointer).toSorted()).toEqual([
      "query/limit",
      "query/since",
      "query/state",
    ]);
  });
});

describe("a test event", () => {
  test("is accepted with its delivery, whatever event types the webhook selects", async () => {
    const { key, ...owner } = await createOrganization(database.orm);
    const rules = { events: ["job.failed" as const] };
    const { webhookId } = await createTestWebhook(database.orm, owner, rules);

    const answer = await api.call(`/v1/webhooks/${webhookId}/test`, { method: "POST", key });

    expect(answer.status).toBe(202);
    const shown = (await expectDocumented(testWebhook, answer)) as Shown;
    expect(shown).toMatchObject({ type: "test", state: "pending", attempts: [] });
    const place = answer.headers.get("Location") ?? "";
    const listed = await expectDocumented(listWebhookDeliveries, await api.call(place, { key }));
    expect(listed).toEqual({ data: [shown], nextCursor: null });
  });

  test("is sent once when repeated with its key", async () => {
    const owner = await listener();
    const headers = { "Idempotency-Key": randomUUID() };

    const first = await sendTest(owner, headers);
    const again = await sendTest(owner, headers);

    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(await again.json()).toEqual(await first.json());
    expect(await list(owner)).toHaveLength(1);
  });

  test("of a disabled webhook is refused", async () => {
    const owner = await listener();
    const path = `/v1/webhooks/${owner.webhookId}`;
    await api.call(path, { method: "PUT", key: owner.key, body: { enabled: false } });

    await expectProblem(testWebhook, await sendTest(owner), 409, "webhook_disabled");
  });
});

describe("a redelivery", () => {
  test("has the same id and body, and a signature with the current time", async () => {
    const owner = await listener();
    await sendTest(owner);
    await sendPending(database.orm, owner.webhookId);
    const [sent] = await list(owner);

    const answer = await sendAgain(owner, sent?.deliveryId ?? "");

    expect(answer.status).toBe(202);
    expect(await expectDocumented(redeliver, answer)).toMatchObject({
      deliveryId: sent?.deliveryId,
      eventId: sent?.eventId,
      state: "pending",
      attemptCount: 1,
    });
    await sendPending(database.orm, owner.webhookId);
    const [first, second] = receivedBy(owner);
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(second?.body).toBe(first?.body);
    if (second === undefined) throw new Error("nothing was sent again");
    verifyWebhook(second, owner.secret);
    const { organizationId } = owner;
    const acts = await em().find(AuditEntry, { organizationId, action: "webhook.redelivered" });
    expect(acts).toMatchObject([
      { apiKeyId: owner.keyId, after: { deliveryId: sent?.deliveryId } },
    ]);
  });

  test("is made once when repeated with its key", async () => {
    const owner = await listener();
    await sendTest(owner);
    await sendPending(database.orm, owner.webhookId);
    const deliveryId = (await list(owner))[0]?.deliveryId ?? "";
    await em().nativeDelete(OutboxMessage, { subjectId: deliveryId });
    const headers = { "Idempotency-Key": randomUUID() };

    const first = await sendAgain(owner, deliveryId, headers);
    const again = await sendAgain(owner, deliveryId, headers);

    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(await em().count(OutboxMessage, { subjectId: deliveryId })).toBe(1);
  });

  test("is refused for an unknown delivery, a disabled webhook, and deleted event data", async () => {
    const owner = await listener();
    const other = await createTestDelivery(database.orm, owner);
    const none = await sendAgain(owner, "dlv_none");
    const ofAnother = await sendAgain(owner, other.deliveryId);
    const jobId = await createQueuedJob(database.orm, owner);
    const { organizationId } = owner;
    await requestCancel(em(), { jobId, organizationId });
    await publishEvents(database.orm);
    await deleteJob(em(), { jobId, organizationId, actor: {} });
    const [deleted] = await list(owner);

    await expectProblem(redeliver, none, 404, "delivery_not_found");
    await expectProblem(redeliver, ofAnother, 404, "delivery_not_found");
    expect(deleted).toMatchObject({ type: "job.canceled", state: "abandoned", body: null });
    const ofDeleted = await sendAgain(owner, deleted?.deliveryId ?? "");
    await expectProblem(redeliver, ofDeleted, 409, "delivery_data_deleted");
    const path = `/v1/webhooks/${owner.webhookId}`;
    await api.call(path, { method: "PUT", key: owner.key, body: { enabled: false } });
    const ofDisabled = await sendAgain(owner, deleted?.deliveryId ?? "");
    await expectProblem(redeliver, ofDisabled, 409, "webhook_disabled");
  });
});
