import { randomUUID } from "node:crypto";
import { connect } from "node:net";

import { describe, expect, test } from "vitest";

import { createApiKey as createApiKeyRoute } from "#api/routes/api-keys/create-api-key.ts";
import { routes } from "#api/routes/index.ts";
import { ApiKey, Membership, Organization } from "#db/entities/account.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { IdempotentAnswer } from "#db/entities/idempotency.ts";
import { Job } from "#db/entities/job.ts";
import { expiredAnswers } from "#db/idempotent-answers.ts";
import { createApiKey } from "#db/organizations/api-keys.ts";
import { AppError } from "#domain/errors.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { startApi, testVault, type TestApi } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";

const database = useDatabase();
const api = useApi(database);
const other = useApi(database);

const em = () => database.orm.em.fork();

async function person() {
  const organization = await createOrganization(database.orm);
  const { token } = await createTestSession(database.orm, organization.accountId);
  return { ...organization, token };
}

async function post(
  path: string,
  {
    token,
    key,
    body,
    server = api,
  }: { token: string; key: string; body: unknown; server?: TestApi },
): Promise<Response> {
  return server.call(path, { token, body, headers: { "Idempotency-Key": key } });
}

async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as { code: string }).code;
}

test("every authenticated POST that creates a resource takes an idempotency key", () => {
  const without = routes.filter(
    ({ method, status, access, idempotent }) =>
      method === "post" && status === 201 && access !== "public" && idempotent === undefined,
  );

  expect(without.map(({ operationId }) => operationId)).toEqual([]);
});

test("routes that create and wait for a job keep no receipt transaction open; the job itself is the receipt", () => {
  const held = routes.filter(({ waits, idempotent }) => waits === true && idempotent === true);

  expect(held.map(({ operationId }) => operationId)).toEqual([]);
});

describe("a job with an idempotency key", () => {
  test("is created once for the organization, even when another member repeats the request", async () => {
    const owner = await createOrganization(database.orm);
    const colleague = await createOrganization(database.orm);
    const { organizationId } = owner;
    await em().insert(Membership, {
      organizationId,
      accountId: colleague.accountId,
      role: "developer",
    });
    const { value } = await createApiKey(em(), {
      organizationId,
      accountId: colleague.accountId,
      name: "another server",
    });
    const headers = { "Idempotency-Key": randomUUID() };
    const chat = async (key: string, message: string) =>
      api.call("/v1/chat", { key, headers, body: { message } });

    const first = await chat(owner.key, "a fox");
    const repeated = await chat(value, "a fox");
    const changed = await chat(value, "an owl");

    const { jobId } = (await first.json()) as { jobId: string };
    expect(await repeated.json()).toMatchObject({ jobId });
    expect(repeated.headers.get("Idempotent-Replayed")).toBe("true");
    expect([changed.status, await codeOf(changed)]).toEqual([422, "idempotency_mismatch"]);
    expect(await em().count(Job, { organizationId })).toBe(1);
  });
});

describe("a request with an idempotency key", () => {
  test("gets the first response again when repeated, secret included, and creates nothing twice", async () => {
    const { token, organizationId } = await person();
    const request = { token, key: randomUUID(), body: { name: "shop" } };

    const first = await post("/v1/api-keys", request);
    const again = await post("/v1/api-keys", { ...request, server: other });

    expect(first.headers.get("Idempotent-Replayed")).toBeNull();
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect([
      again.status,
      again.headers.get("Location"),
      again.headers.get("Cache-Control"),
    ]).toEqual([first.status, first.headers.get("Location"), "no-store"]);
    const shown = (await expectDocumented(createApiKeyRoute, first)) as { key: string };
    expect(await expectDocumented(createApiKeyRoute, again)).toEqual(shown);
    expect((await api.call("/v1/models", { key: shown.key })).status).toBe(200);
    expect(await em().count(ApiKey, { organizationId, name: "shop" })).toBe(1);
    expect(await em().count(AuditEntry, { organizationId, action: "api_key.created" })).toBe(1);
  });

  test("leaves no readable secret in the database", async () => {
    const { token } = await person();
    const key = randomUUID();
    const answer = await post("/v1/api-keys", { token, key, body: { name: "shop" } });
    const { key: value } = (await answer.json()) as { key: string };

    const { answer: stored } = await em().findOneOrFail(IdempotentAnswer, { key });

    expect(Buffer.from(stored).includes(value)).toBe(false);
    expect(Buffer.from(stored).includes("gme_")).toBe(false);
  });

  test("creates one resource for ten concurrent requests; the others get 409 or the same response", async () => {
    const { token, organizationId } = await person();
    const request = { token, key: randomUUID(), body: { name: "shop" } };

    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, index) =>
        post("/v1/api-keys", { ...request, server: index % 2 ? api : other }),
      ),
    );

    const outcomes = answers.map(({ status, headers }) => [
      status,
      headers.get("Idempotent-Replayed"),
    ]);
    expect(
      outcomes.filter(([status, replayed]) => status === 201 && replayed === null),
    ).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect([answer.status, await codeOf(answer)]).toEqual([409, "idempotency_in_flight"]);
    }
    expect(await em().count(ApiKey, { organizationId, name: "shop" })).toBe(1);
  });

  test("gets 409 with Retry-After while the first request runs, and afterwards its response", async () => {
    const { token, accountId } = await person();
    const request = { token, key: randomUUID(), body: { name: "Slow" } };
    const held = Promise.withResolvers<null>();
    const blocking = Promise.withResolvers<null>();
    const blocked = em().transactional(async (tx) => {
      await tx.execute(`select 1 from accounts where id = ? for update`, [accountId]);
      blocking.resolve(null);
      await held.promise;
    });
    await blocking.promise;

    const first = post("/v1/organizations", request);
    await expect.poll(countAdvisoryLocks, { timeout: 10_000 }).toBe(1);
    const second = await post("/v1/organizations", { ...request, server: other });
    held.resolve(null);
    await blocked;

    expect([second.status, await codeOf(second)]).toEqual([409, "idempotency_in_flight"]);
    expect(second.headers.get("Retry-After")).toBe("1");
    const made = await (await first).json();
    const third = await post("/v1/organizations", { ...request, server: other });
    expect(await third.json()).toEqual(made);
  });

  test("creates nothing when its response cannot be stored", async () => {
    const { token, organizationId } = await person();
    const request = { token, key: randomUUID(), body: { name: "unkept" } };
    const seal = () => {
      throw new AppError("unavailable");
    };
    const failing = await startApi(database, { dependencies: { vault: { ...testVault, seal } } });

    const refused = await post("/v1/api-keys", { ...request, server: failing });
    await failing.close();

    expect(refused.status).toBe(503);
    expect(await em().count(ApiKey, { organizationId, name: "unkept" })).toBe(0);
    expect((await post("/v1/api-keys", request)).status).toBe(201);
  });

  test("is refused for another body, another path, and another member", async () => {
    const { token, organizationId, accountId } = await person();
    const colleague = await person();
    await em().nativeDelete(Membership, { accountId: colleague.accountId });
    await em().insert(Membership, {
      organizationId,
      accountId: colleague.accountId,
      role: "admin",
    });
    const { token: theirs } = await createTestSession(database.orm, colleague.accountId);
    const key = randomUUID();
    const first = await post("/v1/api-keys", { token, key, body: { name: "shop" } });
    const { keyId } = (await first.json()) as { keyId: string };
    const rotation = { token, key: randomUUID(), body: {} };
    expect((await post(`/v1/api-keys/${keyId}/rotate`, rotation)).status).toBe(200);

    const answers = [
      await post("/v1/api-keys", { token, key, body: { name: "another" } }),
      await post("/v1/api-keys", { token: theirs, key, body: { name: "shop" } }),
      await post(`/v1/api-keys/key_another/rotate`, rotation),
    ];

    for (const answer of answers) {
      expect([answer.status, await codeOf(answer)]).toEqual([422, "idempotency_mismatch"]);
    }
    expect(await em().count(ApiKey, { accountId, name: "shop" })).toBe(1);
  });

  test("rotates a key once, and returns the value again", async () => {
    const { token, keyId } = await person();
    const request = { token, key: randomUUID(), body: { overlapSeconds: 0 } };

    const first = await post(`/v1/api-keys/${keyId}/rotate`, request);
    const again = await post(`/v1/api-keys/${keyId}/rotate`, request);

    const { key: value } = (await first.json()) as { key: string };
    expect(await again.json()).toMatchObject({ key: value });
    expect((await other.call("/v1/models", { key: value })).status).toBe(200);
  });

  test("creates one organization, from whichever session the person repeats it", async () => {
    const { token, accountId } = await person();
    const request = { token, key: randomUUID(), body: { name: "Studio" } };

    const first = await post("/v1/organizations", request);
    const { token: elsewhere } = await createTestSession(database.orm, accountId);
    const again = await post("/v1/organizations", { ...request, token: elsewhere });

    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
    expect(await again.json()).toEqual(await first.json());
    expect(await em().count(Organization, { name: "Studio" })).toBe(1);
  });

  test("is evaluated again after a refusal", async () => {
    const { token } = await person();
    const key = randomUUID();
    const lacking = ["admin:users"];

    const refused = await post("/v1/api-keys", {
      token,
      key,
      body: { name: "shop", permissions: lacking },
    });
    const made = await post("/v1/api-keys", { token, key, body: { name: "shop" } });

    expect([refused.status, made.status]).toEqual([403, 201]);
  });

  test("gets its response from any process when the client reconnects after hanging up", async () => {
    const { token, organizationId } = await person();
    const key = randomUUID();
    const body = { name: "lost" };
    const count = async () => em().count(ApiKey, { organizationId, name: "lost" });

    const hangUp = await sendWithoutReading("/v1/api-keys", { token, key, body });
    await expect.poll(count, { timeout: 10_000 }).toBe(1);
    hangUp();
    const again = await post("/v1/api-keys", { token, key, body, server: other });

    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    const { key: value } = (await again.json()) as { key: string };
    expect((await other.call("/v1/models", { key: value })).status).toBe(200);
    expect(await count()).toBe(1);
  });

  test("is remembered for a day and then forgotten", async () => {
    const { token, organizationId } = await person();
    const request = { token, key: randomUUID(), body: { name: "daily" } };
    await post("/v1/api-keys", request);
    const kept = await em().findOneOrFail(IdempotentAnswer, { key: request.key });
    expect(kept.expiresAt.getTime() - kept.createdAt.getTime()).toBeCloseTo(86_400_000, -4);
    await em().nativeUpdate(IdempotentAnswer, { key: request.key }, { expiresAt: new Date(0) });

    const again = await post("/v1/api-keys", request);

    expect(again.headers.get("Idempotent-Replayed")).toBeNull();
    expect(await em().count(ApiKey, { organizationId, name: "daily" })).toBe(2);
    await em().nativeUpdate(IdempotentAnswer, { key: request.key }, { expiresAt: new Date(0) });
    expect(await expiredAnswers.deleteSome(em())).toBe(1);
  });
});

async function countAdvisoryLocks(): Promise<number> {
  const [row] = await em().execute<{ count: number }[]>(
    `select count(*)::int as count from pg_locks l join pg_database d on d.oid = l.database
     where l.locktype = 'advisory' and d.datname = current_database()`,
  );
  return row?.count ?? 0;
}

/**
 * Writes a whole request and reads nothing of the response. Returns a function that closes the connection.
 */
async function sendWithoutReading(
  path: string,
  { token, key, body }: { token: string; key: string; body: unknown },
): Promise<() => void> {
  const { hostname, port } = new URL(api.url);
  const text = JSON.stringify(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${token}`,
    `Idempotency-Key: ${key}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  const socket = connect(Number(port), hostname).pause();
  socket.write(`${head.join("\r\n")}\r\n\r\n${text}`);
  await new Promise((resolve) => socket.once("connect", resolve));
  return () => socket.destroy();
}
