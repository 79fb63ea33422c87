import { randomUUID } from "node:crypto";

import { describe, expect, test } from "vitest";

import { createChatJob } from "#api/routes/chat/create-chat-job.ts";
import { createGeneration } from "#api/routes/generations/create-generation.ts";
import { getJob } from "#api/routes/jobs/get-job.ts";
import { retryJob } from "#api/routes/jobs/retry-job.ts";
import { createWebhook } from "#api/routes/webhooks/create-webhook.ts";
import { testWebhook } from "#api/routes/webhooks/test-webhook.ts";
import { updateWebhook } from "#api/routes/webhooks/update-webhook.ts";
import { Job } from "#db/entities/job.ts";
import { WebhookEndpoint } from "#db/entities/webhook.ts";
import { endWithoutResult } from "#db/jobs/job-steps.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { expectDocumented, problemsOfWebhook } from "#test/support/contract.ts";
import { useApi, useDatabase, useResource } from "#test/support/fixtures.ts";
import { finishJob } from "#test/support/jobs/finished-jobs.ts";
import { startWebhookReceiver, verifyWebhook } from "#test/support/servers/webhook-receiver.ts";
import { sendPending } from "#test/support/webhooks/webhook-delivery.ts";

/** URLs accepted for webhook endpoints and as a job's `webhookUrl`. */

const database = useDatabase();
const api = useApi(database);
/** A closed network, where webhooks may be sent to private IP addresses. */
const closed = useApi(database, { settings: { allowPrivateWebhooks: true } });
const receiver = useResource(startWebhookReceiver);

const em = () => database.orm.em.fork();
const webhookUrl = "https://example.com/hooks/of-this-job";
const chat = { message: "a red fox" };
const generation = { capability: "text-to-image", model: "studio-image", prompt: "a red fox" };

describe("an unreachable or insecure URL is refused at creation", () => {
  test.each([
    ["by http", "http://example.com/", "https_required"],
    ["this machine by name", "https://localhost/", "private_address"],
    ["a name below localhost", "https://api.localhost:8443/", "private_address"],
    ["localhost with a dot at the end", "https://LOCALHOST./", "private_address"],
    ["this machine", "https://127.0.0.1/", "private_address"],
    ["this machine as one number", "https://2130706433/", "private_address"],
    ["this machine in hexadecimal", "https://0x7f.1/", "private_address"],
    ["a private network", "https://192.168.1.1/", "private_address"],
    ["the metadata of a cloud", "https://169.254.169.254/latest", "private_address"],
    ["carrier-grade NAT", "https://100.64.0.1/", "private_address"],
    ["this machine in IPv6", "https://[::1]/", "private_address"],
    ["IPv4 in IPv6", "https://[::ffff:10.0.0.1]/", "private_address"],
    ["IPv4 behind NAT64", "https://[64:ff9b::7f00:1]/", "private_address"],
    ["a unique local address", "https://[fd00::1]/", "private_address"],
  ])("%s", async (_name, url, code) => {
    const { key } = await createOrganization(database.orm);

    const answers = [
      [createWebhook, "/url", await api.call("/v1/webhooks", { key, body: { url } })],
      [
        createGeneration,
        "/webhookUrl",
        await api.call("/v1/generations", { key, body: { ...generation, webhookUrl: url } }),
      ],
      [
        createChatJob,
        "/webhookUrl",
        await api.call("/v1/chat", { key, body: { ...chat, webhookUrl: url } }),
      ],
    ] as const;

    for (const [route, pointer, answer] of answers) {
      expect(await expectDocumented(route, answer)).toMatchObject({
        status: 422,
        code: "request_invalid",
        errors: [{ pointer, code }],
      });
    }
  });

  test.each([
    ["http://127.0.0.1:3000/hooks"],
    ["http://localhost:3000/hooks"],
    ["https://10.1.2.3/hooks"],
  ])("a closed network accepts %s", async (url) => {
    const { key } = await createOrganization(database.orm);

    const answer = await closed.call("/v1/webhooks", { key, body: { url } });

    expect(await expectDocumented(createWebhook, answer)).toMatchObject({ url });
    expect(answer.status).toBe(201);
  });

  test.each([
    ["https://example.com:8443/a?b=c"],
    ["https://93.184.216.34/"],
    ["https://bücher.de/"],
  ])("every network accepts %s", async (url) => {
    const { key } = await createOrganization(database.orm);

    const answer = await api.call("/v1/webhooks", { key, body: { url } });

    expect(await expectDocumented(createWebhook, answer)).toMatchObject({ url });
    expect(answer.status).toBe(201);
  });
});

describe("the webhookUrl of a request", () => {
  async function accept(
    path: "/v1/chat" | "/v1/generations",
    { key }: TestOrganization,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<string> {
    const answer = await api.call(path, { key, body, headers });
    expect(answer.status).toBe(202);
    return ((await answer.json()) as { jobId: string }).jobId;
  }

  async function signersOf({ organizationId }: TestOrganization): Promise<WebhookEndpoint[]> {
    return em().find(WebhookEndpoint, { organizationId, url: null });
  }

  test.each([
    ["/v1/chat", chat],
    ["/v1/chat", { ...chat, parseIntent: true }],
    ["/v1/generations", generation],
  ] as const)("%s of %j is stored on the job", async (path, body) => {
    const owner = await createOrganization(database.orm);

    const jobId = await accept(path, owner, { ...body, webhookUrl });

    expect((await em().findOneOrFail(Job, jobId)).request).toMatchObject({ webhookUrl });
    const shown = await api.call(`/v1/jobs/${jobId}`, { key: owner.key });
    expect(await expectDocumented(getJob, shown)).toMatchObject({ request: { webhookUrl } });
  });

  test("creates one signing webhook, listed without a URL", async () => {
    const owner = await createOrganization(database.orm);
    await accept("/v1/generations", owner, generation);
    expect(await signersOf(owner)).toEqual([]);

    await Promise.all(
      Array.from({ length: 5 }, async () => accept("/v1/chat", owner, { ...chat, webhookUrl })),
    );

    const [signer, ...more] = await signersOf(owner);
    expect(more).toEqual([]);
    const list = await api.call("/v1/webhooks", { key: owner.key });
    expect(await list.json()).toMatchObject({
      data: [{ webhookId: signer?.id, url: null, events: null, enabled: true }],
    });
  });

  test("receives webhooks signed with the secret of the signing webhook, which can be created once in advance", async () => {
    const owner = await createOrganization(database.orm);
    const { key } = owner;
    const make = async () => api.call("/v1/webhooks", { key, body: { url: null } });
    const { secret, webhookId } = (await expectDocumented(createWebhook, await make())) as {
      secret: string;
      webhookId: string;
    };
    const url = `${receiver.url}/${owner.organizationId}`;
    const answer = await closed.call("/v1/generations", {
      key,
      body: { ...generation, webhookUrl: url },
    });
    const { jobId } = (await answer.json()) as { jobId: string };
    const file = { jobId, bytes: Buffer.from("a file"), contentType: "image/png" };
    await finishJob(database.orm, api.storage, owner.organizationId, file);

    await sendPending(database.orm, webhookId);

    const [received] = receiver.received.filter(({ path }) => url.endsWith(path));
    if (received === undefined) throw new Error("nothing was sent");
    const message = verifyWebhook(received, secret);
    expect(message).toMatchObject({ type: "job.completed", data: { jobId } });
    expect(problemsOfWebhook("job.completed", message)).toEqual([]);
    expect(await expectDocumented(createWebhook, await make())).toMatchObject({
      status: 409,
      code: "webhook_exists",
    });
  });

  test("does not allow settings for the signing webhook", async () => {
    const { key } = await createOrganization(database.orm);
    const body = { url: null, events: ["job.failed"], enabled: false };

    const answer = await api.call("/v1/webhooks", { key, body });

    expect(await expectDocumented(createWebhook, answer)).toMatchObject({
      status: 422,
      errors: [
        { pointer: "/events", code: "not_used" },
        { pointer: "/enabled", code: "not_used" },
      ],
    });
  });

  test("is kept when the job is retried", async () => {
    const owner = await createOrganization(database.orm);
    const { key } = owner;
    const jobId = await accept("/v1/generations", owner, { ...generation, webhookUrl });
    await endWithoutResult(em(), { jobId, status: "canceled" });

    const answer = await api.call(`/v1/jobs/${jobId}/retry`, { key, body: { parameters: {} } });

    const again = (await expectDocumented(retryJob, answer)) as { jobId: string };
    expect((await em().findOneOrFail(Job, again.jobId)).request).toMatchObject({ webhookUrl });
  });

  test("is part of the request that an idempotency key identifies", async () => {
    const owner = await createOrganization(database.orm);
    const headers = { "Idempotency-Key": randomUUID() };
    const first = await accept("/v1/chat", owner, { ...chat, webhookUrl }, headers);

    const again = await accept("/v1/chat", owner, { ...chat, webhookUrl }, headers);
    const other = await api.call("/v1/chat", { key: owner.key, body: chat, headers });

    expect(again).toBe(first);
    expect(await expectDocumented(createChatJob, other)).toMatchObject({
      status: 422,
      code: "idempotency_mismatch",
    });
  });

  test("is refused before any charge while the signing webhook is disabled", async () => {
    const owner = await createOrganization(database.orm);
    const { key } = owner;
    await accept("/v1/chat", owner, { ...chat, webhookUrl });
    const [signer] = await signersOf(owner);
    await api.call(`/v1/webhooks/${signer?.id}`, { method: "PUT", key, body: { enabled: false } });

    const answer = await api.call("/v1/chat", { key, body: { ...chat, webhookUrl } });

    expect(await expectDocumented(createChatJob, answer)).toMatchObject({
      status: 409,
      code: "webhook_disabled",
      details: { webhookId: signer?.id },
    });
    const { organizationId } = owner;
    expect(await em().count(Job, { organizationId })).toBe(1);
  });

  test("has a signing webhook that accepts no URL, no events and no test", async () => {
    const owner = await createOrganization(database.orm);
    const { key } = owner;
    await accept("/v1/chat", owner, { ...chat, webhookUrl });
    const [signer] = await signersOf(owner);
    const path = `/v1/webhooks/${signer?.id}`;

    const answers = [
      [updateWebhook, await api.call(path, { method: "PUT", key, body: { url: webhookUrl } })],
      [
        updateWebhook,
        await api.call(path, { method: "PUT", key, body: { events: ["job.failed"] } }),
      ],
      [testWebhook, await api.call(`${path}/test`, { method: "POST", key })],
    ] as const;

    for (const [route, answer] of answers) {
      expect(await expectDocumented(route, answer)).toMatchObject({
        status: 409,
        code: "webhook_for_jobs",
      });
    }
  });
});
