import type { Client } from "@temporalio/client";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { WebhookAttempt, WebhookDelivery, WebhookEvent } from "#db/entities/webhook.ts";
import { deliveryWorkflowIdOf, type DeliveryState } from "#domain/notifications/webhook.ts";
import { problemsOfWebhook } from "#test/support/contract.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import type { NodeProcess } from "#test/support/engine/node-process.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";
import {
  startWebhookReceiver,
  verifyWebhook,
  type ReceivedWebhook,
  type WebhookReceiver,
} from "#test/support/servers/webhook-receiver.ts";

let engine: TestEngine;
let studio: FakeStudio;
let receiver: WebhookReceiver;
let client: Client;
let worker: NodeProcess;
let api: NodeProcess;

/** Long enough for a busy machine, because most tests expect responses of the receiver. */
const timeoutMs = 5_000;
const patience = { timeout: 90_000, interval: 100 };

beforeAll(async () => {
  [studio, receiver] = await Promise.all([startFakeStudio(), startWebhookReceiver()]);
  engine = await startTestEngine({
    studioUrl: studio.url,
    env: {
      RECONCILE_SECONDS: "3",
      ALLOW_PRIVATE_WEBHOOKS: "1",
      WEBHOOK_TIMEOUT_MS: String(timeoutMs),
    },
  });
  await engine.startTemporal();
  [worker, api] = await Promise.all([engine.startWorker(), engine.startApi()]);
  client = await engine.connectTemporal();
}, 120_000);

afterEach(() => receiver.behave());

afterAll(async () => {
  await engine.close();
  await Promise.all([studio.close(), receiver.close()]);
});

interface Hook {
  readonly webhookId: string;
  readonly secret: string;
  readonly path: string;
}

async function post(path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await engine.call("POST", path, body);
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

async function createHook(path: string, events = ["job.completed"]): Promise<Hook> {
  const hook = await post("/v1/webhooks", { url: `${receiver.url}${path}`, events });
  return { webhookId: String(hook["webhookId"]), secret: String(hook["secret"]), path };
}

/** Sends a sample event to a new endpoint, whose requests are identified by their path. */
async function tell(path: string): Promise<Hook & { deliveryId: string }> {
  const hook = await createHook(path);
  const { deliveryId } = await post(`/v1/webhooks/${hook.webhookId}/test`);
  return { ...hook, deliveryId: String(deliveryId) };
}

function receivedBy({ path }: Pick<Hook, "path">): ReceivedWebhook[] {
  return receiver.received.filter((one) => one.path === path);
}

async function untilState(deliveryId: string, state: DeliveryState): Promise<void> {
  await expect.poll(async () => (await findDelivery(deliveryId)).state, patience).toBe(state);
}

async function findDelivery(deliveryId: string): Promise<WebhookDelivery> {
  return engine.orm.em.fork().findOneOrFail(WebhookDelivery, deliveryId);
}

async function errorsOf(deliveryId: string): Promise<(string | null)[]> {
  const orderBy = { number: "asc" } as const;
  const attempts = await engine.orm.em.fork().find(WebhookAttempt, { deliveryId }, { orderBy });
  return attempts.map(({ error }) => error ?? null);
}

test("a job's final event arrives once, passes the official package, and histories contain only ids", async () => {
  const hook = await createHook("/completed");
  const jobId = await engine.createJob({ message: "a red fox", capability: "text-to-image" });
  await engine.waitForJob(jobId);

  await expect.poll(() => receivedBy(hook).length, patience).toBe(1);
  const [request] = receivedBy(hook);
  if (request === undefined) throw new Error("nothing arrived");
  expect(verifyWebhook(request, hook.secret)).toMatchObject({
    type: "job.completed",
    data: { jobId, status: "completed", outputs: [{ contentType: "image/png" }] },
  });
  const deliveries = engine.orm.em.fork();
  const delivery = await deliveries.findOneOrFail(WebhookDelivery, { endpointId: hook.webhookId });
  await untilState(delivery.id, "delivered");
  const run = client.workflow.getHandle(deliveryWorkflowIdOf(delivery.id, 0));
  expect(await run.result()).toEqual({ state: "delivered" });
  const history = historyToJSON(await run.fetchHistory());
  for (const secret of [hook.secret, receiver.url, "/completed", jobId, "outputs"]) {
    expect(history).not.toContain(secret);
  }
  expect(receivedBy(hook)).toHaveLength(1);
}, 120_000);

test("the event of a job that ends while no API process runs is sent once by the next one", async () => {
  const hook = await createHook("/while-no-api-runs");
  studio.behave(() => ({ kind: "held" }));
  const jobId = await engine.createJob({ message: "a red fox", capability: "text-to-image" });
  await engine.waitForJob(jobId, ["processing"]);
  await expect.poll(() => studio.generations.size, patience).toBeGreaterThan(0);
  await api.kill();
  studio.release();
  studio.behave(() => ({ kind: "instant" }));
  const events = async () => engine.orm.em.fork().find(WebhookEvent, { subject: jobId });
  await expect
    .poll(events, patience)
    .toMatchObject([{ data: null, endpointIds: expect.arrayContaining([hook.webhookId]) }]);

  api = await engine.startApi();

  await expect.poll(() => receivedBy(hook).length, patience).toBe(1);
  const [request] = receivedBy(hook);
  if (request === undefined) throw new Error("nothing arrived");
  expect(verifyWebhook(request, hook.secret)).toMatchObject({
    type: "job.completed",
    data: { jobId, status: "completed", outputs: [{ contentType: "image/png" }] },
  });
  const [delivery, ...others] = await engine.orm.em
    .fork()
    .find(WebhookDelivery, { endpointId: hook.webhookId });
  expect(others).toEqual([]);
  await untilState(delivery?.id ?? "", "delivered");
  expect(receivedBy(hook)).toHaveLength(1);
}, 120_000);

test("a job's webhook URL receives the job's event, signed with the organization's secret for job webhooks", async () => {
  const path = "/of-a-job";
  const { secret } = await post("/v1/webhooks", { url: null });
  const request = { capability: "text-to-image", prompt: "a red fox" };
  const webhookUrl = `${receiver.url}${path}`;
  const { jobId } = await post("/v1/generations", { ...request, webhookUrl });

  await expect.poll(() => receivedBy({ path }).length, patience).toBe(1);
  const [received] = receivedBy({ path });
  if (received === undefined) throw new Error("nothing to verify");
  const message = verifyWebhook(received, String(secret));
  expect(message).toMatchObject({ type: "job.completed", data: { jobId } });
  expect(problemsOfWebhook("job.completed", message)).toEqual([]);
  // The output URL of the event works without credentials.
  const { output } = message.data as { output: { url: string; bytes: number } };
  const file = await fetch(output.url);
  expect(file.status).toBe(200);
  expect((await file.arrayBuffer()).byteLength).toBe(output.bytes);
}, 120_000);

test("a receiver that first fails, then times out, then recovers gets the same message three times", async () => {
  receiver.behave((response, count) => {
    if (count === 1) response.writeHead(500).end();
    // The second request gets no response.
    if (count > 2) response.writeHead(204).end();
  });
  const told = await tell("/failing");

  await expect
    .poll(async () => errorsOf(told.deliveryId), patience)
    .toEqual(["refused", "timed_out"]);
  await post(`/v1/webhooks/${told.webhookId}/deliveries/${told.deliveryId}/redeliver`);

  await untilState(told.deliveryId, "delivered");
  const requests = receivedBy(told);
  expect(new Set(requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
  expect(requests).toHaveLength(3);
}, 180_000);

test("a delivery is sent again with the same id when the worker dies between sending and recording it", async () => {
  const arrived = Promise.withResolvers<void>();
  receiver.behave((response, count) => {
    if (count === 1) arrived.resolve();
    else response.writeHead(204).end();
  });
  const told = await tell("/killed");
  await arrived.promise;

  await worker.kill();
  worker = await engine.startWorker();

  await untilState(told.deliveryId, "delivered");
  expect(await errorsOf(told.deliveryId)).toEqual(["interrupted", null]);
  const ids = receivedBy(told).map(({ headers }) => headers["webhook-id"]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
}, 180_000);

test("an endpoint deleted between two attempts gets no further one, and the workflow ends", async () => {
  receiver.behave((response) => void response.writeHead(503).end());
  const told = await tell("/deleted");
  await expect.poll(async () => errorsOf(told.deliveryId), patience).toEqual(["refused"]);

  const deleted = await engine.call("DELETE", `/v1/webhooks/${told.webhookId}`);

  expect(deleted.status).toBe(204);
  const run = client.workflow.getHandle(deliveryWorkflowIdOf(told.deliveryId, 0));
  expect(["abandoned", "deleted"]).toContain(((await run.result()) as { state: string }).state);
  expect(receivedBy(told)).toHaveLength(1);
}, 120_000);

test("a delivery whose run is terminated continues in another run", async () => {
  receiver.behave((response, count) => void response.writeHead(count === 1 ? 500 : 204).end());
  const told = await tell("/terminated");
  await expect.poll(async () => errorsOf(told.deliveryId), patience).toEqual(["refused"]);

  await client.workflow.getHandle(deliveryWorkflowIdOf(told.deliveryId, 0)).terminate("a test");

  await untilState(told.deliveryId, "delivered");
  expect(await findDelivery(told.deliveryId)).toMatchObject({ runs: 1, attempts: 2 });
}, 180_000);

test("pending deliveries and new events still arrive when Temporal loses its data", async () => {
  receiver.behave((response, count) => void response.writeHead(count <= 3 ? 500 : 204).end());
  const waiting = await Promise.all(["/lost-1", "/lost-2", "/lost-3"].map(tell));
  for (const { deliveryId } of waiting) {
    await expect.poll(async () => errorsOf(deliveryId), patience).toEqual(["refused"]);
  }

  await engine.stopTemporal();
  const meanwhile = await tell("/while-away");
  await engine.wipeTemporal();

  for (const { deliveryId } of [...waiting, meanwhile]) await untilState(deliveryId, "delivered");
  for (const told of waiting) {
    const ids = receivedBy(told).map(({ headers }) => headers["webhook-id"]);
    expect(ids.length).toBeGreaterThanOrEqual(2);
    expect(new Set(ids).size).toBe(1);
  }
  expect(receivedBy(meanwhile)).toHaveLength(1);
}, 240_000);
