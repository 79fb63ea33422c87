import { describe, expect, test } from "vitest";

import { createAccount } from "#db/accounts/accounts.ts";
import { findCreditBalance, grantMonth, grantMonthlyCredits } from "#db/billing/credits.ts";
import { pastFreeGrants } from "#db/billing/free-grants.ts";
import { Account, Membership, Organization } from "#db/entities/account.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { FreeGrant } from "#db/entities/credits.ts";
import { createId } from "#db/ids.ts";
import { createOrganization as createRow } from "#db/organizations/organizations.ts";
import type { Role } from "#domain/accounts/permission.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";

const database = useDatabase();
const api = useApi(database);

const em = () => database.orm.em.fork();

async function person(role: Role = "owner") {
  const organization = await createOrganization(database.orm, { role });
  const { token } = await createTestSession(database.orm, organization.accountId);
  return { ...organization, token };
}

async function join(organizationId: string, role: Role) {
  const accountId = createId("account");
  await em().insert(Account, { id: accountId, email: `${accountId}@example.org` });
  await em().insert(Membership, { organizationId, accountId, role });
  const { token } = await createTestSession(database.orm, accountId);
  return { accountId, token };
}

async function outcomeOf(response: Response): Promise<[number, string]> {
  const text = await response.text();
  const code = text === "" ? "" : ((JSON.parse(text) as { code?: string }).code ?? "");
  return [response.status, code];
}

function memberPath(organizationId: string, accountId: string): string {
  return `/v1/organizations/${organizationId}/members/${accountId}`;
}

test("a person creates an organization, owns it, and it has the month's credits", async () => {
  const { token } = await person();

  const answer = await api.call("/v1/organizations", { token, body: { name: "Studio" } });

  expect(answer.status).toBe(201);
  const created = (await answer.json()) as { organizationId: string };
  expect(created).toMatchObject({ name: "Studio", plan: "free", role: "owner", budget: null });
  const read = await api.call(`/v1/organizations/${created.organizationId}`, { token });
  expect(await read.json()).toEqual(created);
  const balance = await em().execute(
    `select available from credit_accounts where organization_id = ?`,
    [created.organizationId],
  );
  expect(balance).toEqual([{ available: 50 }]);
  const listed = (await (await api.call("/v1/organizations", { token })).json()) as {
    data: { name: string }[];
  };
  expect(listed.data.map(({ name }) => name)).toEqual(["Studio", "Test"]);
});

test("ten concurrent creations make only as many organizations as the limit allows", async () => {
  const { token } = await person();

  const answers = await Promise.all(
    Array.from({ length: 10 }, async () =>
      api.call("/v1/organizations", { token, body: { name: "One more" } }),
    ),
  );

  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(4);
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(6);
});

test("organizations that now have another owner count towards the limit", async () => {
  const [founder, partner] = [await person(), await person()];
  const found = async () =>
    api.call("/v1/organizations", { token: founder.token, body: { name: "Farm" } });
  for (let count = 0; count < 4; count += 1) {
    const { organizationId } = (await (await found()).json()) as { organizationId: string };
    const { accountId } = partner;
    await em().insert(Membership, { organizationId, accountId, role: "owner" });
    const body = { role: "admin" };
    const path = memberPath(organizationId, founder.accountId);
    const down = await api.call(path, { method: "PUT", token: founder.token, body });
    expect(down.status).toBe(200);
  }

  expect(await outcomeOf(await found())).toEqual([409, "organization_limit"]);
});

describe("the free monthly credits", () => {
  const now = new Date();

  async function register(email: string): Promise<{ accountId: string; organizationId: string }> {
    const facts = { email, displayName: null, passwordHash: null, from: {}, now };
    const created = await createAccount(em(), { ...facts, method: "google", emailVerified: true });
    if (created === null) throw new Error("the address is taken");
    return created;
  }

  const found = async (accountId: string) =>
    (await createRow(em(), { name: "Farm", accountId, now, actor: {} })).organization.id;
  const available = async (organizationId: string) =>
    (await findCreditBalance(em(), organizationId)).available;

  test("are granted once for each person, however many organizations the person creates", async () => {
    const me = await register(`${createId("account")}@example.org`);
    const second = await found(me.accountId);

    expect(await available(me.organizationId)).toBe(50);
    expect(await available(second)).toBe(0);

    await grantMonthlyCredits(em(), { now, after: null });
    expect(await available(second)).toBe(0);
  });

  test("are granted once for each mailbox, whatever alias it is addressed by", async () => {
    const name = createId("account");
    const first = await register(`${name}@example.org`);
    const second = await register(`${name}+x@example.org`);

    expect(await available(first.organizationId)).toBe(50);
    expect(await available(second.organizationId)).toBe(0);
  });

  test("of an organization with two owners use the claim of one mailbox, even when granted concurrently", async () => {
    const [me, other] = [
      await register(`${createId("account")}@example.org`),
      await register(`${createId("account")}@example.org`),
    ];
    const organizationId = await found(me.accountId);
    await em().insert(Membership, { organizationId, accountId: other.accountId, role: "owner" });
    const later = new Date("2041-03-02T00:00:00Z");

    await Promise.all(
      [1, 2, 3].map(async () =>
        em().transactional(async (tx) => grantMonth(tx, organizationId, later)),
      ),
    );
    for (const owner of [me, other]) {
      await em().transactional(async (tx) => grantMonth(tx, owner.organizationId, later));
    }

    const granted = await em().execute<{ organization_id: string }[]>(
      `select organization_id from credit_entries where period = '2041-03' order by id`,
    );
    expect(granted.map(({ organization_id }) => organization_id)).toEqual([
      organizationId,
      other.organizationId,
    ]);
  });

  test("forget their mailboxes when the month is over", async () => {
    await em().insert(FreeGrant, { period: "2001-01", mailbox: Buffer.alloc(32) });

    await pastFreeGrants.deleteSome(em(), now);

    expect(await em().count(FreeGrant, { period: "2001-01" })).toBe(0);
  });
});

test.each([
  ["a line break", "Bank\r\nBcc: x@example.org"],
  ["a mark that turns the line", "report\u202Efdp.exe"],
  ["a line separator", "one\u2028two"],
])("a name with %s is refused", async (_what, name) => {
  const { token } = await person();

  const answer = await api.call("/v1/organizations", { token, body: { name } });

  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ errors: [{ pointer: "/name" }] });
});

test("budget and alerts are updated, audited, and read with the current spending", async () => {
  const { token, organizationId, accountId } = await person();
  const path = `/v1/organizations/${organizationId}`;
  const budget = { budget: 200, alertPercents: [50], lowCredits: 5 };

  const answer = await api.call(path, { method: "PUT", token, body: budget });

  expect(await answer.json()).toMatchObject({ name: "Test", spent: 0, ...budget });
  const [entry] = await em().find(AuditEntry, { organizationId });
  expect(entry).toMatchObject({
    action: "organization.updated",
    actorAccountId: accountId,
    address: "127.0.0.1",
    before: { budget: null, lowCredits: 10 },
    after: budget,
  });
});

test("a person's permissions in an organization follow the role there, whichever organization the token names", async () => {
  const me = await person("viewer");
  const { organizationId: mine } = await createOrganization(database.orm);
  const { organizationId: theirs } = await createOrganization(database.orm);
  await em().insert(Membership, { organizationId: mine, accountId: me.accountId, role: "owner" });
  await em().insert(Membership, {
    organizationId: theirs,
    accountId: me.accountId,
    role: "developer",
  });
  const put = async (organizationId: string) =>
    outcomeOf(
      await api.call(`/v1/organizations/${organizationId}`, {
        method: "PUT",
        token: me.token,
        body: { name: "Renamed" },
      }),
    );

  expect(await put(mine)).toEqual([200, ""]);
  expect(await put(theirs)).toEqual([403, "permission_missing"]);
  expect(await put(me.organizationId)).toEqual([403, "permission_missing"]);
});

test("a suspended or overdue organization is closed to its members' other sessions, too", async () => {
  const me = await person();
  const other = await createOrganization(database.orm);
  const { organizationId } = other;
  await em().insert(Membership, { organizationId, accountId: me.accountId, role: "owner" });
  const path = `/v1/organizations/${organizationId}`;
  const set = async (column: string, value: string) =>
    em().execute(`update organizations set ${column} = ? where id = ?`, [value, organizationId]);

  await set("payment_status", "overdue");
  const overdue = await outcomeOf(await api.call(path, { token: me.token }));
  await set("status", "suspended");
  const suspended = await outcomeOf(await api.call(path, { token: me.token }));

  expect(overdue).toEqual([403, "payment_overdue"]);
  expect(suspended).toEqual([403, "account_suspended"]);
});

describe("members", () => {
  test("two owners who leave at the same moment leave one", async () => {
    for (let round = 0; round < 5; round += 1) {
      const first = await person();
      const second = await join(first.organizationId, "owner");

      const answers = await Promise.all(
        [first, second].map(async ({ token, accountId }) =>
          api.call(memberPath(first.organizationId, accountId), { method: "DELETE", token }),
        ),
      );

      const outcomes = await Promise.all(answers.map(outcomeOf));
      expect(outcomes.toSorted(([left], [right]) => left - right)).toEqual([
        [204, ""],
        [409, "last_owner"],
      ]);
    }
  });

  test("the last owner can neither leave nor change roles", async () => {
    const { token, organizationId, accountId } = await person();
    const path = memberPath(organizationId, accountId);

    const leaves = await api.call(path, { method: "DELETE", token });
    const changes = await api.call(path, { method: "PUT", token, body: { role: "viewer" } });

    expect(await outcomeOf(leaves)).toEqual([409, "last_owner"]);
    expect(await outcomeOf(changes)).toEqual([409, "last_owner"]);
  });

  test("an admin changes roles, but neither adds nor removes owners", async () => {
    const owner = await person();
    const admin = await join(owner.organizationId, "admin");
    const viewer = await join(owner.organizationId, "viewer");
    const { token } = admin;
    const put = async (accountId: string, role: Role) =>
      outcomeOf(
        await api.call(memberPath(owner.organizationId, accountId), {
          method: "PUT",
          token,
          body: { role },
        }),
      );

    expect(await put(viewer.accountId, "developer")).toEqual([200, ""]);
    expect(await put(viewer.accountId, "owner")).toEqual([403, "permission_missing"]);
    expect(await put(owner.accountId, "viewer")).toEqual([403, "permission_missing"]);
    expect(await put("acc_none", "viewer")).toEqual([404, "member_not_found"]);
    const removes = await api.call(memberPath(owner.organizationId, owner.accountId), {
      method: "DELETE",
      token,
    });
    expect(await outcomeOf(removes)).toEqual([403, "permission_missing"]);
  });

  test("a removed member loses access, and so do the member's keys", async () => {
    const owner = await person();
    const member = await createOrganization(database.orm, { role: "developer" });
    await em().insert(Membership, {
      organizationId: member.organizationId,
      accountId: owner.accountId,
      role: "owner",
    });

    const removed = await api.call(memberPath(member.organizationId, member.accountId), {
      method: "DELETE",
      token: owner.token,
    });

    expect(removed.status).toBe(204);
    expect(await outcomeOf(await api.call("/v1/models", { key: member.key }))).toEqual([
      401,
      "api_key_unknown",
    ]);
  });

  test.each(["viewer", "developer"] as const)(
    "a %s cannot remove members but may leave",
    async (role) => {
      const owner = await person();
      const { token, accountId } = await join(owner.organizationId, role);
      const call = async (target: string) =>
        outcomeOf(
          await api.call(memberPath(owner.organizationId, target), { method: "DELETE", token }),
        );

      expect(await call(owner.accountId)).toEqual([403, "permission_missing"]);
      expect(await call(accountId)).toEqual([204, ""]);
    },
  );
});

test.each([
  ["GET", ""],
  ["PUT", ""],
  ["GET", "/members"],
  ["PUT", "/members/acc_any"],
  ["DELETE", "/members/acc_any"],
])(
  "%s of another organization%s returns 403, of an unknown organization 404",
  async (method, rest) => {
    const [me, other] = [await person(), await person()];
    const body = rest === "" ? { name: "Mine" } : { role: "viewer" };
    const call = async (id: string) =>
      outcomeOf(
        await api.call(`/v1/organizations/${id}${rest}`, {
          method,
          token: me.token,
          ...(method === "PUT" ? { body } : {}),
        }),
      );

    expect(await call(other.organizationId)).toEqual([403, "outside_organization"]);
    expect(await call("org_none")).toEqual([404, "organization_not_found"]);
  },
);

describe("all organizations", () => {
  const list = async (token: string, query: string) =>
    api.call(`/v1/organizations?scope=all${query}`, { token });

  async function operator() {
    const me = await person();
    await em().nativeUpdate(Account, me.accountId, { isOperator: true });
    return me;
  }

  test("are listed for operators only", async () => {
    const { token } = await person();

    const answer = await list(token, "");

    expect(await answer.json()).toMatchObject({
      status: 403,
      code: "permission_missing",
      details: { permission: "admin:orgs" },
    });
  });

  test("are listed with a session only, like all operator routes", async () => {
    const { token } = await operator();
    const made = await api.call("/v1/api-keys", { token, body: { name: "operator's" } });
    const { key } = (await made.json()) as { key: string };

    const refused = await api.call("/v1/organizations?scope=all", { key });

    expect(await outcomeOf(refused)).toEqual([403, "session_required"]);
    expect((await api.call("/v1/organizations", { key })).status).toBe(200);
  });

  test("are found by part of the name, by id, plan and status, in pages that do not overlap", async () => {
    const { token } = await operator();
    const name = `50%_off ${createId("organization")}`;
    const made: string[] = [];
    for (const values of [
      { plan: "free" },
      { plan: "pro", paymentStatus: "overdue" },
      { plan: "pro", status: "suspended" },
    ] as const) {
      const { organizationId } = await createOrganization(database.orm);
      await em().nativeUpdate(Organization, organizationId, { name, ...values });
      made.unshift(organizationId);
    }
    const search = `&search=${encodeURIComponent(name.toUpperCase())}`;
    const found = async (query: string) => {
      const ids: string[] = [];
      let cursor = "";
      do {
        const answer = await list(token, `${query}&limit=1${cursor}`);
        const page = (await answer.json()) as {
          data: { organizationId: string; role: null }[];
          nextCursor: string | null;
        };
        ids.push(...page.data.map(({ organizationId }) => organizationId));
        cursor = page.nextCursor === null ? "" : `&cursor=${encodeURIComponent(page.nextCursor)}`;
      } while (cursor !== "");
      return ids;
    };

    expect(await found(search)).toEqual(made);
    expect(await found(`&search=${made[1] ?? ""}`)).toEqual([made[1]]);
    expect(await found(`${search}&plan=pro`)).toEqual(made.slice(0, 2));
    expect(await found(`${search}&paymentStatus=overdue`)).toEqual([made[1]]);
    expect(await found(`${search}&status=suspended`)).toEqual([made[0]]);
    expect(await found("&search=no%25such")).toEqual([]);
  });

  test("a wrong plan and a wrong scope are named", async () => {
    const { token } = await operator();

    const answer = await api.call("/v1/organizations?scope=theirs&plan=gold", { token });

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      errors: [{ pointer: "query/scope" }, { pointer: "query/plan" }],
    });
  });
});
