import { randomUUID } from "node:crypto";

import { describe, expect, test } from "vitest";

import type { Route } from "#api/http/route.ts";
import { createWebhook } from "#api/routes/webhooks/create-webhook.ts";
import { deleteWebhook } from "#api/routes/webhooks/delete-webhook.ts";
import { getWebhook } from "#api/routes/webhooks/get-webhook.ts";
import { listWebhooks } from "#api/routes/webhooks/list-webhooks.ts";
import { rotateWebhookSecret } from "#api/routes/webhooks/rotate-webhook-secret.ts";
import { updateWebhook } from "#api/routes/webhooks/update-webhook.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { IdempotentAnswer } from "#db/entities/idempotency.ts";
import { WebhookEndpoint } from "#db/entities/webhook.ts";
import { openSecrets, webhooksMax } from "#db/webhooks/webhooks.ts";
import type { Role } from "#domain/accounts/permission.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { testVault } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { createTestDelivery } from "#test/support/webhooks/webhook-delivery.ts";
import { createTestWebhook } from "#test/support/webhooks/webhooks.ts";

/** Webhook endpoints over HTTP. Deliveries: `webhook-deliveries.test.ts`. */

const database = useDatabase();
const api = useApi(database);

const em = () => database.orm.em.fork();
const url = "https://example.com/hooks/a-token-in-the-path";

interface Person extends TestOrganization {
  readonly token: string;
}

async function person(role: Role = "owner"): Promise<Person> {
  const organization = await createOrganization(database.orm, { role });
  const { token } = await createTestSession(database.orm, organization.accountId);
  return { ...organization, token };
}

interface ShownWebhook {
  readonly webhookId: string;
  readonly secret: string;
}

async function create(
  { key }: TestOrganization,
  body: unknown = { url },
  headers: Record<string, string> = {},
): Promise<Response> {
  return api.call("/v1/webhooks", { key, body, headers });
}

async function created(owner: TestOrganization, body?: unknown): Promise<ShownWebhook> {
  const answer = await create(owner, body);
  expect(answer.status).toBe(201);
  return (await expectDocumented(createWebhook, answer)) as ShownWebhook;
}

async function put(
  { key }: TestOrganization,
  webhookId: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return api.call(`/v1/webhooks/${webhookId}`, { method: "PUT", key, body, headers });
}

async function rotate(
  { token }: Person,
  webhookId: string,
  body: unknown = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  return api.call(`/v1/webhooks/${webhookId}/rotate-secret`, { token, body, headers });
}

async function read({ key }: TestOrganization, webhookId: string): Promise<unknown> {
  return expectDocumented(getWebhook, await api.call(`/v1/webhooks/${webhookId}`, { key }));
}

async function expectProblem(
  route: Route,
  response: Response,
  status: number,
  code: string,
): Promise<unknown> {
  const problem = await expectDocumented(route, response);
  expect(problem).toMatchObject({ status, code });
  return problem;
}

async function actsOf({ organizationId }: TestOrganization): Promise<AuditEntry[]> {
  return em().find(AuditEntry, { organizationId }, { orderBy: { id: "asc" } });
}

describe("a new webhook", () => {
  test("is shown once with its secret, and from then on without it", async () => {
    const owner = await createOrganization(database.orm);

    const answer = await create(owner, { url, events: ["job.failed"] });

    expect(answer.status).toBe(201);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const shown = (await expectDocumented(createWebhook, answer)) as ShownWebhook;
    const { secret, ...rest } = shown;
    expect(Buffer.from(secret.replace(/^whsec_/, ""), "base64")).toHaveLength(32);
    expect(rest).toMatchObject({
      webhookId: expect.stringMatching(/^whk_/),
      url,
      events: ["job.failed"],
      enabled: true,
      failureStreak: { count: 0 },
      createdBy: owner.accountId,
    });
    const place = answer.headers.get("Location") ?? "";
    const again = await api.call(place, { key: owner.key });
    expect(await expectDocumented(getWebhook, again)).toEqual(rest);
  });

  test("leaves its secret in no readable place: rows, responses, the audit log, the log", async () => {
    const owner = await person();
    const headers = { "Idempotency-Key": randomUUID() };
    const first = (await (await create(owner, { url }, headers)).json()) as ShownWebhook;
    const rotated = await rotate(owner, first.webhookId, {}, headers);
    const second = (await rotated.json()) as ShownWebhook;

    const rows = await em().execute(
      `select array_agg(e::text) as rows from webhook_endpoints e where organization_id = ?`,
      [owner.organizationId],
    );
    const answers = await em().find(IdempotentAnswer, { key: headers["Idempotency-Key"] });
    const acts = await actsOf(owner);
    const list = await api.call("/v1/webhooks", { key: owner.key });

    expect(answers).toHaveLength(2);
    const readable = [
      JSON.stringify(rows),
      ...answers.map(({ answer }) => Buffer.from(answer).toString("latin1")),
      JSON.stringify(acts),
      await list.text(),
      api.logLines.join("\n"),
    ].join("\n");
    for (const { secret } of [first, second]) {
      expect(readable).not.toContain(secret);
      expect(readable).not.toContain(secret.replace("whsec_", ""));
      const bytes = Buffer.from(secret.replace("whsec_", ""), "base64");
      expect(readable).not.toContain(bytes.toString("hex"));
    }
    expect(readable).not.toContain("whsec_");
  });

  test("is created once, however often the request is repeated, and returns the first secret", async () => {
    const owner = await createOrganization(database.orm);
    const headers = { "Idempotency-Key": randomUUID() };

    const first = await create(owner, { url }, headers);
    const again = await create(owner, { url }, headers);
    const other = await create(owner, { url, events: ["job.failed"] }, headers);

    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
    expect(await expectDocumented(createWebhook, again)).toEqual(
      await expectDocumented(createWebhook, first),
    );
    await expectProblem(createWebhook, other, 422, "idempotency_mismatch");
    const { organizationId } = owner;
    expect(await em().count(WebhookEndpoint, { organizationId })).toBe(1);
    expect((await actsOf(owner)).map(({ action }) => action)).toEqual(["webhook.created"]);
  });

  test("may share the URL of another webhook, with a separate secret", async () => {
    const owner = await createOrganization(database.orm);

    const [first, second] = [await created(owner), await created(owner)];

    expect(first.webhookId).not.toBe(second.webhookId);
    expect(first.secret).not.toBe(second.secret);
  });

  test("is refused beyond the organization's limit, even when several are created concurrently", async () => {
    const owner = await createOrganization(database.orm);
    for (let count = 1; count < webhooksMax; count += 1) await created(owner);

    const answers = await Promise.all([create(owner), create(owner), create(owner)]);

    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(2);
    for (const answer of refused) {
      const problem = await expectProblem(createWebhook, answer, 409, "webhook_limit_reached");
      expect(problem).toMatchObject({ details: { limit: webhooksMax } });
    }
    const { organizationId } = owner;
    expect(await em().count(WebhookEndpoint, { organizationId })).toBe(webhooksMax);
  });

  test("is refused for a host name that only URL.canParse accepts", async () => {
    const owner = await createOrganization(database.orm);
    const url = `https://${",+A&".repeat(5_000)}`;
    expect([URL.canParse(url), URL.parse(url)]).toEqual([true, null]);

    const answer = await create(owner, { url, events: ["job.failed"] });

    const problem = await expectProblem(createWebhook, answer, 422, "request_invalid");
    expect(problem).toMatchObject({ errors: [{ pointer: "/url" }, { pointer: "/url" }] });
  });

  test("is refused with every problem named at once", async () => {
    const owner = await createOrganization(database.orm);

    const answer = await create(owner, {
      url: "https://user:secret@example.com/",
      events: ["job.done", "job.failed", "test"],
      enabled: "yes",
      retries: 3,
    });

    const problem = await expectProblem(createWebhook, answer, 422, "request_invalid");
    const { errors } = problem as { errors: { pointer: string; code: string }[] };
    expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual([
      ["/url", "credentials_in_address"],
      ["/events/0", "not_allowed"],
      ["/events/2", "not_allowed"],
      ["/enabled", "wrong_type"],
      ["/retries", "unknown_field"],
    ]);
    expect(JSON.stringify(errors[1])).toContain("job.completed");
    expect(JSON.stringify(errors)).not.toContain("secret");
  });

  test.each([
    [{}, "/url", "required"],
    [{ url: "" }, "/url", "wrong_format"],
    [{ url: "example.com/hooks" }, "/url", "wrong_format"],
    [{ url: "ftp://example.com/hooks" }, "/url", "wrong_format"],
    [{ url: `https://example.com/${"x".repeat(2_048)}` }, "/url", "too_large"],
    [{ url, events: [] }, "/events", "too_small"],
    [{ url, events: ["job.failed", "job.failed"] }, "/events", "repeated"],
  ])("of %j is refused with the pointer of the problem", async (body, pointer, code) => {
    const owner = await createOrganization(database.orm);

    const problem = await expectProblem(
      createWebhook,
      await create(owner, body),
      422,
      "request_invalid",
    );

    expect(problem).toMatchObject({ errors: [{ pointer, code }] });
  });
});

describe("the webhooks of an organization", () => {
  test("are listed newest first, without those of other organizations", async () => {
    const owner = await createOrganization(database.orm);
    await created(await createOrganization(database.orm));
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift((await created(owner)).webhookId);

    const answer = await api.call("/v1/webhooks", { key: owner.key });

    const { data } = (await expectDocumented(listWebhooks, answer)) as { data: ShownWebhook[] };
    expect(data.map(({ webhookId }) => webhookId)).toEqual(ids);
  });

  test("are created by developers, and read by viewers", async () => {
    const developer = await person("developer");
    const viewer = await person("viewer");
    const { webhookId } = await createTestWebhook(database.orm, viewer);

    const made = await create(developer);
    const refused = await create(viewer);
    const seen = await api.call(`/v1/webhooks/${webhookId}`, { key: viewer.key });

    expect(made.status).toBe(201);
    await expectProblem(createWebhook, refused, 403, "permission_missing");
    expect(seen.status).toBe(200);
  });
});

describe("an update", () => {
  test("keeps omitted fields, and is audited with the host but not the path", async () => {
    const owner = await createOrganization(database.orm);
    const { webhookId } = await created(owner, { url, events: ["job.failed"] });

    const changed = await put(owner, webhookId, { url: "https://example.org/a-new-token" });

    expect(await expectDocumented(updateWebhook, changed)).toMatchObject({
      url: "https://example.org/a-new-token",
      events: ["job.failed"],
      enabled: true,
    });
    const acts = await actsOf(owner);
    expect(acts.at(-1)).toMatchObject({
      action: "webhook.updated",
      targetId: webhookId,
      apiKeyId: owner.keyId,
      before: { host: "example.com", events: ["job.failed"], enabled: true },
      after: { host: "example.org", events: ["job.failed"], enabled: true },
    });
    expect(JSON.stringify(acts)).not.toContain("token");
  });

  test("to null events selects all event types", async () => {
    const owner = await createOrganization(database.orm);
    const { webhookId } = await created(owner, { url, events: ["job.failed"] });

    await put(owner, webhookId, { events: null });

    expect(await read(owner, webhookId)).toMatchObject({ events: null });
  });

  test("that disables abandons pending deliveries; an update that enables ends the failure streak", async () => {
    const owner = await createOrganization(database.orm);
    const { webhookId, deliveryId } = await createTestDelivery(database.orm, owner);
    const since = new Date(Date.now() - 3_600_000);
    const streak = { consecutiveFailures: 7, firstFailureAt: since };
    await em().nativeUpdate(WebhookEndpoint, webhookId, streak);

    await put(owner, webhookId, { enabled: false });

    expect(await read(owner, webhookId)).toMatchObject({
      enabled: false,
      disabled: { reason: "owner" },
      failureStreak: { count: 7, since: since.toISOString() },
    });
    const [delivery] = await em().execute(`select state from webhook_deliveries where id = ?`, [
      deliveryId,
    ]);
    expect(delivery).toEqual({ state: "abandoned" });
    const enabled = await put(owner, webhookId, { enabled: true });
    expect(await expectDocumented(updateWebhook, enabled)).toMatchObject({
      enabled: true,
      failureStreak: { count: 0 },
    });
    expect(await read(owner, webhookId)).not.toHaveProperty("disabled");
  });

  test("is refused after another update; a failed attempt in between does not count", async () => {
    const owner = await createOrganization(database.orm);
    const { webhookId } = await created(owner);
    const before = await api.call(`/v1/webhooks/${webhookId}`, { key: owner.key });
    const match = { "If-Match": before.headers.get("ETag") ?? "" };
    const failed = { consecutiveFailures: 1, firstFailureAt: new Date() };
    await em().nativeUpdate(WebhookEndpoint, webhookId, failed);

    const first = await put(owner, webhookId, { events: ["job.failed"] }, match);
    const second = await put(owner, webhookId, { enabled: false }, match);

    expect(first.status).toBe(200);
    await expectProblem(updateWebhook, second, 412, "precondition_failed");
    expect(await read(owner, webhookId)).toMatchObject({ enabled: true, events: ["job.failed"] });
  });

  test("to a URL that webhooks cannot reach is refused", async () => {
    const owner = await createOrganization(database.orm);
    const { webhookId } = await created(owner);

    const answer = await put(owner, webhookId, { url: "http://10.0.0.1/" });

    const problem = await expectProblem(updateWebhook, answer, 422, "request_invalid");
    expect(problem).toMatchObject({
      errors: [
        { pointer: "/url", code: "https_required" },
        { pointer: "/url", code: "private_address" },
      ],
    });
  });
});

describe("rotating the secret", () => {
  test("shows the new secret once; both sign until the overlap has ended, then only the new one", async () => {
    const owner = await person();
    const first = await created(owner);
    const { webhookId } = first;

    const answer = await rotate(owner, webhookId, { overlapSeconds: 60 });

    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const second = (await expectDocumented(rotateWebhookSecret, answer)) as ShownWebhook;
    expect(second.secret).not.toBe(first.secret);
    expect(await read(owner, webhookId)).toMatchObject({
      rotation: { previousValidUntil: expect.any(String) },
    });
    const webhook = await em().findOneOrFail(WebhookEndpoint, webhookId);
    const signing = (seconds: number) =>
      openSecrets(testVault, webhook, new Date(Date.now() + seconds * 1_000));
    expect(signing(0)).toEqual([second.secret, first.secret]);
    expect(signing(61)).toEqual([second.secret]);
  });

  test("without an overlap ends the former secret immediately", async () => {
    const owner = await person();
    const { webhookId } = await created(owner);

    const answer = await rotate(owner, webhookId, { overlapSeconds: 0 });

    const { secret } = (await expectDocumented(rotateWebhookSecret, answer)) as ShownWebhook;
    const webhook = await em().findOneOrFail(WebhookEndpoint, webhookId);
    expect(openSecrets(testVault, webhook, new Date())).toEqual([secret]);
    expect(await read(owner, webhookId)).not.toHaveProperty("rotation");
  });

  test("requires a session: a leaked key cannot obtain a new secret", async () => {
    const owner = await createOrganization(database.orm);
    const { webhookId } = await created(owner);

    const answer = await api.call(`/v1/webhooks/${webhookId}/rotate-secret`, {
      key: owner.key,
      body: {},
    });

    await expectProblem(rotateWebhookSecret, answer, 403, "session_required");
  });

  test("that is repeated rotates once and returns the same secret", async () => {
    const owner = await person();
    const { webhookId } = await created(owner);
    const headers = { "Idempotency-Key": randomUUID() };

    const first = await rotate(owner, webhookId, {}, headers);
    const again = await rotate(owner, webhookId, {}, headers);

    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(await again.json()).toEqual(await first.json());
    const acts = (await actsOf(owner)).filter(({ action }) => action === "webhook.secret_rotated");
    expect(acts).toHaveLength(1);
  });

  test.each([-1, 30 * 86_400 + 1, 1.5, "60"])(
    "with an overlap of %j is refused",
    async (overlapSeconds) => {
      const owner = await person();
      const { webhookId } = await created(owner);

      const answer = await rotate(owner, webhookId, { overlapSeconds });

      const problem = await expectProblem(rotateWebhookSecret, answer, 422, "request_invalid");
      expect(problem).toMatchObject({ errors: [{ pointer: "/overlapSeconds" }] });
    },
  );
});

test("deleting a webhook deletes its secrets and pending deliveries; a second deletion returns not found", async () => {
  const owner = await createOrganization(database.orm);
  const { webhookId, deliveryId } = await createTestDelivery(database.orm, owner);
  const remove = async () =>
    api.call(`/v1/webhooks/${webhookId}`, { method: "DELETE", key: owner.key });

  const deleted = await remove();

  expect([deleted.status, await deleted.text()]).toEqual([204, ""]);
  await expectProblem(deleteWebhook, await remove(), 404, "webhook_not_found");
  const answer = await api.call(`/v1/webhooks/${webhookId}`, { key: owner.key });
  await expectProblem(getWebhook, answer, 404, "webhook_not_found");
  const list = await api.call("/v1/webhooks", { key: owner.key });
  expect(await list.json()).toEqual({ data: [], nextCursor: null });
  const webhook = await em().findOneOrFail(WebhookEndpoint, webhookId);
  expect([webhook.secret, webhook.previousSecret]).toEqual([null, null]);
  const rows = await em().execute(`select state from webhook_deliveries where id = ?`, [
    deliveryId,
  ]);
  expect(rows).toEqual([{ state: "abandoned" }]);
  expect((await actsOf(owner)).at(-1)).toMatchObject({
    action: "webhook.deleted",
    targetId: webhookId,
  });
});
