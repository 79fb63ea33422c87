import { describe, expect, test, vi } from "vitest";

import type { Route } from "#api/http/route.ts";
import { createGrant } from "#api/routes/admin/create-grant.ts";
import { listUsers } from "#api/routes/admin/list-users.ts";
import { updateOrganizationTerms } from "#api/routes/admin/update-organization-terms.ts";
import { updateUser } from "#api/routes/admin/update-user.ts";
import { listUsers as listRows } from "#db/accounts/admin-users.ts";
import { findCreditBalance } from "#db/billing/credits.ts";
import { Account, Organization } from "#db/entities/account.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { CreditEntry } from "#db/entities/credits.ts";
import { createOperator } from "#test/support/accounts/access-world.ts";
import {
  createOrganization,
  type OrganizationOptions,
} from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import type { CallOptions } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { expectBalancedBooks } from "#test/support/jobs/credit-books.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";

const database = useDatabase();
const api = useApi(database);
const otherApi = useApi(database);

const em = () => database.orm.em.fork();

async function person(options: OrganizationOptions = {}) {
  const organization = await createOrganization(database.orm, options);
  const { token } = await createTestSession(database.orm, organization.accountId);
  return { ...organization, token };
}

/** Calls an administration route and checks the response against the OpenAPI document. */
async function operate(
  route: Route,
  { id = "", token, ...options }: { id?: string; token?: string } & CallOptions,
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const response = await api.call(route.path.replace(/\{\w+\}/, id), {
    method: route.method.toUpperCase(),
    token: token ?? (await createOperator(database.orm)).token,
    ...options,
  });
  const { status, headers } = response;
  return { status, headers, body: await expectDocumented(route, response) };
}

function codeOf({ status, body }: { status: number; body: unknown }): [number, string] {
  return [status, (body as { code?: string }).code ?? ""];
}

function pointersOf({ body }: { body: unknown }): string[] {
  const { errors } = body as { errors: { pointer: string }[] };
  return errors.map(({ pointer }) => pointer).toSorted();
}

async function outcomeOf(response: Response): Promise<[number, string]> {
  const body = (await response.json()) as { code?: string };
  return [response.status, body.code ?? ""];
}

describe("users", () => {
  test("are found by part of the email address or name in either case, by id, status and plan, in pages", async () => {
    const { token } = await createOperator(database.orm);
    const people = await Promise.all([person(), person(), person()]);
    const word = crypto.randomUUID().slice(0, 8);
    for (const [index, { accountId }] of people.entries()) {
      const named = index === 0 ? { displayName: `Ms. ${word.toUpperCase()}%` } : {};
      await em().nativeUpdate(Account, accountId, {
        email: index === 0 ? `a${index}@example.org` : `${word}_${index}@example.org`,
        ...named,
      });
    }
    const [first, second, third] = people;
    await em().nativeUpdate(Account, second?.accountId ?? "", { status: "suspended" });
    await em().nativeUpdate(Organization, third?.organizationId ?? "", { plan: "pro" });
    const find = async (query: string) => {
      const response = await api.call(`/v1/admin/users?${query}`, { token });
      return (await expectDocumented(listUsers, response)) as {
        data: { userId: string }[];
        nextCursor: string | null;
      };
    };
    const idsOf = async (query: string) => (await find(query)).data.map((user) => user.userId);

    const all = [third?.accountId, second?.accountId, first?.accountId];
    expect(new Set(await idsOf(`search=${word}`))).toEqual(new Set(all));
    expect(await idsOf(`search=${word}&status=suspended`)).toEqual([second?.accountId]);
    expect(await idsOf(`search=${word}&plan=pro`)).toEqual([third?.accountId]);
    expect(await idsOf(`search=${first?.accountId}`)).toEqual([first?.accountId]);
    expect(await idsOf(`search=${word}_`)).toHaveLength(2);
    expect(await idsOf(`search=${encodeURIComponent("%%%")}`)).toEqual([]);
    const page = await find(`search=${word}&limit=2`);
    const rest = await find(`search=${word}&limit=2&cursor=${page.nextCursor}`);
    expect([page.data.length, rest.data.length, rest.nextCursor]).toEqual([2, 1, null]);
  });

  test("are shown with their organizations and this month's spending", async () => {
    const { token } = await createOperator(database.orm);
    const me = await person();
    await queueJob(database.orm, me, 7);

    const answer = await api.call(`/v1/admin/users?search=${me.accountId}`, { token });

    expect(await expectDocumented(listUsers, answer)).toMatchObject({
      data: [
        {
          userId: me.accountId,
          status: "active",
          isOperator: false,
          organizations: [{ organizationId: me.organizationId, role: "owner", spentCredits: 7 }],
        },
      ],
    });
  });

  test("take three queries for a page of any length", async () => {
    await Promise.all([person(), person(), person()]);
    const execute = vi.spyOn(database.orm.em.getConnection(), "execute");
    const count = async (limit: number) => {
      execute.mockClear();
      expect(await listRows(em(), { filter: {}, limit, now: new Date() })).toHaveLength(limit);
      return execute.mock.calls.length;
    };
    // The processes of this test use the same connection, so a single count may have a query of theirs.
    const countLeast = async (limit: number) =>
      Math.min(await count(limit), await count(limit), await count(limit));

    expect([await countLeast(1), await countLeast(3)]).toEqual([3, 3]);
    execute.mockRestore();
  });

  test("can be suspended in every API process within about a second, sessions and keys included, and restored", async () => {
    const operator = await createOperator(database.orm);
    const me = await person();
    const callers = [{ key: me.key }, { token: me.token }].flatMap((credential) =>
      [api, otherApi].map(
        (one) => async () => outcomeOf(await one.call("/v1/account", credential)),
      ),
    );
    for (const call of callers) expect(await call()).toEqual([200, ""]);
    const change = async (body: object) =>
      operate(updateUser, { id: me.accountId, token: operator.token, body });

    const answer = await change({ status: "suspended", reason: "fraud" });

    expect(answer.body).toMatchObject({ status: "suspended", statusReason: "fraud" });
    await Promise.all(
      callers.map(async (call) =>
        expect.poll(call, { timeout: 1_500, interval: 50 }).toEqual([403, "account_suspended"]),
      ),
    );
    expect(await em().find(AuditEntry, { targetId: me.accountId })).toMatchObject([
      {
        action: "account.changed",
        actorAccountId: operator.accountId,
        before: { status: "active", isOperator: false },
        after: { status: "suspended", isOperator: false, reason: "fraud" },
      },
    ]);

    await change({ status: "active", reason: "a mistake" });
    const byKey = async () => outcomeOf(await api.call("/v1/account", { key: me.key }));
    await expect.poll(byKey, { timeout: 5_000 }).toEqual([200, ""]);
    const byToken = await outcomeOf(await api.call("/v1/account", { token: me.token }));
    expect(byToken).toEqual([401, "session_ended"]);
  });

  test("can become operators and lose that role, but operators cannot suspend or demote themselves", async () => {
    const operator = await createOperator(database.orm);
    const me = await person();
    const change = async (userId: string, body: object) =>
      codeOf(
        await operate(updateUser, {
          id: userId,
          token: operator.token,
          body: { reason: "test", ...body },
        }),
      );

    expect(await change(me.accountId, { isOperator: true })).toEqual([200, ""]);
    const list = async () => (await api.call("/v1/admin/users", { token: me.token })).status;
    await expect.poll(list, { timeout: 5_000 }).toBe(200);
    expect(await change(operator.accountId, { isOperator: false })).toEqual([
      409,
      "self_change_refused",
    ]);
    expect(await change(operator.accountId, { status: "suspended" })).toEqual([
      409,
      "self_change_refused",
    ]);
    expect(await change(me.accountId, { isOperator: false })).toEqual([200, ""]);
    await expect.poll(list, { timeout: 5_000 }).toBe(403);
  });

  test("of two operators who demote each other concurrently, one stays", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = await Promise.all([
        createOperator(database.orm),
        createOperator(database.orm),
      ]);
      const body = { isOperator: false, reason: "test" };
      const demote = async (id: string, token: string) =>
        (await operate(updateUser, { id, token, body })).status;

      const statuses = await Promise.all([
        demote(two.accountId, one.token),
        demote(one.accountId, two.token),
      ]);

      expect(new Set(statuses)).toEqual(new Set([200, 403]));
    }
  });

  test("with a closed account stay closed", async () => {
    const me = await person();
    await em().nativeUpdate(Account, me.accountId, { status: "closed" });

    const body = { status: "active", reason: "they ask for it" };
    const answer = await operate(updateUser, { id: me.accountId, body });

    expect(codeOf(answer)).toEqual([409, "user_closed"]);
  });

  test("are not overwritten after another operator's update", async () => {
    const operator = await createOperator(database.orm);
    const me = await person();
    const change = async (body: object, headers = {}) =>
      operate(updateUser, { id: me.accountId, token: operator.token, body, headers });
    const first = await change({ reason: "to read it" });
    const etag = first.headers.get("etag") ?? "";
    await change({ status: "suspended", reason: "one" });

    const late = await change({ isOperator: true, reason: "two" }, { "If-Match": etag });

    expect(codeOf(late)).toEqual([412, "precondition_failed"]);
  });

  test("are refused an update with every problem named", async () => {
    const me = await person();

    const body = { status: "closed", isOperator: "yes" };
    const answer = await operate(updateUser, { id: me.accountId, body });

    expect(answer.status).toBe(422);
    expect(pointersOf(answer)).toEqual(["/isOperator", "/reason", "/status"]);
  });
});

describe("organizations", () => {
  async function freeOrganization() {
    const operator = await createOperator(database.orm);
    const owner = await person({ credits: 0 });
    await em().nativeUpdate(Organization, owner.organizationId, {
      plan: "free",
      creditsPerMonth: null,
    });
    const change = async (body: object) => {
      const answer = await operate(updateOrganizationTerms, {
        id: owner.organizationId,
        token: operator.token,
        body: { reason: "contract", ...body },
      });
      expect(answer.status).toBe(200);
      return answer.body;
    };
    return { ...owner, change };
  }

  test("a larger plan grants the month's difference once, a smaller plan takes nothing back", async () => {
    const { organizationId, change } = await freeOrganization();
    const available = async () => (await findCreditBalance(em(), organizationId)).available;

    await change({ plan: "free" });
    expect(await available()).toBe(50);
    await Promise.all([change({ plan: "pro" }), change({ plan: "pro" })]);
    expect(await available()).toBe(500);
    await change({ plan: "free" });
    await change({ plan: "pro" });
    expect(await available()).toBe(500);
    await change({ plan: "team", creditsPerMonth: 800 });

    expect(await available()).toBe(800);
    const grants = await em().find(CreditEntry, { organizationId, kind: "grant" });
    expect(grants.map((entry) => entry.amount)).toEqual([50, 450, 300]);
    expect(new Set(grants.map((entry) => entry.expiresAt?.toISOString())).size).toBe(1);
    await expectBalancedBooks(database.orm, { organizationId });
  });

  test("terms are updated, shown, and audited with their former values", async () => {
    const { organizationId, change } = await freeOrganization();

    const changed = await change({
      plan: "enterprise",
      requestsPerHour: 20_000,
      creditsPerHour: 250,
      retentionDays: 365,
      paymentStatus: "overdue",
    });

    expect(changed).toMatchObject({
      plan: "enterprise",
      paymentStatus: "overdue",
      requestsPerHour: 20_000,
      creditsPerMonth: 0,
      agreed: {
        requestsPerHour: 20_000,
        creditsPerMonth: null,
        creditsPerHour: 250,
        retentionDays: 365,
      },
    });
    const [entry] = await em().find(AuditEntry, { organizationId });
    expect(entry).toMatchObject({
      action: "organization.terms_changed",
      before: { plan: "free", paymentStatus: "current", creditsPerHour: null },
      after: {
        plan: "enterprise",
        paymentStatus: "overdue",
        creditsPerHour: 250,
        retentionDays: 365,
        reason: "contract",
      },
    });
  });

  test("a suspended organization is refused in every API process within about a second, and gets no grant until reactivated", async () => {
    const { key, organizationId, change } = await freeOrganization();
    const callers = [api, otherApi].map(
      (one) => async () => outcomeOf(await one.call("/v1/account", { key })),
    );
    for (const call of callers) expect(await call()).toEqual([200, ""]);

    const suspended = await change({ status: "suspended" });

    expect(suspended).toMatchObject({ status: "suspended", statusReason: "contract" });
    await Promise.all(
      callers.map(async (call) =>
        expect.poll(call, { timeout: 1_500, interval: 50 }).toEqual([403, "account_suspended"]),
      ),
    );
    expect(await findCreditBalance(em(), organizationId)).toEqual({ available: 0, held: 0 });
    await change({ status: "active" });
    expect(await findCreditBalance(em(), organizationId)).toEqual({ available: 50, held: 0 });
  });

  test("a plan change refuses no running request, and raises the limit for the next one", async () => {
    const { key, change } = await freeOrganization();
    await change({ plan: "pro", requestsPerHour: null });
    const done = new AbortController();
    const statuses: number[] = [];
    const limits = new Set<string | null>();
    const running = [api, otherApi].map(async (one) => {
      while (!done.signal.aborted) {
        const answer = await one.call("/v1/rate-limits", { key });
        statuses.push(answer.status);
        limits.add(answer.headers.get("X-RateLimit-Limit"));
        await answer.body?.cancel();
      }
    });

    await change({ plan: "team" });
    await expect.poll(() => limits.has("2000"), { timeout: 5_000 }).toBe(true);
    done.abort();
    await Promise.all(running);

    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test("an operator cannot suspend the organization of the current session; a closed organization stays closed", async () => {
    const { token, accountId } = await createOperator(database.orm);
    const [own] = await em().execute<{ organization_id: string }[]>(
      `select organization_id from memberships where account_id = ?`,
      [accountId],
    );
    const closed = await createOrganization(database.orm);
    await em().nativeUpdate(Organization, closed.organizationId, { status: "closed" });
    const suspend = async (organizationId: string) =>
      codeOf(
        await operate(updateOrganizationTerms, {
          id: organizationId,
          token,
          body: { status: "suspended", reason: "test" },
        }),
      );

    expect(await suspend(own?.organization_id ?? "")).toEqual([409, "self_change_refused"]);
    expect(await suspend(closed.organizationId)).toEqual([409, "organization_closed"]);
  });
});

describe("grants", () => {
  test("a grant and a correction are ledger entries with actor, reason and expiry", async () => {
    const operator = await createOperator(database.orm);
    const { organizationId } = await createOrganization(database.orm, { credits: 10 });
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const post = async (body: object) =>
      operate(createGrant, { token: operator.token, body: { organizationId, ...body } });

    const grant = await post({ credits: 30, reason: "goodwill", expiresAt });
    const correction = await post({ credits: -15, reason: "booked twice" });

    expect([grant.status, correction.status]).toEqual([201, 201]);
    expect(grant.body).toMatchObject({ credits: 30, available: 40, expiresAt });
    expect(correction.body).toMatchObject({ credits: -15, available: 25, expiresAt: null });
    const entries = await em().find(
      CreditEntry,
      { organizationId, actorAccountId: operator.accountId },
      { orderBy: { id: "asc" } },
    );
    expect(entries).toMatchObject([
      { kind: "grant", amount: 30, reason: "goodwill" },
      { kind: "correction", amount: 15, reason: "booked twice", toBucket: "issued" },
    ]);
    const audited = await em().find(AuditEntry, { organizationId }, { orderBy: { id: "asc" } });
    expect(audited).toMatchObject([
      { action: "credits.granted", after: { credits: 30, reason: "goodwill" } },
      { action: "credits.corrected", after: { credits: -15, reason: "booked twice" } },
    ]);
    await expectBalancedBooks(database.orm, { organizationId });
  });

  test("concurrent grants with the same key, and a repetition after the response has expired, post one entry", async () => {
    const operator = await createOperator(database.orm);
    const { organizationId } = await createOrganization(database.orm, { credits: 0 });
    const headers = { "Idempotency-Key": "ticket-4711" };
    const body = { organizationId, credits: 30, reason: "goodwill" };
    const post = async (change = {}) =>
      operate(createGrant, { token: operator.token, body: { ...body, ...change }, headers });

    const answers = await Promise.all(Array.from({ length: 10 }, async () => post()));
    const statuses = new Set(answers.map((answer) => answer.status));
    statuses.delete(409);
    expect(statuses).toEqual(new Set([201]));
    await em().execute(`delete from idempotent_answers`);

    expect(codeOf(await post({ credits: 31 }))).toEqual([422, "idempotency_mismatch"]);
    expect((await post()).status).toBe(201);

    expect(await findCreditBalance(em(), organizationId)).toEqual({ available: 30, held: 0 });
    expect(await em().count(AuditEntry, { organizationId })).toBe(1);
  });

  test("concurrent corrections take at most the available credits, and none that a job holds", async () => {
    const operator = await createOperator(database.orm);
    const owner = await createOrganization(database.orm, { credits: 20 });
    await queueJob(database.orm, owner, 8);
    const { organizationId } = owner;

    const answers = await Promise.all(
      Array.from({ length: 6 }, async () =>
        codeOf(
          await operate(createGrant, {
            token: operator.token,
            body: { organizationId, credits: -5, reason: "test" },
          }),
        ),
      ),
    );

    expect(answers.filter(([status]) => status === 201)).toHaveLength(2);
    expect(answers.filter(([, code]) => code === "correction_too_large")).toHaveLength(4);
    expect(await findCreditBalance(em(), organizationId)).toEqual({ available: 2, held: 8 });
    await expectBalancedBooks(database.orm, owner);
  });

  test.each([
    [{ credits: 0, reason: " ", organizationId: "" }, ["/credits", "/organizationId", "/reason"]],
    [{ credits: 1, expiresAt: "2020-01-01T00:00:00Z" }, ["/expiresAt"]],
    [{ credits: -1, expiresAt: "2999-01-01T00:00:00Z" }, ["/expiresAt"]],
  ])("%j is refused with every problem named", async (change, pointers) => {
    const { organizationId } = await createOrganization(database.orm);

    const answer = await operate(createGrant, {
      body: { organizationId, reason: "test", ...change },
    });

    expect(answer.status).toBe(422);
    expect(pointersOf(answer)).toEqual(pointers);
  });
});

test.each([
  [
    "select id from accounts where id = ? or email ilike ? or display_name ilike ?",
    ["acc_1", "%needle%", "%needle%"],
    "accounts_search_index",
  ],
  [
    "select id from organizations where id = ? or name ilike ?",
    ["org_1", "%needle%"],
    "organizations_search_index",
  ],
])("the operators' search finds parts of a text by an index: %s", async (query, values, index) => {
  const [plan] = await em().transactional(async (tx) => {
    // Small tables are read completely, by scan or in the order of their ids.
    await tx.execute("set local enable_seqscan = off");
    await tx.execute("set local enable_indexscan = off");
    return tx.execute<Record<string, unknown>[]>(
      `explain (format json) ${query} order by id desc limit 50`,
      values,
    );
  });

  expect(JSON.stringify(plan)).toMatch(new RegExp(`"Bitmap Index Scan"[^}]+"${index}"`));
});
