import { describe, expect, test } from "vitest";

import { recordAudit } from "#db/audit.ts";
import { rolePermissions } from "#domain/accounts/permission.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { createQueuedJob } from "#test/support/jobs/finished-jobs.ts";

const database = useDatabase();
const api = useApi(database);
/** Bounds that are ISO 8601 in years that PostgreSQL does not read. */
const wholeTime = "createdAfter=0000-01-01T00:00:00Z&createdBefore=9999-12-31T23:59:59-14:00";

interface Page {
  readonly data: Record<string, unknown>[];
  readonly nextCursor: string | null;
}

async function readAll(path: string, key: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  let cursor = "";
  do {
    const answer = await api.call(`${path}${cursor}`, { key });
    const page = (await answer.json()) as Page;
    rows.push(...page.data);
    cursor = page.nextCursor === null ? "" : `&cursor=${encodeURIComponent(page.nextCursor)}`;
  } while (cursor !== "");
  return rows;
}

test("the account shows the caller: all of the role's permissions for a token, the key's subset for a key", async () => {
  const owner = await createOrganization(database.orm, { permissions: ["models:read"] });
  const { token } = await createTestSession(database.orm, owner.accountId);

  const byToken = await (await api.call("/v1/account", { token })).json();
  const byKey = await (await api.call("/v1/account", { key: owner.key })).json();

  expect(byToken).toMatchObject({
    accountId: owner.accountId,
    organization: { organizationId: owner.organizationId, role: "owner" },
    permissions: rolePermissions.owner,
  });
  expect(byKey).toMatchObject({ permissions: ["models:read"] });
  expect(JSON.stringify(byToken)).not.toMatch(/hash/i);
});

describe("with an overdue payment", () => {
  test.each([
    ["/v1/account", 200],
    ["/v1/credits", 200],
    ["/v1/credits/ledger", 200],
    ["/v1/models", 403],
    ["/v1/jobs", 403],
  ])("%s returns %i", async (path, status) => {
    const { key, organizationId } = await createOrganization(database.orm);
    await database.orm.em
      .fork()
      .execute(`update organizations set payment_status = 'overdue' where id = ?`, [
        organizationId,
      ]);

    const answer = await api.call(path, { key });

    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject(status === 403 ? { code: "payment_overdue" } : {});
  });

  test("a suspended account reads nothing", async () => {
    const { key, accountId } = await createOrganization(database.orm);
    await database.orm.em
      .fork()
      .execute(`update accounts set status = 'suspended' where id = ?`, [accountId]);

    const answer = await api.call("/v1/account", { key });

    expect(await answer.json()).toMatchObject({ status: 403, code: "account_suspended" });
  });
});

describe("sessions", () => {
  test("are listed newest first with device and IP address, limited to the caller's own", async () => {
    const me = await createOrganization(database.orm);
    const other = await createOrganization(database.orm);
    const first = await createTestSession(database.orm, me.accountId);
    const second = await createTestSession(database.orm, me.accountId);
    await createTestSession(database.orm, other.accountId);

    const answer = await api.call("/v1/account/sessions", { token: second.token });

    const { data } = (await answer.json()) as Page;
    expect(data).toMatchObject([
      { sessionId: second.sessionId, current: true, userAgent: "test", address: "127.0.0.1" },
      { sessionId: first.sessionId, current: false, method: "password" },
    ]);
  });

  test("an ended session is refused within about a second, and ends once", async () => {
    const me = await createOrganization(database.orm);
    const [lost, kept] = [
      await createTestSession(database.orm, me.accountId),
      await createTestSession(database.orm, me.accountId),
    ];
    const path = `/v1/account/sessions/${lost.sessionId}`;
    expect((await api.call("/v1/account", { token: lost.token })).status).toBe(200);

    const ends = await api.call(path, { method: "DELETE", token: kept.token });
    const again = await api.call(path, { method: "DELETE", token: kept.token });

    expect([ends.status, again.status]).toEqual([204, 204]);
    await expect
      .poll(async () => (await api.call("/v1/account", { token: lost.token })).status, {
        timeout: 3_000,
      })
      .toBe(401);
    const { data } = (await (
      await api.call("/v1/account/sessions", { token: kept.token })
    ).json()) as Page;
    expect(data).toHaveLength(1);
    const entries = await readAll("/v1/audit-log?limit=5&action=session.ended", me.key);
    expect(entries).toMatchObject([{ target: { type: "session", id: lost.sessionId } }]);
  });

  test("another person's session is refused and continues", async () => {
    const [me, other] = [
      await createOrganization(database.orm),
      await createOrganization(database.orm),
    ];
    const mine = await createTestSession(database.orm, me.accountId);
    const theirs = await createTestSession(database.orm, other.accountId);

    const answer = await api.call(`/v1/account/sessions/${theirs.sessionId}`, {
      method: "DELETE",
      token: mine.token,
    });

    expect(await answer.json()).toMatchObject({ status: 403, code: "outside_organization" });
    expect((await api.call("/v1/account", { token: theirs.token })).status).toBe(200);
  });
});

test("the ledger is paged newest first, and shows no other organization", async () => {
  const owner = await createOrganization(database.orm, { credits: 10 });
  const other = await createOrganization(database.orm);
  const jobs = [
    await createQueuedJob(database.orm, owner),
    await createQueuedJob(database.orm, owner),
  ];
  await createQueuedJob(database.orm, other);

  const all = await readAll("/v1/credits/ledger?limit=2", owner.key);
  const grants = await readAll("/v1/credits/ledger?limit=2&kind=grant", owner.key);

  expect(all.map(({ kind, amount, jobId }) => [kind, amount, jobId])).toEqual([
    ["hold", 1, jobs[1]],
    ["hold", 1, jobs[0]],
    ["grant", 10, null],
  ]);
  expect(grants).toMatchObject([{ kind: "grant", from: "issued", to: "available" }]);
});

test("the audit log is filtered by action, actor, target and time, in pages that do not overlap", async () => {
  const { organizationId, key } = await createOrganization(database.orm);
  const other = await createOrganization(database.orm);
  const em = database.orm.em.fork();
  for (const [action, actorAccountId, targetId] of [
    ["a.done", "acc_1", "x"],
    ["b.done", "acc_1", "y"],
    ["b.done", "acc_2", "x"],
  ] as const) {
    await recordAudit(em, { organizationId, action, actorAccountId, targetId });
  }
  await recordAudit(em, { organizationId: other.organizationId, action: "b.done" });
  const seen = async (query: string) =>
    (await readAll(`/v1/audit-log?limit=1${query}`, key)).map(({ action, target }) => [
      action,
      (target as { id: string }).id,
    ]);

  expect(await seen("")).toEqual([
    ["b.done", "x"],
    ["b.done", "y"],
    ["a.done", "x"],
  ]);
  expect(await seen("&action=b.done")).toHaveLength(2);
  expect(await seen("&actor=acc_1")).toHaveLength(2);
  expect(await seen("&target=x&action=a.done")).toEqual([["a.done", "x"]]);
  expect(await seen("&createdAfter=2001-01-01T00:00:00Z")).toHaveLength(3);
  expect(await seen("&createdBefore=2001-01-01T00:00:00Z")).toEqual([]);
  expect(await seen(`&${wholeTime}`)).toHaveLength(3);
});

test("the audit log is exported as lines with all entries of the period and of no other organization", async () => {
  const { organizationId, key } = await createOrganization(database.orm);
  const other = await createOrganization(database.orm);
  await database.orm.em.fork().execute(
    `insert into audit_log (id, organization_id, action, created_at)
     select 'aud_' || lpad(n::text, 12, '0'), ?, 'a.done', now() - interval '1 day' from generate_series(1, 1001) n`,
    [organizationId],
  );
  await recordAudit(database.orm.em.fork(), {
    organizationId: other.organizationId,
    action: "b.done",
  });
  const download = async (query: string) => {
    const path = `/app/audit-log/export${query}`;
    const response = await api.call(path, { key, method: "POST" });
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "application/x-ndjson",
    ]);
    const lines = (await response.text()).split("\n").filter((line) => line !== "");
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  };

  const all = await download("");
  expect(new Set(all.map(({ entryId }) => entryId)).size).toBe(1_001);
  expect(all.slice(0, 2)).toEqual(await firstEntries(key));
  expect(await download(`?${wholeTime}`)).toHaveLength(1_002);
  expect(await download("?createdAfter=2999-01-01T00:00:00Z")).toEqual([]);
  const [last] = await readAll("/v1/audit-log?limit=1&action=audit_log.exported", key);
  expect(last).toMatchObject({ after: { createdAfter: "2999-01-01T00:00:00Z" } });
});

/** The two newest entries before the export, which is an entry, too. */
async function firstEntries(key: string): Promise<Record<string, unknown>[]> {
  const response = await api.call("/v1/audit-log?limit=2&action=a.done", { key });
  return ((await response.json()) as Page).data;
}

test("the audit log requires its permission", async () => {
  const { key } = await createOrganization(database.orm, { role: "developer" });

  for (const [method, path] of [
    ["GET", "/v1/audit-log"],
    ["POST", "/app/audit-log/export"],
  ] as const) {
    const answer = await api.call(path, { key, method });
    expect(await answer.json()).toMatchObject({
      status: 403,
      code: "permission_missing",
      details: { permission: "audit:read" },
    });
  }
});
