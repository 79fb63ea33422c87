import pino from "pino";
import { Registry } from "prom-client";
import { afterEach, expect, test } from "vitest";

import { composeEmail } from "#activities/delivery/compose-email.ts";
import { createSendWebhook } from "#activities/delivery/send-webhook.ts";
import { registerWebhookMetrics } from "#api/metrics/webhook-metrics.ts";
import { mailOrganizationEvents } from "#db/email/email-events.ts";
import { takeEmail } from "#db/email/emails.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { Email } from "#db/entities/email.ts";
import { OutboxMessage } from "#db/entities/job.ts";
import { WebhookAttempt, WebhookDelivery, WebhookEndpoint } from "#db/entities/webhook.ts";
import { requestCancel } from "#db/jobs/jobs.ts";
import type { EntityManager } from "#db/orm.ts";
import { beginRun, claimStaleDeliveries } from "#db/webhooks/reconcile-deliveries.ts";
import { beginAttempt, finishDelivery, lockDelivery } from "#db/webhooks/webhook-attempts.ts";
import { listDeliveries, redeliver, sendTestEvent } from "#db/webhooks/webhook-deliveries.ts";
import { measureWebhooks } from "#db/webhooks/webhook-gauges.ts";
import {
  deleteWebhook,
  ensureJobsWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from "#db/webhooks/webhooks.ts";
import { attemptsMax } from "#domain/notifications/webhook.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { testAddresses, testVault } from "#test/support/api.ts";
import { runActivity } from "#test/support/engine/run-activity.ts";
import { useDatabase, useResource } from "#test/support/fixtures.ts";
import { createQueuedJob } from "#test/support/jobs/finished-jobs.ts";
import { startWebhookReceiver, verifyWebhook } from "#test/support/servers/webhook-receiver.ts";
import {
  createJobWithAddress,
  createTestWebhook,
  publishEvents,
} from "#test/support/webhooks/webhooks.ts";

const database = useDatabase();
const receiver = useResource(startWebhookReceiver);

const em = (): EntityManager => database.orm.em.fork();
const actor = {};
const day = 86_400_000;

afterEach(() => receiver.behave());

interface Told {
  readonly owner: TestOrganization;
  readonly webhookId: string;
  readonly organizationId: string;
  readonly secret: string;
  readonly deliveryId: string;
  /** A separate path, which identifies this test's requests at the shared receiver. */
  readonly path: string;
}

let paths = 0;

/** Creates an organization with an endpoint and a delivery that waits for its first attempt. */
async function tellSomebody(base = receiver.url): Promise<Told> {
  const owner = await createOrganization(database.orm);
  const { organizationId } = owner;
  paths += 1;
  const path = `/told-${paths}`;
  const url = `${base}${path}`;
  const { webhookId, secret } = await createTestWebhook(database.orm, owner, { url });
  const sent = await sendTestEvent(em(), { webhookId, organizationId, now: new Date() });
  return { owner, webhookId, organizationId, secret, deliveryId: sent.delivery.id, path };
}

/** Runs one attempt as a worker does. */
async function send(deliveryId: string, { runs = 0, allowPrivate = true, timeoutMs = 5_000 } = {}) {
  const sendWebhook = createSendWebhook({
    orm: database.orm,
    vault: testVault,
    logger: pino({ level: "silent" }),
    webhooks: { timeoutMs, allowPrivate, addresses: testAddresses },
  });
  return runActivity(async () => sendWebhook({ deliveryId, runs }));
}

const receivedBy = ({ path }: Told) => receiver.received.filter((one) => one.path === path);

async function viewOf({ webhookId, organizationId, deliveryId }: Told) {
  const filter = { deliveryId };
  const [view] = await listDeliveries(em(), { webhookId, organizationId, filter, limit: 1 });
  if (view === undefined) throw new Error("the delivery is gone");
  return view;
}

/** Makes the next attempt due, and moves the first failure this many days into the past. */
async function letTimePass({ deliveryId, webhookId }: Told, days = 0): Promise<void> {
  await em().execute(`update webhook_deliveries set next_attempt_at = now() where id = ?`, [
    deliveryId,
  ]);
  await em().execute(
    `update webhook_endpoints set first_failure_at = first_failure_at - make_interval(days => ?) where id = ?`,
    [days, webhookId],
  );
}

test("a delivered webhook is signed, recorded with its response, and not sent again", async () => {
  const told = await tellSomebody();
  receiver.behave((response) => void response.writeHead(200).end("thanks"));

  const first = await send(told.deliveryId);
  const second = await send(told.deliveryId);

  expect([first, second]).toEqual([{ state: "delivered" }, { state: "delivered" }]);
  const [request, ...others] = receivedBy(told);
  expect(others).toEqual([]);
  if (request === undefined) throw new Error("nothing arrived");
  expect(verifyWebhook(request, told.secret)).toMatchObject({
    type: "test",
    data: { webhookId: told.webhookId },
  });
  const { delivery, event, attempts } = await viewOf(told);
  expect(request.headers["webhook-id"]).toBe(event.id);
  expect(delivery).toMatchObject({ state: "delivered", attempts: 1, nextAttemptAt: null });
  expect(attempts).toMatchObject([
    {
      number: 1,
      status: 200,
      error: null,
      responseBody: "thanks",
      url: `${receiver.url}${told.path}`,
    },
  ]);
  expect(attempts[0]?.durationMs).toBeGreaterThanOrEqual(0);
});

test("a failed delivery is retried on schedule with the same id and body, and an early attempt waits", async () => {
  const told = await tellSomebody();
  receiver.behave((response, count) => void response.writeHead(count === 1 ? 500 : 204).end());

  const failed = await send(told.deliveryId);
  const early = await send(told.deliveryId);
  await letTimePass(told);
  const arrived = await send(told.deliveryId);

  expect(failed).toMatchObject({ state: "pending", failures: 1, error: "refused" });
  expect(failed.state === "pending" && failed.waitMs).toBeGreaterThanOrEqual(5_000);
  expect(failed.state === "pending" && failed.waitMs).toBeLessThanOrEqual(6_000);
  expect(early).toMatchObject({ state: "pending", failures: 1 });
  expect(arrived).toEqual({ state: "delivered" });
  const [first, second, ...others] = receivedBy(told);
  expect(others).toEqual([]);
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect(second?.body).toBe(first?.body);
  const webhook = await em().findOneOrFail(WebhookEndpoint, told.webhookId);
  expect(webhook).toMatchObject({ consecutiveFailures: 0, firstFailureAt: null });
});

test("a busy receiver determines the next attempt with Retry-After", async () => {
  const told = await tellSomebody();
  receiver.behave((response) => void response.writeHead(429, { "retry-after": "3600" }).end());

  const turned = await send(told.deliveryId);

  expect(turned.state === "pending" && turned.waitMs).toBeGreaterThan(3_590_000);
});

test("a delivery fails after the last scheduled attempt", async () => {
  const told = await tellSomebody();
  receiver.behave((response) => void response.writeHead(500).end("no"));
  const states: string[] = [];

  for (let turn = 0; turn < attemptsMax; turn += 1) {
    await letTimePass(told);
    states.push((await send(told.deliveryId)).state);
  }

  expect(states).toEqual([...Array(attemptsMax - 1).fill("pending"), "failed"]);
  expect(receivedBy(told)).toHaveLength(attemptsMax);
  const webhook = await em().findOneOrFail(WebhookEndpoint, told.webhookId);
  expect(webhook).toMatchObject({ consecutiveFailures: attemptsMax, disabledAt: null });
});

test.each([
  ["a private address", {}, "address_refused"],
  ["a slow receiver", { allowPrivate: true, timeoutMs: 200 }, "timed_out"],
])("%s is recorded as an attempt", async (_, options, error) => {
  const told = await tellSomebody();
  receiver.behave(() => undefined);

  await send(told.deliveryId, { allowPrivate: false, ...options });

  const { delivery, attempts } = await viewOf(told);
  expect(delivery).toMatchObject({ state: "pending", failures: 1 });
  expect(attempts).toMatchObject([{ status: null, error, responseBody: null }]);
});

test("a name that resolves to this host is refused at each attempt, and nothing is sent", async () => {
  const told = await tellSomebody(receiver.url.replace("127.0.0.1", "localhost"));

  await send(told.deliveryId, { allowPrivate: false });
  await letTimePass(told);
  await send(told.deliveryId, { allowPrivate: false });

  expect(receivedBy(told)).toEqual([]);
  expect((await viewOf(told)).attempts.map(({ error }) => error)).toEqual([
    "address_refused",
    "address_refused",
  ]);
});

test("a redirect is refused, and its target gets no request", async () => {
  const told = await tellSomebody();
  const location = `${receiver.url}/elsewhere`;
  receiver.behave((response) => void response.writeHead(307, { location }).end());

  await send(told.deliveryId);

  expect((await viewOf(told)).attempts).toMatchObject([{ status: 307, error: "redirected" }]);
  expect(receiver.received.some(({ path }) => path === "/elsewhere")).toBe(false);
});

test("during a rotation both secrets sign; afterwards, or without an overlap, only the new one", async () => {
  const told = await tellSomebody();
  const { webhookId, organizationId, secret: old } = told;
  const rotate = async (overlapSeconds: number) =>
    rotateWebhookSecret(em(), testVault, { webhookId, organizationId, overlapSeconds, actor });
  const sendAgain = async (): Promise<{ verifies: (secret: string) => boolean }> => {
    const { delivery } = await redeliver(em(), { ...told, actor });
    await send(told.deliveryId, { runs: delivery.runs });
    const request = receivedBy(told).at(-1);
    if (request === undefined) throw new Error("nothing arrived");
    return {
      verifies(secret) {
        try {
          return verifyWebhook(request, secret).type === "test";
        } catch {
          return false;
        }
      },
    };
  };

  const { secret: next } = await rotate(3_600);
  const during = await sendAgain();
  await em().nativeUpdate(
    WebhookEndpoint,
    { id: webhookId },
    { previousValidUntil: new Date(Date.now() - 1_000) },
  );
  const after = await sendAgain();
  const { secret: last } = await rotate(0);
  const atOnce = await sendAgain();

  expect([during.verifies(old), during.verifies(next)]).toEqual([true, true]);
  expect([after.verifies(old), after.verifies(next)]).toEqual([false, true]);
  expect([atOnce.verifies(next), atOnce.verifies(last)]).toEqual([false, true]);
});

test("after a worker dies before recording its attempt, another sends the same id again and both attempts are recorded", async () => {
  const told = await tellSomebody();
  const { deliveryId } = told;
  // The first worker has begun its attempt and died.
  const begun = await beginAttempt(em(), testVault, { deliveryId, runs: 0, now: new Date() });

  const turned = await send(deliveryId);

  expect(begun).toMatchObject({ state: "sending", number: 1 });
  expect(turned).toEqual({ state: "delivered" });
  const { attempts, event } = await viewOf(told);
  expect(attempts).toMatchObject([
    { number: 2, status: 204, error: null },
    { number: 1, status: null, error: "interrupted" },
  ]);
  expect(receivedBy(told)[0]?.headers["webhook-id"]).toBe(event.id);
});

test("a superseded workflow sends nothing, and the current one sends once", async () => {
  const told = await tellSomebody();
  const { deliveryId } = told;
  const begun = await Promise.all(
    [1, 2, 3].map(async () => beginRun(em(), { deliveryId, runs: 1 })),
  );

  const overtaken = await send(deliveryId, { runs: 0 });
  const having = await send(deliveryId, { runs: 1 });

  expect(begun.filter(Boolean)).toHaveLength(1);
  expect(overtaken).toEqual({ state: "superseded" });
  expect(having).toEqual({ state: "delivered" });
  expect(receivedBy(told)).toHaveLength(1);
});

test("a redelivery restarts the schedule with the same id, and is refused once the event data is deleted", async () => {
  const told = await tellSomebody();
  const { organizationId, webhookId, deliveryId } = told;
  await send(deliveryId);

  const { delivery } = await redeliver(em(), { ...told, actor });
  const again = await send(deliveryId, { runs: delivery.runs });

  expect(delivery).toMatchObject({ state: "pending", failures: 0, runs: 1 });
  expect(again).toEqual({ state: "delivered" });
  const ids = receivedBy(told).map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(1);
  expect(ids).toHaveLength(2);
  const carried = await em().count(OutboxMessage, { kind: "webhook", subjectId: deliveryId });
  expect(carried).toBe(2);

  await em().execute(`update webhook_events set data = null where organization_id = ?`, [
    organizationId,
  ]);
  await expect(redeliver(em(), { ...told, actor })).rejects.toMatchObject({
    code: "delivery_data_deleted",
  });
  const ref = { webhookId, organizationId, actor };
  await updateWebhook(em(), { ...ref, rules: { enabled: false } });
  await expect(redeliver(em(), { ...told, actor })).rejects.toMatchObject({
    code: "webhook_disabled",
  });
});

test("an endpoint deleted during an attempt gets no further attempt", async () => {
  const told = await tellSomebody();
  const { webhookId, organizationId, deliveryId } = told;
  const arrived = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  receiver.behave(async (response) => {
    arrived.resolve();
    await goOn.promise;
    response.writeHead(500).end();
  });

  const sending = send(deliveryId);
  await arrived.promise;
  await deleteWebhook(em(), { webhookId, organizationId, actor });
  goOn.resolve();

  expect(await sending).toEqual({ state: "abandoned", error: "refused" });
  expect(await send(deliveryId)).toEqual({ state: "abandoned" });
  expect(receivedBy(told)).toHaveLength(1);
});

test("an endpoint that was disabled between an event and its delivery receives nothing", async () => {
  const { owner, webhookId, organizationId, deliveryId, path } = await tellSomebody();
  await send(deliveryId);
  await requestCancel(em(), { jobId: await createQueuedJob(database.orm, owner), organizationId });
  await updateWebhook(em(), { webhookId, organizationId, actor, rules: { enabled: false } });
  await publishEvents(database.orm);
  const late = await em().findOneOrFail(WebhookDelivery, { organizationId, state: "pending" });

  expect(await send(late.id)).toEqual({ state: "abandoned" });

  expect(receiver.received.filter((one) => one.path === path)).toHaveLength(1);
});

/** Returns the emails to the owners and the entries of the audit log. */
async function noticesOf({
  organizationId,
}: Told): Promise<{ mails: string[]; audit: AuditEntry[] }> {
  await mailOrganizationEvents(em(), { vault: testVault, now: new Date(), after: null });
  const rows = await em().find(Email, { organizationId, template: "webhook_disabled" });
  const mails = await Promise.all(
    rows.map(async ({ id }) => {
      const mail = await takeEmail(em(), testVault, id);
      if (mail.state !== "queued") throw new Error("the mail does not wait");
      return composeEmail(mail.content, {
        frontUrl: "https://front.example",
        createdAt: mail.createdAt,
      }).text.replaceAll(/\s+/g, " ");
    }),
  );
  const audit = await em().find(AuditEntry, { organizationId, action: "webhook.disabled" });
  return { mails, audit };
}

test("an endpoint that failed for five days is disabled once, with an email to the owners and an audit entry", async () => {
  const told = await tellSomebody();
  const { webhookId, organizationId, deliveryId } = told;
  const { delivery: other } = await sendTestEvent(em(), {
    webhookId,
    organizationId,
    now: new Date(),
  });
  receiver.behave((response) => void response.writeHead(500).end());

  await send(deliveryId);
  await letTimePass(told, 4);
  const before = await send(deliveryId);
  await letTimePass(told, 2);
  const after = await send(deliveryId);

  expect(before).toMatchObject({ state: "pending" });
  expect(after).toMatchObject({ state: "failed" });
  expect(await em().findOneOrFail(WebhookEndpoint, webhookId)).toMatchObject({
    disabledReason: "failing",
    consecutiveFailures: 3,
  });
  expect(await em().findOneOrFail(WebhookDelivery, other.id)).toMatchObject({ state: "abandoned" });
  const notices = await noticesOf(told);
  expect(notices.mails).toEqual([
    expect.stringContaining("all attempts of the last five days have failed"),
  ]);
  expect(notices.mails[0]).toContain(webhookId);
  expect(notices.audit).toMatchObject([{ targetId: webhookId, after: { reason: "failing" } }]);
  expect((await measureWebhooks(em())).disabled).toBeGreaterThanOrEqual(1);

  const enabled = { webhookId, organizationId, rules: { enabled: true }, actor };
  expect(await updateWebhook(em(), enabled)).toMatchObject({
    disabledAt: null,
    consecutiveFailures: 0,
    firstFailureAt: null,
  });
});

test("one success within the five days keeps an endpoint enabled", async () => {
  const told = await tellSomebody();
  const { webhookId, organizationId } = told;
  receiver.behave((response, count) => void response.writeHead(count === 2 ? 204 : 500).end());

  await send(told.deliveryId);
  await letTimePass(told, 4);
  await send(told.deliveryId);
  const next = await sendTestEvent(em(), { webhookId, organizationId, now: new Date() });
  await send(next.delivery.id);
  await letTimePass({ ...told, deliveryId: next.delivery.id }, 2);
  await send(next.delivery.id);

  expect(await em().findOneOrFail(WebhookEndpoint, webhookId)).toMatchObject({
    disabledAt: null,
    consecutiveFailures: 2,
  });
});

test("an endpoint that returns 410 is disabled immediately; a job's webhookUrl ends only that delivery", async () => {
  const told = await tellSomebody();
  const { owner, organizationId } = told;
  await ensureJobsWebhook(em(), testVault, { organizationId, createdBy: owner.accountId });
  const url = `${receiver.url}/of-a-job`;
  await requestCancel(em(), {
    jobId: await createJobWithAddress(database.orm, owner, url),
    organizationId,
  });
  await publishEvents(database.orm);
  const ofJob = await em().findOneOrFail(WebhookDelivery, { organizationId, url });
  receiver.behave((response) => void response.writeHead(410).end());

  expect(await send(ofJob.id)).toMatchObject({ state: "failed", error: "gone" });
  expect(await send(told.deliveryId)).toMatchObject({ state: "failed", error: "gone" });

  const implicit = await em().findOneOrFail(WebhookEndpoint, { organizationId, url: null });
  expect(implicit).toMatchObject({ disabledAt: null, consecutiveFailures: 1 });
  expect(await em().findOneOrFail(WebhookEndpoint, told.webhookId)).toMatchObject({
    disabledReason: "gone",
  });
  expect((await noticesOf(told)).mails).toEqual([expect.stringContaining("it is gone (410)")]);
});

test("concurrent deliveries to one failing endpoint count every failure and disable it once", async () => {
  const told = await tellSomebody();
  const { owner, organizationId } = told;
  await Promise.all(
    Array.from({ length: 8 }, async () =>
      requestCancel(em(), { jobId: await createQueuedJob(database.orm, owner), organizationId }),
    ),
  );
  await publishEvents(database.orm);
  const deliveries = await em().find(WebhookDelivery, { organizationId });
  receiver.behave((response) => void response.writeHead(500).end());

  await send(told.deliveryId);
  await letTimePass(told, 6);
  await Promise.all(deliveries.map(async ({ id }) => send(id)));

  const webhook = await em().findOneOrFail(WebhookEndpoint, told.webhookId);
  expect(webhook.disabledReason).toBe("failing");
  expect((await noticesOf(told)).audit).toHaveLength(1);
  const pending = await em().count(WebhookDelivery, { organizationId, state: "pending" });
  expect(pending).toBe(0);
});

test("ending jobs, failing attempts and endpoint updates do not block each other", async () => {
  const told = await tellSomebody();
  const { owner, webhookId, organizationId } = told;
  const ref = { webhookId, organizationId, actor };
  receiver.behave((response, count) => void response.writeHead(count % 2 ? 500 : 204).end());
  const endJob = async (): Promise<void> =>
    requestCancel(em(), { jobId: await createQueuedJob(database.orm, owner), organizationId });
  await Promise.all(Array.from({ length: 5 }, endJob));
  await publishEvents(database.orm);
  const deliveries = await em().find(WebhookDelivery, { organizationId });

  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 10 }, endJob),
    ...deliveries.map(async ({ id }) => send(id)),
    ...deliveries.map(async ({ id: deliveryId }) => redeliver(em(), { ...ref, deliveryId })),
    ...[0, 60, 60].map(async (overlapSeconds) =>
      rotateWebhookSecret(em(), testVault, { ...ref, overlapSeconds }),
    ),
    ...[false, true, false, true].map(async (enabled) =>
      updateWebhook(em(), { ...ref, rules: { enabled } }),
    ),
  ]);

  const errors = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [outcome.reason as { code?: string }] : [],
  );
  expect(errors.filter(({ code }) => code !== "webhook_disabled")).toEqual([]);
});

test("a redelivery requested while an attempt succeeds is still sent", async () => {
  const { deliveryId, webhookId, organizationId } = await tellSomebody();
  const again = await em().transactional(async (tx) => {
    const delivery = await lockDelivery(tx, deliveryId);
    const pending = redeliver(em(), { webhookId, organizationId, deliveryId, actor });
    pending.catch(() => undefined);
    const waiting = `select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`;
    await expect.poll(async () => tx.execute(waiting), { timeout: 30_000 }).toHaveLength(1);
    if (delivery !== null) finishDelivery(delivery, "delivered", new Date());
    return { pending };
  });

  await again.pending;

  expect(await em().findOneOrFail(WebhookDelivery, deliveryId)).toMatchObject({
    state: "pending",
    runs: 1,
    finishedAt: null,
  });
});

test("an overdue delivery without a workflow is claimed by one reconciler; waiting and queued ones by none", async () => {
  const [lost, waiting, queued] = await Promise.all([
    tellSomebody(),
    tellSomebody(),
    tellSomebody(),
  ]);
  const { owner, organizationId } = queued;
  await requestCancel(em(), { jobId: await createQueuedJob(database.orm, owner), organizationId });
  await publishEvents(database.orm);
  const ofQueued = await em().find(WebhookDelivery, { organizationId });
  expect(ofQueued).toHaveLength(2);
  const ids = [lost.deliveryId, waiting.deliveryId, ...ofQueued.map(({ id }) => id)];
  await em().nativeDelete(OutboxMessage, {
    subjectId: { $in: [lost, waiting].map((one) => one.deliveryId) },
  });
  const ago = new Date(Date.now() - day);
  await em().nativeUpdate(
    WebhookDelivery,
    { id: { $in: ids } },
    { nextAttemptAt: ago, reconciledAt: ago },
  );
  await em().nativeUpdate(
    WebhookDelivery,
    { id: waiting.deliveryId },
    { nextAttemptAt: new Date(Date.now() + day) },
  );

  const claims = await Promise.all(
    [1, 2, 3].map(async () => claimStaleDeliveries(em(), { seconds: 60, limit: 1_000 })),
  );

  const claimed = claims.flat().map(({ deliveryId }) => deliveryId);
  expect(claimed.filter((id) => ids.includes(id))).toEqual([lost.deliveryId]);
});

test("pending, overdue and failed deliveries and disabled endpoints are exported as metrics", async () => {
  const [failing, gone] = await Promise.all([tellSomebody(), tellSomebody()]);
  receiver.behave((response, count) => void response.writeHead(count === 1 ? 410 : 500).end());
  const registry = new Registry();
  registerWebhookMetrics(registry, database.orm);
  const read = async (): Promise<Record<string, number>> => {
    const metrics = await registry.getMetricsAsJSON();
    return Object.fromEntries(metrics.map(({ name, values }) => [name, values[0]?.value ?? 0]));
  };
  const before = await read();

  await send(gone.deliveryId);
  await send(failing.deliveryId);
  await em().nativeUpdate(
    WebhookDelivery,
    { id: failing.deliveryId },
    { createdAt: new Date(Date.now() - day), nextAttemptAt: new Date(Date.now() - day / 2) },
  );

  const after = await read();
  const change = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  expect(change("gme_webhooks_pending")).toBe(-1);
  expect(change("gme_webhook_attempts_failed")).toBe(2);
  expect(change("gme_webhooks_disabled")).toBe(1);
  expect(after["gme_webhooks_oldest_seconds"]).toBeGreaterThanOrEqual(86_400);
  expect(after["gme_webhooks_overdue_seconds"]).toBeGreaterThanOrEqual(43_200);
});

test("the delivery log shows the newest attempts, and never a secret", async () => {
  const told = await tellSomebody();
  await send(told.deliveryId);
  await em().execute(
    `insert into webhook_attempts (delivery_id, number, url, duration_ms, status)
     select ?, n, 'https://hooks.example', 1, 204 from generate_series(2, 30) n`,
    [told.deliveryId],
  );
  await em().nativeUpdate(WebhookDelivery, { id: told.deliveryId }, { attempts: 30 });

  const { attempts } = await viewOf(told);

  expect(attempts.map(({ number }) => number)).toEqual(
    Array.from({ length: 20 }, (_, index) => 30 - index),
  );
  const rows = await em().find(WebhookAttempt, { deliveryId: told.deliveryId });
  const kept = JSON.stringify([rows, await em().findOne(WebhookEndpoint, told.webhookId)]);
  expect(kept).not.toContain(told.secret);
  expect(kept).not.toContain("v1,");
});

test("failed deliveries are found without those that arrived", async () => {
  const [plan] = await em().transactional(async (tx) => {
    // An empty table is always scanned.
    await tx.execute(`set local enable_seqscan = off`);
    return tx.execute<Record<string, unknown>[]>(
      `explain (format json) select * from webhook_deliveries
       where endpoint_id = ? and state = ? order by id desc limit 21`,
      ["whk_1", "failed"],
    );
  });

  expect(JSON.stringify(plan)).toContain('"webhook_deliveries_undelivered_index"');
  expect(JSON.stringify(plan)).not.toContain('"Sort"');
});
