import { describe, expect, test } from "vitest";

import { ApiKey, Organization } from "#db/entities/account.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import {
  addApiKey,
  type KeyManager,
  type KeyRules,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from "#db/organizations/manage-api-keys.ts";
import { effectivePermissions, type Role } from "#domain/accounts/permission.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { startApi, type TestApi } from "#test/support/api.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { lastAcceptedMs } from "#test/support/jobs/last-accepted.ts";
import { runUndisturbed } from "#test/support/measurements/undisturbed.ts";

const database = useDatabase();
const api = useApi(database);
const other = useApi(database);

const em = () => database.orm.em.fork();
const rules: KeyRules = {
  name: "shop",
  permissions: null,
  creditLimit: null,
  allowedAddresses: null,
  expiresAt: null,
};

function managerOf(owner: TestOrganization, role: Role = "owner"): KeyManager {
  const { organizationId, accountId } = owner;
  const permissions = effectivePermissions(null, { role, isOperator: false });
  return { organizationId, accountId, role, permissions, plan: "enterprise" };
}

async function ownerWithKey(given: Partial<KeyRules> = {}, credits = 1_000) {
  const owner = await createOrganization(database.orm, { credits });
  const caller = managerOf(owner);
  const actor = { organizationId: owner.organizationId, actorAccountId: owner.accountId };
  const { key, value } = await addApiKey(em(), { caller, rules: { ...rules, ...given }, actor });
  return { owner, caller, actor, keyId: key.id, value };
}

async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as { code: string }).code;
}

async function generate(server: TestApi, key: string): Promise<Response> {
  const body = { capability: "text-to-image", model: "studio-image", prompt: "a red fox" };
  return server.call("/v1/generations", { key, body });
}

describe("revoking", () => {
  test("takes effect within a second in processes that have cached the key", async () => {
    const { caller, actor, keyId, value } = await ownerWithKey();
    const servers = [api, other];
    for (const server of servers) {
      expect((await server.call("/v1/models", { key: value })).status).toBe(200);
    }

    await revokeApiKey(em(), { caller, keyId, actor });

    for (const server of servers) {
      const acceptedMs = await lastAcceptedMs(401, async () =>
        server.call("/v1/models", { key: value }),
      );
      expect(acceptedMs).toBeLessThan(1_000);
      expect(await codeOf(await server.call("/v1/models", { key: value }))).toBe("api_key_revoked");
    }
  });

  test("is idempotent, and audited without the value", async () => {
    const { caller, actor, keyId, owner, value } = await ownerWithKey();

    await revokeApiKey(em(), { caller, keyId, actor });
    await revokeApiKey(em(), { caller, keyId, actor });

    const { organizationId } = owner;
    const entries = await em().find(AuditEntry, { organizationId }, { orderBy: { id: "asc" } });
    expect(entries.map((entry) => entry.action)).toEqual(["api_key.created", "api_key.revoked"]);
    expect(JSON.stringify(entries)).not.toContain(value);
  });
});

describe("rotating", () => {
  test("keeps both values valid during the overlap, but not the value before them", async () => {
    const { caller, actor, keyId, value: first } = await ownerWithKey();

    const second = await rotateApiKey(em(), { caller, keyId, overlapSeconds: 60, actor });
    expect((await api.call("/v1/models", { key: first })).status).toBe(200);
    const third = await rotateApiKey(em(), { caller, keyId, overlapSeconds: 60, actor });

    expect((await other.call("/v1/models", { key: first })).status).toBe(401);
    expect((await other.call("/v1/models", { key: second.value })).status).toBe(200);
    expect((await other.call("/v1/models", { key: third.value })).status).toBe(200);
    const shown = await other.call(`/v1/api-keys/${keyId}`, { key: third.value });
    expect(await shown.json()).toMatchObject({
      keyId,
      last4: third.value.slice(-4),
      rotation: { previousValidUntil: expect.any(String) },
      status: "active",
    });
  });

  test("without an overlap revokes the former value immediately", async () => {
    const { caller, actor, keyId, value } = await ownerWithKey();

    await rotateApiKey(em(), { caller, keyId, overlapSeconds: 0, actor });

    const answer = await api.call("/v1/models", { key: value });
    expect([answer.status, await codeOf(answer)]).toEqual([401, "api_key_revoked"]);
    const key = await em().findOneOrFail(ApiKey, keyId);
    expect(key.revokedAt).toBeNull();
  });
});

describe("permissions of a key", () => {
  test("a key cannot have permissions that its creator lacks", async () => {
    const owner = await createOrganization(database.orm, { role: "developer" });
    const caller = managerOf(owner, "developer");

    const attempt = addApiKey(em(), {
      caller,
      rules: { ...rules, permissions: ["members:manage"] },
      actor: {},
    });

    await expect(attempt).rejects.toMatchObject({
      code: "permission_missing",
      details: { permission: "members:manage" },
    });
  });

  test("another member's key cannot be rotated, because its value would act as that member", async () => {
    const { owner, actor, keyId } = await ownerWithKey();
    const admin = { ...managerOf(owner, "admin"), accountId: "acc_of_an_admin" };

    const attempt = rotateApiKey(em(), { caller: admin, keyId, overlapSeconds: 0, actor });

    await expect(attempt).rejects.toMatchObject({ code: "permission_missing" });
  });

  test("a developer lowers the credit limit of a key, but neither raises nor removes it", async () => {
    const { owner, actor, keyId } = await ownerWithKey({ creditLimit: 10 });
    const change = async (role: Role, creditLimit: number | null) =>
      updateApiKey(em(), { caller: managerOf(owner, role), keyId, rules: { creditLimit }, actor });

    for (const higher of [11, null]) {
      await expect(change("developer", higher)).rejects.toMatchObject({
        code: "permission_missing",
      });
    }
    expect((await change("developer", 5)).creditLimit).toBe(5);
    expect((await change("admin", null)).creditLimit).toBeNull();
  });

  test("a developer manages only keys created by that developer", async () => {
    const { actor, keyId, owner } = await ownerWithKey();
    const developer = { ...managerOf(owner, "developer"), accountId: "acc_another" };

    const attempt = updateApiKey(em(), {
      caller: developer,
      keyId,
      rules: { name: "mine" },
      actor,
    });

    await expect(attempt).rejects.toMatchObject({ code: "permission_missing" });
  });

  test("another organization's key returns outside_organization, an unknown key not found", async () => {
    const { keyId } = await ownerWithKey();
    const stranger = await createOrganization(database.orm);

    const foreign = await api.call(`/v1/api-keys/${keyId}`, { key: stranger.key });
    const missing = await api.call("/v1/api-keys/key_none", { key: stranger.key });

    expect([foreign.status, await codeOf(foreign)]).toEqual([403, "outside_organization"]);
    expect([missing.status, await codeOf(missing)]).toEqual([404, "api_key_not_found"]);
  });

  test("an IP address outside the allowed networks is refused, an IP address inside is accepted", async () => {
    const outside = await ownerWithKey({ allowedAddresses: ["203.0.113.0/24"] });
    const inside = await ownerWithKey({ allowedAddresses: ["127.0.0.0/8"] });

    const refused = await api.call("/v1/models", { key: outside.value });

    expect([refused.status, await codeOf(refused)]).toEqual([403, "address_not_allowed"]);
    expect((await api.call("/v1/models", { key: inside.value })).status).toBe(200);
  });

  test("an expired key is refused with the code api_key_expired", async () => {
    const { value } = await ownerWithKey({ expiresAt: new Date(Date.now() - 1_000) });

    expect(await codeOf(await api.call("/v1/models", { key: value }))).toBe("api_key_expired");
  });
});

describe("limits on credits", () => {
  test("of twenty requests at two processes, exactly as many as the key's limit allows are accepted", async () => {
    const { value, keyId } = await ownerWithKey({ creditLimit: 7 });

    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => generate(index % 2 ? api : other, value)),
    );

    const refused = answers.filter((answer) => answer.status === 402);
    expect(answers.filter((answer) => answer.status === 202)).toHaveLength(7);
    expect(refused).toHaveLength(13);
    for (const answer of refused) expect(await codeOf(answer)).toBe("key_limit_reached");
    const shown = await api.call(`/v1/api-keys/${keyId}`, { key: value });
    expect(await shown.json()).toMatchObject({ creditLimit: 7, creditsSpent: 7 });
  });

  test("of twenty requests at two processes, exactly as many as the budget allows are accepted", async () => {
    const { value, owner } = await ownerWithKey();
    const { organizationId } = owner;
    await em().execute(`update credit_accounts set budget = 5 where organization_id = ?`, [
      organizationId,
    ]);

    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => generate(index % 2 ? api : other, value)),
    );

    const refused = answers.filter((answer) => answer.status === 402);
    expect(answers.filter((answer) => answer.status === 202)).toHaveLength(5);
    for (const answer of refused) expect(await codeOf(answer)).toBe("budget_exceeded");
  });

  test("released credits can be spent again", async () => {
    const { value } = await ownerWithKey({ creditLimit: 1 });
    const { jobId } = (await (await generate(api, value)).json()) as { jobId: string };
    expect((await generate(api, value)).status).toBe(402);

    await api.call(`/v1/jobs/${jobId}/cancel`, { key: value, method: "POST" });

    expect((await generate(api, value)).status).toBe(202);
  });

  test("falling below the low-credits threshold raises one event a month", async () => {
    const { value, owner } = await ownerWithKey({}, 11);

    for (let count = 0; count < 4; count += 1) await generate(api, value);

    const events = await em().execute(
      `select type, data from organization_events where organization_id = ?`,
      [owner.organizationId],
    );
    expect(events).toEqual([{ type: "credits.low", data: { available: 9, threshold: 10 } }]);
  });
});

test("over HTTP a person creates, updates, rotates and revokes a key, and sees each value once", async () => {
  const owner = await createOrganization(database.orm);
  const { token } = await createTestSession(database.orm, owner.accountId);
  const created = await api.call("/v1/api-keys", {
    token,
    body: { name: "shop", permissions: ["models:read"], allowedIps: ["127.0.0.1"] },
  });
  expect(created.status).toBe(201);
  expect(created.headers.get("Cache-Control")).toBe("no-store");
  const { keyId, key } = (await created.json()) as { keyId: string; key: string };
  expect((await api.call("/v1/models", { key })).status).toBe(200);

  const path = `/v1/api-keys/${keyId}`;
  const changed = await api.call(path, { method: "PUT", token, body: { creditLimit: 5 } });
  expect(await changed.json()).toMatchObject({ name: "shop", creditLimit: 5 });
  const rotated = await api.call(`${path}/rotate`, { token, body: { overlapSeconds: 0 } });
  const { key: next } = (await rotated.json()) as { key: string };
  expect((await other.call("/v1/models", { key: next })).status).toBe(200);
  const read = await (await api.call(path, { token })).text();
  expect(read).not.toContain(next);
  const revoked = await api.call(path, { method: "DELETE", token });
  expect([revoked.status, await revoked.text()]).toEqual([204, ""]);

  await lastAcceptedMs(401, async () => other.call("/v1/models", { key: next }));
  const gone = await api.call(path, { method: "PUT", token, body: { name: "again" } });
  expect(await codeOf(gone)).toBe("api_key_not_found");
});

test.each([
  [{ name: "" }, "/name"],
  [{ name: "x", permissions: ["everything"] }, "/permissions/0"],
  [{ name: "x", allowedIps: ["localhost"] }, "/allowedIps/0"],
  [{ name: "x", expiresAt: "2001-01-01T00:00:00Z" }, "/expiresAt"],
  [{ name: "x", creditLimit: 0 }, "/creditLimit"],
])("a key of %j is refused with the pointer of the problem", async (body, pointer) => {
  const owner = await createOrganization(database.orm);
  const { token } = await createTestSession(database.orm, owner.accountId);

  const answer = await api.call("/v1/api-keys", { token, body });

  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ errors: [{ pointer }] });
});

test("an organization has as many active keys as its plan allows, even when the last keys are created concurrently", async () => {
  const owner = await createOrganization(database.orm);
  await em().nativeUpdate(Organization, owner.organizationId, { plan: "free" });
  const { token } = await createTestSession(database.orm, owner.accountId);
  const add = async (server: TestApi, body: object = {}) =>
    server.call("/v1/api-keys", { token, body: { name: "another", ...body } });

  const answers = await Promise.all(
    Array.from({ length: 12 }, async (_value, index) => add(index % 2 === 0 ? api : other)),
  );
  const refused = answers.filter(({ status }) => status === 409);
  const made = answers.filter(({ status }) => status === 201);
  await api.call(`/v1/api-keys/${owner.keyId}`, { token, method: "DELETE" });
  const afterRevocation = await add(api);

  // One key existed before.
  expect([made.length, refused.length]).toEqual([9, 3]);
  expect(await refused[0]?.json()).toMatchObject({
    code: "api_key_limit_reached",
    details: { limit: 10 },
  });
  expect(afterRevocation.status).toBe(201);
});

test("last use and the day's requests are written in a batch", async () => {
  const servers: TestApi[] = [];
  // A batch is written every two seconds: on a machine that stalls, before the fifth request.
  let slowAttempts = 0;
  let used = await ownerWithKey();
  const useKey = async () => {
    used = await ownerWithKey();
    const server = await startApi(database);
    servers.push(server);
    const startedAt = performance.now();
    for (let count = 0; count < 5; count += 1) {
      await server.call("/v1/models", { key: used.value });
    }
    const { lastUsedAt } = await em().findOneOrFail(ApiKey, used.keyId);
    if (performance.now() - startedAt > 1_500) slowAttempts += 1;
    expect(lastUsedAt).toBeNull();
  };
  try {
    await runUndisturbed(async () => slowAttempts, useKey);
  } finally {
    await Promise.all(servers.map(async (server) => server.close()));
  }

  const { keyId, owner } = used;
  const key = () => em().findOneOrFail(ApiKey, keyId);
  await expect.poll(async () => (await key()).lastUsedAt).toBeInstanceOf(Date);
  const rows = await em().execute(
    `select api_key_id, requests from request_usage where organization_id = ?`,
    [owner.organizationId],
  );
  expect(rows).toEqual([{ api_key_id: keyId, requests: 5 }]);
});

test("keys are listed newest first", async () => {
  const { caller, actor, owner } = await ownerWithKey();
  for (const name of ["b", "c", "d"]) {
    await addApiKey(em(), { caller, rules: { ...rules, name }, actor });
  }

  const answer = await api.call("/v1/api-keys", { key: owner.key });

  const { data } = (await answer.json()) as { data: { name: string }[] };
  expect(data.map(({ name }) => name)).toEqual(["d", "c", "b", "shop", "test"]);
});
