import { describe, expect, test } from "vitest";

import { createWebhook } from "#api/routes/webhooks/create-webhook.ts";
import { listWebhookDeliveries } from "#api/routes/webhooks/list-webhook-deliveries.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { OutboxMessage } from "#db/entities/job.ts";
import { WebhookDelivery, WebhookEndpoint } from "#db/entities/webhook.ts";
import { listPendingRuns } from "#db/webhooks/create-deliveries.ts";
import { deleteOldWebhooks } from "#db/webhooks/delete-old-webhooks.ts";
import { claimStaleDeliveries } from "#db/webhooks/reconcile-deliveries.ts";
import { appendUnread } from "#db/webhooks/stream-deliveries.ts";
import { findPendingRun } from "#db/webhooks/webhook-attempts.ts";
import { measureWebhooks } from "#db/webhooks/webhook-gauges.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { startApi } from "#test/support/api.ts";
import { expectDocumented, problemsOfWebhook } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { createQueuedJob, finishJob } from "#test/support/jobs/finished-jobs.ts";
import {
  openEventSource,
  type EventMessage,
  type EventSourceReader,
} from "#test/support/servers/event-source.ts";
import { verifyWebhook } from "#test/support/servers/webhook-receiver.ts";
import { createTestWebhook, publishEvents } from "#test/support/webhooks/webhooks.ts";

/** Webhooks with the URL `listen:`, whose deliveries a client reads as a stream. */

const database = useDatabase();
const api = useApi(database);

const em = () => database.orm.em.fork();
const hour = 3_600_000;

interface Listening {
  readonly owner: TestOrganization;
  readonly webhookId: string;
  readonly secret: string;
}

async function createListening(): Promise<Listening> {
  const owner = await createOrganization(database.orm);
  const answer = await api.call("/v1/webhooks", { key: owner.key, body: { url: "listen:" } });
  expect(answer.status).toBe(201);
  const created = (await expectDocumented(createWebhook, answer)) as Listening & { url: string };
  expect(created.url).toBe("listen:");
  return { owner, webhookId: created.webhookId, secret: created.secret };
}

const pathOf = ({ webhookId }: Listening) => `/v1/webhooks/${webhookId}/deliveries`;

async function listen(
  one: Listening,
  { after, url = api.url }: { after?: string; url?: string } = {},
): Promise<EventSourceReader> {
  return openEventSource(`${url}${pathOf(one)}`, {
    "x-api-key": one.owner.key,
    ...(after === undefined ? {} : { "last-event-id": after }),
  });
}

interface Streamed {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const streamedIn = (message: EventMessage | null): Streamed => {
  if (message === null) throw new Error("the stream has ended");
  return message.data as unknown as Streamed;
};

/** Ends jobs and creates the deliveries of their events, as the relay does. Returns the ids in order. */
async function endJobs({ owner }: Pick<Listening, "owner">, count = 1): Promise<string[]> {
  const jobIds: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const jobId = await createQueuedJob(database.orm, owner);
    const file = { jobId, bytes: Buffer.from("an image"), contentType: "image/png" };
    await finishJob(database.orm, api.storage, owner.organizationId, file);
    await publishEvents(database.orm);
    jobIds.push(jobId);
  }
  return jobIds;
}

async function readJobs(source: EventSourceReader, count: number): Promise<string[]> {
  const jobIds: string[] = [];
  while (jobIds.length < count) {
    const { body } = streamedIn(await source.next());
    jobIds.push((JSON.parse(body) as { data: { jobId: string } }).data.jobId);
  }
  return jobIds;
}

async function listDeliveries(one: Listening): Promise<Record<string, unknown>[]> {
  const answer = await api.call(pathOf(one), { key: one.owner.key });
  const page = (await expectDocumented(listWebhookDeliveries, answer)) as {
    data: Record<string, unknown>[];
  };
  return page.data;
}

describe("a stream of deliveries", () => {
  test("has the signed request that a receiver would get, which then counts as delivered", async () => {
    const one = await createListening();
    const [jobId] = await endJobs(one);
    const source = await listen(one);

    const message = await source.next();

    const { headers, body, ...named } = streamedIn(message);
    expect(message).toMatchObject({ id: "1", type: "job.completed" });
    expect(verifyWebhook({ path: "", headers, body }, one.secret)).toMatchObject({
      data: { jobId },
    });
    expect(problemsOfWebhook("job.completed", JSON.parse(body))).toEqual([]);
    expect(body).toContain("http://engine.test/files/");
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "webhook-id": named.eventId,
    });
    expect(await listDeliveries(one)).toMatchObject([
      { deliveryId: named.deliveryId, state: "delivered", attemptCount: 1 },
    ]);
    source.close();
  });

  test("brings what happened before and after it was opened, at once", async () => {
    const one = await createListening();
    const before = await endJobs(one, 3);
    const source = await listen(one);
    expect(await readJobs(source, 3)).toEqual(before);

    const startedAt = Date.now();
    const after = await endJobs(one, 2);
    expect(await readJobs(source, 2)).toEqual(after);
    expect(Date.now() - startedAt).toBeLessThan(2_500);
    source.close();
  });

  test("continues after Last-Event-ID, and 0 repeats all of them with new signatures", async () => {
    const one = await createListening();
    const jobIds = await endJobs(one, 4);
    const first = await listen(one);
    await readJobs(first, 4);
    first.close();

    const second = await listen(one, { after: "2" });
    expect(await readJobs(second, 2)).toEqual(jobIds.slice(2));
    second.close();
    const all = await listen(one, { after: "0" });
    expect(await readJobs(all, 4)).toEqual(jobIds);
    for (const message of all.messages)
      verifyWebhook({ path: "", ...streamedIn(message) }, one.secret);
    all.close();
  });

  test("without Last-Event-ID has only what no client has read, and names its position first", async () => {
    const one = await createListening();
    await endJobs(one, 2);
    const first = await listen(one);
    await readJobs(first, 2);
    first.close();

    const response = await fetch(`${api.url}${pathOf(one)}`, {
      headers: { accept: "text/event-stream", "x-api-key": one.owner.key },
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes("id:")) text += (await reader?.read())?.value ?? "";
    expect(text).toContain("id: 2\n\n");
    const next = await endJobs(one);
    while (!text.includes("data:")) text += (await reader?.read())?.value ?? "";
    expect(text).toContain(next[0]);
    await reader?.cancel();
  });

  test("brings each delivery to all readers, also of other processes and without notifications", async () => {
    const one = await createListening();
    const other = await startApi(database, { deaf: true });
    try {
      const sources = await Promise.all([listen(one), listen(one, { url: other.url })]);
      const jobIds = await endJobs(one, 5);
      for (const source of sources) expect(await readJobs(source, 5)).toEqual(jobIds);
      for (const source of sources) source.close();
    } finally {
      await other.close();
    }
  });

  test("continues in order with more deliveries than one read has", async () => {
    const one = await createListening();
    const jobIds = await endJobs(one, 60);
    const source = await listen(one);
    expect(await readJobs(source, 60)).toEqual(jobIds);
    expect(source.messages.map(({ id }) => Number(id))).toEqual(
      jobIds.map((_, index) => index + 1),
    );
    source.close();
  });

  test("has a delivery again after a redelivery, with the same webhook-id", async () => {
    const one = await createListening();
    await endJobs(one);
    const source = await listen(one);
    const { deliveryId, eventId } = streamedIn(await source.next());

    const path = `${pathOf(one)}/${deliveryId}/redeliver`;
    const answer = await api.call(path, { key: one.owner.key, method: "POST" });
    expect(answer.status).toBe(202);
    expect(await answer.json()).not.toHaveProperty("nextAttemptAt");

    const again = await source.next();
    expect(again?.id).toBe("2");
    expect(streamedIn(again)).toMatchObject({ deliveryId, eventId });
    expect(await listDeliveries(one)).toMatchObject([{ state: "delivered", attemptCount: 2 }]);
    source.close();
  });

  test("has test events, and of the others those that the webhook selects", async () => {
    const owner = await createOrganization(database.orm);
    const body = { url: "listen:", events: ["job.failed"] };
    const answer = await api.call("/v1/webhooks", { key: owner.key, body });
    const one = { owner, ...((await answer.json()) as Omit<Listening, "owner">) };
    await endJobs(one);
    await api.call(`/v1/webhooks/${one.webhookId}/test`, { key: owner.key, method: "POST" });
    const source = await listen(one);
    expect(streamedIn(await source.next()).type).toBe("test");
    expect(await listDeliveries(one)).toHaveLength(1);
    source.close();
  });

  test("leaves out events of deleted jobs, and keeps their position", async () => {
    const one = await createListening();
    const [deleted = "", kept] = await endJobs(one, 2);
    await appendUnread(em(), [one.webhookId], new Date());
    await api.call(`/v1/jobs/${deleted}`, { key: one.owner.key, method: "DELETE" });
    const source = await listen(one, { after: "0" });
    expect(await readJobs(source, 1)).toEqual([kept]);
    expect(source.messages[0]?.id).toBe("2");
    source.close();
  });

  test("ends when the webhook is deleted, and is then refused", async () => {
    const one = await createListening();
    const source = await listen(one);
    await api.call(`/v1/webhooks/${one.webhookId}`, { key: one.owner.key, method: "DELETE" });
    expect(await source.next()).toBeNull();
    expect((await listen(one)).response.status).toBe(404);
  });
});

test("concurrent readers give each delivery one position", async () => {
  const one = await createListening();
  await endJobs(one, 12);
  await Promise.all(
    Array.from({ length: 6 }, async () => appendUnread(em(), [one.webhookId], new Date())),
  );
  const rows = await em().find(WebhookDelivery, { endpointId: one.webhookId });
  const sequences = rows.map(({ streamSequence }) => streamSequence ?? 0);
  expect(sequences.toSorted((a, b) => a - b)).toEqual(rows.map((_, index) => index + 1));
  expect(rows.every(({ attempts }) => attempts === 1)).toBe(true);
});

test("a delivery that waits for a reader starts no workflow and raises no alert", async () => {
  const one = await createListening();
  await endJobs(one);
  const [delivery] = await em().find(WebhookDelivery, { endpointId: one.webhookId });
  const { id = "", eventId = "" } = delivery ?? {};
  expect(delivery).toMatchObject({ state: "pending", nextAttemptAt: null });

  expect(await listPendingRuns(em(), eventId)).toEqual([]);
  expect(await findPendingRun(em(), id)).toBeNull();
  await em().nativeUpdate(WebhookDelivery, id, { reconciledAt: new Date(0) });
  await em().nativeDelete(OutboxMessage, { subjectId: { $in: [id, eventId] } });
  const stale = await claimStaleDeliveries(em(), { seconds: 0, limit: 1_000 });
  expect(stale.map(({ deliveryId }) => deliveryId)).not.toContain(id);
  const { pending } = await measureWebhooks(em());
  const sent = await em().count(WebhookDelivery, {
    state: "pending",
    nextAttemptAt: { $ne: null },
  });
  expect(pending).toBe(sent);
});

test("an endpoint without a reader for 24 hours is deleted, with its secret", async () => {
  const [read, unread] = [await createListening(), await createListening()];
  await endJobs(unread);
  const now = new Date();
  const source = await listen(read);
  await expect
    .poll(async () => (await em().findOneOrFail(WebhookEndpoint, read.webhookId)).lastReadAt)
    .not.toBeNull();
  source.close();
  await em().nativeUpdate(
    WebhookEndpoint,
    { id: { $in: [read.webhookId, unread.webhookId] } },
    { createdAt: new Date(now.getTime() - 25 * hour) },
  );

  await deleteOldWebhooks(em(), now);

  const statusOf = async ({ owner, webhookId }: Listening) =>
    (await api.call(`/v1/webhooks/${webhookId}`, { key: owner.key })).status;
  expect([await statusOf(read), await statusOf(unread)]).toEqual([200, 404]);
  const endpoint = await em().findOne(WebhookEndpoint, unread.webhookId);
  expect(endpoint?.secret ?? null).toBeNull();
  const audited = await em().count(AuditEntry, {
    targetId: unread.webhookId,
    action: "webhook.deleted",
  });
  expect(audited).toBe(1);
});

describe("a request is refused", () => {
  test("with a position that the stream has not reached", async () => {
    const one = await createListening();
    for (const after of ["1", "-1", "a position", "9999999999"]) {
      const { response } = await listen(one, { after });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        errors: [{ pointer: "header/Last-Event-ID" }],
      });
    }
  });

  test("for the stream of a webhook that has a URL", async () => {
    const owner = await createOrganization(database.orm);
    const one = { owner, ...(await createTestWebhook(database.orm, owner)) };
    const { response } = await listen(one);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ pointer: "header/Accept" }] });
  });

  test("of another organization, and with a key that may only read", async () => {
    const one = await createListening();
    const other = await createOrganization(database.orm);
    const foreign = await listen({ ...one, owner: other });
    expect(foreign.response.status).toBe(403);

    const reader = await createOrganization(database.orm, { permissions: ["webhooks:read"] });
    const { webhookId } = await createTestWebhook(database.orm, reader, { url: "listen:" });
    const { response } = await listen({ ...one, owner: reader, webhookId });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "permission_missing" });
  });

  test("for another URL of a listening webhook, and for listen: as a new URL", async () => {
    const one = await createListening();
    const sent = await createTestWebhook(database.orm, one.owner);
    const change = async (webhookId: string, url: string) => {
      const path = `/v1/webhooks/${webhookId}`;
      const etag = (await api.call(path, { key: one.owner.key })).headers.get("etag") ?? "";
      const headers = { "if-match": etag };
      return api.call(path, { key: one.owner.key, method: "PUT", body: { url }, headers });
    };
    for (const answer of [
      await change(one.webhookId, "https://example.com/hooks"),
      await change(sent.webhookId, "listen:"),
    ]) {
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ errors: [{ pointer: "/url" }] });
    }
  });
});
