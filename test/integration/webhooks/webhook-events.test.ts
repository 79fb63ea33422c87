import { beforeAll, expect, test } from "vitest";

import { eraseRows } from "#db/accounts/erase-account.ts";
import { ApiKey } from "#db/entities/account.ts";
import { OutboxMessage } from "#db/entities/job.ts";
import { WebhookDelivery, WebhookEndpoint, WebhookEvent } from "#db/entities/webhook.ts";
import { createId } from "#db/ids.ts";
import { createBatch } from "#db/jobs/batches.ts";
import { deleteJob } from "#db/jobs/delete-job.ts";
import {
  requestClarification,
  beginJob,
  endWithoutResult,
  toJobError,
} from "#db/jobs/job-steps.ts";
import { requestCancel } from "#db/jobs/jobs.ts";
import { noteDueKeyRotations } from "#db/organizations/key-rotations.ts";
import type { EntityManager } from "#db/orm.ts";
import { createDeliveries } from "#db/webhooks/create-deliveries.ts";
import { deleteOldWebhooks } from "#db/webhooks/delete-old-webhooks.ts";
import { deleteWebhook, ensureJobsWebhook, updateWebhook } from "#db/webhooks/webhooks.ts";
import { createDiskStorage } from "#storage/disk-storage.ts";
import type { Storage } from "#storage/storage.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { testVault } from "#test/support/api.ts";
import { useDatabase, useFolder } from "#test/support/fixtures.ts";
import { newBatch } from "#test/support/jobs/batches.ts";
import { createQueuedJob, finishJob } from "#test/support/jobs/finished-jobs.ts";
import { emptyIntent } from "#test/support/jobs/jobs.ts";
import {
  createJobWithAddress,
  createTestWebhook,
  publishEvents,
} from "#test/support/webhooks/webhooks.ts";

const database = useDatabase();
const folder = useFolder("gme-webhooks-");

let storage: Storage;

const em = (): EntityManager => database.orm.em.fork();

beforeAll(async () => {
  storage = createDiskStorage(folder);
});

async function complete(
  { organizationId }: TestOrganization,
  jobId: string,
): Promise<{ outputId: string }> {
  const bytes = Buffer.from("a picture");
  return finishJob(database.orm, storage, organizationId, {
    jobId,
    bytes,
    contentType: "image/png",
  });
}

async function cancel({ organizationId }: TestOrganization, jobId: string): Promise<void> {
  await requestCancel(em(), { jobId, organizationId });
}

async function eventsOf({ organizationId }: TestOrganization): Promise<WebhookEvent[]> {
  await publishEvents(database.orm);
  return em().find(WebhookEvent, { organizationId }, { orderBy: { id: "asc" } });
}

async function deliveriesOf({ organizationId }: TestOrganization): Promise<WebhookDelivery[]> {
  await publishEvents(database.orm);
  return em().find(WebhookDelivery, { organizationId }, { orderBy: { id: "asc" } });
}

const actor = {};

test("a completed job raises an event with its outputs and charge, and without anything that expires", async () => {
  const owner = await createOrganization(database.orm);
  const { webhookId } = await createTestWebhook(database.orm, owner);
  const jobId = await createQueuedJob(database.orm, owner, { order: "7" });

  const { outputId } = await complete(owner, jobId);

  const [event] = await eventsOf(owner);
  expect(event).toMatchObject({
    id: expect.stringMatching(/^msg_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-/),
    type: "job.completed",
    subject: jobId,
    data: {
      jobId,
      status: "completed",
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      finishedAt: expect.stringMatching(/Z$/),
      contentType: "image",
      capability: "text-to-image",
      model: { id: "studio-image", provider: "studio" },
      billing: { capturedCredits: 1 },
      outputs: [
        {
          outputId,
          contentType: "image/png",
          bytes: 9,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          width: 1,
          height: 1,
          keptUntil: expect.stringMatching(/Z$/),
          content: `/v1/jobs/${jobId}/outputs/${outputId}/content`,
        },
      ],
      metadata: { order: "7" },
      links: { self: `/v1/jobs/${jobId}` },
    },
  });
  expect(JSON.stringify(event?.data)).not.toContain("red fox");
  const [delivery] = await deliveriesOf(owner);
  expect(delivery).toMatchObject({ eventId: event?.id, endpointId: webhookId, state: "pending" });
  const waiting = await em().find(OutboxMessage, {
    kind: "webhook-event",
    subjectId: event?.id ?? "",
  });
  expect(waiting).toMatchObject([{ organizationId: owner.organizationId }]);
});

test("each end of a job raises one event: failed with its error, canceled, and needs_input with its question", async () => {
  const owner = await createOrganization(database.orm);
  await createTestWebhook(database.orm, owner);
  const [failed, canceled, asking] = await Promise.all(
    [1, 2, 3].map(async () => createQueuedJob(database.orm, owner)),
  );

  await beginJob(em(), failed ?? "");
  const error = toJobError("provider_failed", "It broke.", { secret: "words" });
  await endWithoutResult(em(), { jobId: failed ?? "", status: "failed", error });
  await endWithoutResult(em(), { jobId: failed ?? "", status: "failed", error });
  await cancel(owner, canceled ?? "");
  await cancel(owner, canceled ?? "");
  await beginJob(em(), asking ?? "");
  const question = { text: "Which one?", options: [] };
  await requestClarification(em(), { jobId: asking ?? "", question, intent: emptyIntent });

  const events = await eventsOf(owner);
  expect(events.map(({ type, subject, data }) => ({ type, subject, data }))).toMatchObject([
    {
      type: "job.failed",
      subject: failed,
      data: {
        error: { code: "provider_failed", message: "It broke." },
        billing: { capturedCredits: 0 },
      },
    },
    { type: "job.canceled", subject: canceled, data: { status: "canceled" } },
    { type: "job.needs_input", subject: asking, data: { question: { text: "Which one?" } } },
  ]);
  expect(JSON.stringify(events)).not.toContain("words");
});

test("no event is written without an enabled endpoint that selects its type", async () => {
  const [none, others, disabled] = await Promise.all(
    [1, 2, 3].map(async () => createOrganization(database.orm)),
  );
  if (!none || !others || !disabled) throw new Error("no organization");
  await createTestWebhook(database.orm, others, { events: ["job.completed", "credits.low"] });
  const { webhookId } = await createTestWebhook(database.orm, disabled);
  const { organizationId } = disabled;
  await updateWebhook(em(), { webhookId, organizationId, rules: { enabled: false }, actor });

  for (const owner of [none, others, disabled]) {
    await cancel(owner, await createQueuedJob(database.orm, owner));
    expect(await eventsOf(owner)).toEqual([]);
    expect(await deliveriesOf(owner)).toEqual([]);
  }
});

test("a rolled-back change raises no event", async () => {
  const owner = await createOrganization(database.orm);
  await createTestWebhook(database.orm, owner);
  const jobId = await createQueuedJob(database.orm, owner);

  await em()
    .transactional(async (tx) => {
      await cancel(owner, jobId);
      await raiseBatchEvent(tx, owner, "bat_1");
      throw new Error("the power is gone");
    })
    .catch(() => undefined);

  expect((await eventsOf(owner)).map(({ type }) => type)).toEqual(["job.canceled"]);
});

test("every endpoint that selects the type receives the same event, in addition to the job's webhookUrl", async () => {
  const owner = await createOrganization(database.orm);
  const { organizationId, accountId } = owner;
  const hooks = await Promise.all(
    [1, 2].map(async () => createTestWebhook(database.orm, owner, { events: ["job.canceled"] })),
  );
  const vault = testVault;
  await Promise.all(
    [1, 2, 3].map(async () =>
      ensureJobsWebhook(em(), vault, { organizationId, createdBy: accountId }),
    ),
  );
  const url = "https://jobs.example/told?token=x";

  await cancel(owner, await createJobWithAddress(database.orm, owner, url));
  await cancel(owner, await createQueuedJob(database.orm, owner));

  const implicit = await em().find(WebhookEndpoint, { organizationId, url: null });
  expect(implicit).toHaveLength(1);
  const [first, second] = await eventsOf(owner);
  const deliveries = await deliveriesOf(owner);
  const told = (event?: WebhookEvent) =>
    deliveries
      .filter(({ eventId }) => eventId === event?.id)
      .map(({ endpointId, url: address }) => `${endpointId} ${address ?? "its own"}`)
      .toSorted();
  const own = hooks.map(({ webhookId }) => `${webhookId} its own`);
  expect(told(first)).toEqual([...own, `${implicit[0]?.id} ${url}`].toSorted());
  expect(told(second)).toEqual(own.toSorted());
});

/** Raises the event as the trigger on batches does. */
async function raiseBatchEvent(
  tx: EntityManager,
  { organizationId }: TestOrganization,
  batchId: string,
): Promise<void> {
  await tx.execute(`select raise_webhook_event(?, 'batch.completed', ?, now(), true)`, [
    organizationId,
    batchId,
  ]);
}

test("a subject raises one event, even when raised concurrently and with a separate URL", async () => {
  const owner = await createOrganization(database.orm);
  const { organizationId, accountId } = owner;
  const url = "https://jobs.example/told";
  const { id: batchId } = await createBatch(em(), newBatch(owner, [1], { webhookUrl: url }));
  await raiseBatchEvent(em(), owner, batchId);
  expect(await eventsOf(owner)).toEqual([]);
  await ensureJobsWebhook(em(), testVault, { organizationId, createdBy: accountId });

  await Promise.all([1, 2, 3].map(async () => raiseBatchEvent(em(), owner, batchId)));

  const messages = await em().count(OutboxMessage, { kind: "webhook-event", organizationId });
  expect(messages).toBe(1);
  expect(await eventsOf(owner)).toMatchObject([{ type: "batch.completed", data: { batchId } }]);
  expect(await deliveriesOf(owner)).toMatchObject([{ url }]);
});

test("an event has no deliveries before its payload, and one for each endpoint when published concurrently", async () => {
  const owner = await createOrganization(database.orm);
  const { organizationId } = owner;
  await createTestWebhook(database.orm, owner);
  await createTestWebhook(database.orm, owner);
  const jobId = await createQueuedJob(database.orm, owner);
  await cancel(owner, jobId);
  const due = await em().find(WebhookEvent, { organizationId });
  const before = await em().count(WebhookDelivery, { organizationId });

  await Promise.all([1, 2, 3, 4].map(async () => publishEvents(database.orm)));

  expect(due).toMatchObject([{ data: null, subject: jobId }]);
  expect(before).toBe(0);
  expect(await em().find(WebhookEvent, { organizationId })).toMatchObject([
    { data: { jobId, status: "canceled" }, endpointIds: null },
  ]);
  expect(await em().count(WebhookDelivery, { organizationId })).toBe(2);
});

test("a payload stays as it was published: a later rendering has no effect", async () => {
  const owner = await createOrganization(database.orm);
  const { organizationId } = owner;
  await createTestWebhook(database.orm, owner);
  await cancel(owner, await createQueuedJob(database.orm, owner));
  const [published] = await eventsOf(owner);
  const eventId = published?.id ?? "";

  await createDeliveries(em(), eventId, { data: { status: "other" }, webhookUrl: null });

  expect(await em().find(WebhookEvent, { organizationId })).toMatchObject([
    { id: eventId, data: published?.data },
  ]);
  expect(await em().count(WebhookDelivery, { organizationId })).toBe(1);
});

test("an event is for the endpoints that were enabled when it happened, also when it is published later", async () => {
  const owner = await createOrganization(database.orm);
  const { organizationId } = owner;
  const { webhookId } = await createTestWebhook(database.orm, owner);
  await cancel(owner, await createQueuedJob(database.orm, owner));

  await createTestWebhook(database.orm, owner);

  expect(await deliveriesOf(owner)).toMatchObject([{ endpointId: webhookId, organizationId }]);
});

test("low credits, spent budgets and due key rotations raise events that name what they concern", async () => {
  const owner = await createOrganization(database.orm, { credits: 10 });
  const { organizationId, keyId } = owner;
  await createTestWebhook(database.orm, owner);
  await em().execute(`update credit_accounts set budget = 1 where organization_id = ?`, [
    organizationId,
  ]);
  const now = new Date();
  await em().nativeUpdate(ApiKey, { id: keyId }, { rotationDueAt: now });

  await complete(owner, await createQueuedJob(database.orm, owner));
  for (const after of [null, null]) await noteDueKeyRotations(em(), { now, after });

  const events = (await eventsOf(owner)).filter(({ type }) => !type.startsWith("job."));
  const told = events.toSorted((a, b) =>
    `${a.type} ${a.subject}` < `${b.type} ${b.subject}` ? -1 : 1,
  );
  expect(told).toMatchObject([
    { type: "budget.alert", data: { organizationId, percent: 100, budget: 1, spent: 1 } },
    { type: "budget.alert", data: { organizationId, percent: 80 } },
    { type: "credits.low", data: { organizationId, available: 9, threshold: 10 } },
    { type: "key.rotation_due", data: { organizationId, keyId, name: "test" } },
  ]);
  expect(await deliveriesOf(owner)).toHaveLength(5);
});

test("a disabled or deleted endpoint gets no further events, and its pending deliveries are abandoned", async () => {
  const owner = await createOrganization(database.orm);
  const { organizationId } = owner;
  const hooks = await Promise.all(
    [1, 2, 3].map(async () => createTestWebhook(database.orm, owner)),
  );
  const [disabled, deleted, kept] = hooks.map(({ webhookId }) => webhookId);
  await cancel(owner, await createQueuedJob(database.orm, owner));
  await publishEvents(database.orm);

  await updateWebhook(em(), {
    webhookId: disabled ?? "",
    organizationId,
    rules: { enabled: false },
    actor,
  });
  await deleteWebhook(em(), { webhookId: deleted ?? "", organizationId, actor });
  await cancel(owner, await createQueuedJob(database.orm, owner));

  const deliveries = await deliveriesOf(owner);
  const statesOf = (endpointId?: string) =>
    deliveries.filter((one) => one.endpointId === endpointId).map(({ state }) => state);
  expect(statesOf(disabled)).toEqual(["abandoned"]);
  expect(statesOf(deleted)).toEqual(["abandoned"]);
  expect(statesOf(kept)).toEqual(["pending", "pending"]);
  const row = await em().findOneOrFail(WebhookEndpoint, deleted ?? "");
  expect(row).toMatchObject({ secret: null, previousSecret: null });
});

test("deleting a job deletes the data of its events", async () => {
  const owner = await createOrganization(database.orm);
  const { organizationId } = owner;
  await createTestWebhook(database.orm, owner);
  const jobId = await createQueuedJob(database.orm, owner, { order: "secret" });
  await cancel(owner, jobId);
  await publishEvents(database.orm);

  await deleteJob(em(), { jobId, organizationId, actor });

  expect(await eventsOf(owner)).toMatchObject([{ subject: jobId, data: null }]);
  expect(await deliveriesOf(owner)).toMatchObject([{ state: "abandoned" }]);
});

test("a job that is deleted before its event is published leaves no payload, even when it was rendered before", async () => {
  const owner = await createOrganization(database.orm);
  const { organizationId } = owner;
  await createTestWebhook(database.orm, owner);
  const jobId = await createQueuedJob(database.orm, owner, { order: "secret" });
  await cancel(owner, jobId);
  const [event] = await em().find(WebhookEvent, { organizationId });

  await deleteJob(em(), { jobId, organizationId, actor });
  await createDeliveries(em(), event?.id ?? "", { data: { order: "secret" }, webhookUrl: null });

  expect(await eventsOf(owner)).toMatchObject([{ subject: jobId, data: null }]);
  expect(await deliveriesOf(owner)).toEqual([]);
});

test("events are deleted after 30 days, and a deleted endpoint with all of its rows", async () => {
  const owner = await createOrganization(database.orm);
  const { organizationId } = owner;
  const [{ webhookId }, other] = [
    await createTestWebhook(database.orm, owner),
    await createTestWebhook(database.orm, owner),
  ];
  await cancel(owner, await createQueuedJob(database.orm, owner));
  await cancel(owner, await createQueuedJob(database.orm, owner));
  const [old, fresh] = await eventsOf(owner);
  await em().nativeUpdate(
    WebhookEvent,
    { id: old?.id ?? "" },
    { createdAt: new Date(Date.now() - 30 * 86_400_000 - 1_000) },
  );
  await deleteWebhook(em(), { webhookId, organizationId, actor });

  await deleteOldWebhooks(em(), new Date());

  expect(await eventsOf(owner)).toMatchObject([{ id: fresh?.id }]);
  expect(await deliveriesOf(owner)).toMatchObject([{ endpointId: other.webhookId }]);
  expect(await em().findOne(WebhookEndpoint, webhookId)).toBeNull();
});

test("the erasure of an organization leaves no endpoint, event, delivery or attempt", async () => {
  const owner = await createOrganization(database.orm);
  const { organizationId, accountId } = owner;
  await createTestWebhook(database.orm, owner, { url: "https://marker-7.example/in" });
  await cancel(owner, await createQueuedJob(database.orm, owner));

  while (!(await eraseRows(em(), { accountId, organizationIds: [organizationId] })));

  expect(await eventsOf(owner)).toEqual([]);
  expect(await deliveriesOf(owner)).toEqual([]);
  expect(await em().find(WebhookEndpoint, { organizationId })).toEqual([]);
  const [audited] = await em().execute<{ found: boolean }[]>(
    `select exists (select from audit_log where after::text like '%marker-7.example/%') as found`,
  );
  expect(audited?.found).toBe(false);
});

test("an id made by the database sorts among those of the engine", async () => {
  const before = createId("event");
  const [made] = await em().execute<{ id: string }[]>(
    `select 'msg_' || new_uuid_v7() as id from pg_sleep(0.01)`,
  );
  await em().execute(`select pg_sleep(0.01)`);
  const after = createId("event");

  expect([after, made?.id ?? "", before].toSorted()).toEqual([before, made?.id, after]);
});
