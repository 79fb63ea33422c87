import { beforeAll, describe, expect, test } from "vitest";

import { closeAccount as closeRoute } from "#api/routes/account/close-account.ts";
import { updateAccount as updateRoute } from "#api/routes/account/update-account.ts";
import { Account, ApiKey, Membership } from "#db/entities/account.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { Email } from "#db/entities/email.ts";
import { Session } from "#db/entities/sign-in.ts";
import type { Role } from "#domain/accounts/permission.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { testPasswords } from "#test/support/accounts/test-passwords.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";

const password = "correct horse battery";
const next = "a new horse and battery";
let passwordHash: string;
const database = useDatabase();
const api = useApi(database);

beforeAll(async () => {
  passwordHash = await testPasswords.hash(password);
});

const em = () => database.orm.em.fork();

async function person({ hash = passwordHash }: { hash?: string | null } = {}) {
  const organization = await createOrganization(database.orm);
  const { accountId } = organization;
  const email = `${accountId}@example.org`.toLowerCase();
  await em().nativeUpdate(Account, accountId, { email, passwordHash: hash });
  return { ...organization, email, ...(await createTestSession(database.orm, accountId)) };
}

type Person = Awaited<ReturnType<typeof person>>;

async function put({ token }: { token: string }, body: unknown, headers = {}) {
  const answer = await api.call("/v1/account", { method: "PUT", token, body, headers });
  const answered = (await expectDocumented(updateRoute, answer)) as Record<string, unknown>;
  return { status: answer.status, etag: answer.headers.get("ETag"), body: answered };
}

async function close({ token }: { token: string }) {
  const answer = await api.call("/v1/account", { method: "DELETE", token });
  const body = (await expectDocumented(closeRoute, answer)) as Record<string, unknown>;
  return { status: answer.status, body };
}

async function signIn({ email }: Person, given = password) {
  const answer = await api.call("/v1/auth/login", { body: { email, password: given } });
  const body = (await answer.json()) as { accessToken: string; code?: string };
  return { status: answer.status, token: body.accessToken, code: body.code };
}

async function actionsOf(accountId: string): Promise<string[]> {
  const entries = await em().find(
    AuditEntry,
    { targetId: accountId, targetType: "account" },
    { orderBy: { id: "asc" } },
  );
  return entries.map(({ action }) => action);
}

async function age(sessionId: string, minutes: number): Promise<void> {
  await em().nativeUpdate(Session, sessionId, {
    createdAt: new Date(Date.now() - minutes * 60_000),
  });
}

describe("updating the caller's account", () => {
  test("sets and removes the name, and audits the change without the name", async () => {
    const me = await person();

    const named = await put(me, { displayName: " Ada Lovelace " });
    const unnamed = await put(me, { displayName: null });

    expect(named).toMatchObject({ status: 200, body: { displayName: "Ada Lovelace" } });
    expect(unnamed.body).toMatchObject({ displayName: null });
    const entries = await em().find(AuditEntry, { targetId: me.accountId });
    expect(entries.map(({ action }) => action)).toEqual(["account.updated", "account.updated"]);
    expect(JSON.stringify(entries)).not.toContain("Ada");
  });

  test("accepts the ETag of a read once", async () => {
    const me = await person();
    const read = await api.call("/v1/account", { token: me.token });
    const match = read.headers.get("ETag") ?? "";

    const answers = await Promise.all(
      ["Ada", "Grace"].map(async (displayName) => put(me, { displayName }, { "If-Match": match })),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 412]));
    const after = await api.call("/v1/account", { token: me.token });
    expect(answers.find(({ status }) => status === 200)?.etag).toBe(after.headers.get("ETag"));
  });

  test("with a new password ends the other sessions, keeps the current session, and sends an email", async () => {
    const me = await person();
    const other = await createTestSession(database.orm, me.accountId);

    const changed = await put(me, { currentPassword: password, password: next });

    expect(changed.status).toBe(200);
    expect((await api.call("/v1/account", { token: me.token })).status).toBe(200);
    await expect
      .poll(async () => (await api.call("/v1/account", { token: other.token })).status)
      .toBe(401);
    const { refreshToken } = other;
    const refreshed = await api.call("/v1/auth/refresh", { body: { refreshToken } });
    expect(await refreshed.json()).toMatchObject({ code: "session_ended" });
    expect(await signIn(me)).toMatchObject({ status: 401 });
    expect(await signIn(me, next)).toMatchObject({ status: 200 });
    const mails = await em().find(Email, { accountId: me.accountId });
    expect(mails).toMatchObject([{ template: "password_changed" }]);
    expect(await actionsOf(me.accountId)).toEqual(["account.password_changed"]);
  });

  test("refuses a wrong current password, and every password after ten attempts", async () => {
    const me = await person();
    const attempt = async (currentPassword: string) =>
      (await put(me, { currentPassword, password: next })).body["code"];

    for (let count = 0; count < 10; count += 1)
      expect(await attempt("wrong")).toBe("password_wrong");

    expect(await attempt(password)).toBe("sign_in_limited");
    expect(await actionsOf(me.accountId)).toEqual([]);
  });

  test.each([
    [{ password: next }, "/currentPassword"],
    [{ currentPassword: password, password: "q8#kz!" }, "/password"],
    [{ currentPassword: password, password: "password1234" }, "/password"],
    [{ displayName: "" }, "/displayName"],
    [{ status: "closed" }, "/status"],
    [{ email: "new@example.org" }, "/email"],
  ])("refuses %j and names the field", async (body, pointer) => {
    const me = await person();

    const answer = await put(me, body);

    expect(answer.status).toBe(422);
    expect(answer.body["errors"]).toMatchObject([{ pointer }]);
  });

  test("refuses the email address as password", async () => {
    const me = await person();

    const answer = await put(me, { currentPassword: password, password: me.email });

    expect(answer.body["errors"]).toMatchObject([
      { pointer: "/password", code: "address_as_password" },
    ]);
  });

  test("sets a first password on an account only shortly after a sign-in", async () => {
    const me = await person({ hash: null });
    await age(me.sessionId, 16);

    expect((await put(me, { password: next })).body).toMatchObject({
      status: 403,
      code: "recent_sign_in_required",
    });
    await age(me.sessionId, 14);
    expect((await put(me, { password: next })).status).toBe(200);
    expect(await signIn(me, next)).toMatchObject({ status: 200 });
  });
});

describe("closing the caller's account", () => {
  test("requires a sign-in within the last minutes, however new the token is", async () => {
    const me = await person();
    await age(me.sessionId, 16);

    expect((await close(me)).body).toMatchObject({ status: 403, code: "recent_sign_in_required" });
    expect((await em().findOneOrFail(Account, me.accountId)).status).toBe("active");
  });

  test("ends sessions and keys immediately, sends an email, and returns the date of erasure", async () => {
    const me = await person();
    const elsewhere = await createTestSession(database.orm, me.accountId);

    const closed = await close(me);

    expect(closed).toMatchObject({ status: 202, body: { status: "closing" } });
    const closesAt = Date.parse(String(closed.body["closesAt"]));
    expect(Math.abs(closesAt - Date.now() - 14 * 86_400_000)).toBeLessThan(60_000);
    for (const token of [me.token, elsewhere.token]) {
      await expect.poll(async () => (await api.call("/v1/account", { token })).status).toBe(401);
    }
    await expect.poll(async () => (await api.call("/v1/models", { key: me.key })).status).toBe(401);
    expect(await em().count(ApiKey, { accountId: me.accountId, revokedAt: null })).toBe(0);
    const mails = await em().find(Email, { accountId: me.accountId });
    expect(mails).toMatchObject([{ template: "account_closing" }]);
    expect(await actionsOf(me.accountId)).toEqual(["account.closing"]);
  });

  test("limits a new sign-in to reading, keeping and closing the account", async () => {
    const me = await person();
    await close(me);

    const { status, token } = await signIn(me);

    expect(status).toBe(200);
    const read = await api.call("/v1/account", { token });
    expect(await read.json()).toMatchObject({ status: "closing", closesAt: expect.any(String) });
    for (const path of ["/v1/models", "/v1/account/sessions", "/v1/jobs", "/v1/credits"]) {
      const refused = await api.call(path, { token });
      expect(await refused.json()).toMatchObject({ status: 403, code: "account_closing" });
    }
    const again = await close({ token });
    expect(again.status).toBe(202);
    expect(await actionsOf(me.accountId)).toEqual(["account.closing"]);
  });

  test("can be undone by the person, and the keys stay revoked", async () => {
    const me = await person();
    await close(me);
    const { token } = await signIn(me);

    const kept = await put({ token }, { status: "active" });

    expect(kept).toMatchObject({ status: 200, body: { status: "active", closesAt: null } });
    await expect.poll(async () => (await api.call("/v1/models", { token })).status).toBe(200);
    expect((await api.call("/v1/models", { key: me.key })).status).toBe(401);
    expect(await actionsOf(me.accountId)).toEqual(["account.closing", "account.reopened"]);
  });

  test("is refused to the last owner of an organization with other members, and names the organization", async () => {
    const me = await person();
    const other = await person();
    const { organizationId } = me;
    const join = async (role: Role) =>
      em().upsert(Membership, { organizationId, accountId: other.accountId, role });
    await join("admin");

    const refused = await close(me);

    expect(refused.body).toMatchObject({
      status: 409,
      code: "last_owner",
      details: { organizations: [{ organizationId, name: "Test" }] },
    });
    await join("owner");
    await em().nativeUpdate(Account, other.accountId, { status: "suspended" });
    expect((await close(me)).status).toBe(409);
    await em().nativeUpdate(Account, other.accountId, { status: "active" });
    expect((await close(me)).status).toBe(202);
  });

  test("is granted to only one of two owners at the same moment", async () => {
    for (let round = 0; round < 3; round += 1) {
      const [first, second] = [await person(), await person()];
      await em().insert(Membership, {
        organizationId: first.organizationId,
        accountId: second.accountId,
        role: "owner",
      });

      const answers = await Promise.all([close(first), close(second)]);

      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 409]));
    }
  });

  test("makes the other owner the last, who can neither leave nor change roles", async () => {
    const [first, second] = [await person(), await person()];
    const { organizationId } = first;
    const { accountId } = second;
    await em().insert(Membership, { organizationId, accountId, role: "owner" });
    await close(first);
    const path = `/v1/organizations/${organizationId}/members/${accountId}`;

    const leaves = await api.call(path, { method: "DELETE", token: second.token });

    expect(await leaves.json()).toMatchObject({ status: 409, code: "last_owner" });
  });

  test("requires a session: a key is refused", async () => {
    const { key } = await person();

    const answer = await api.call("/v1/account", { method: "DELETE", key });

    expect(await expectDocumented(closeRoute, answer)).toMatchObject({
      status: 403,
      code: "session_required",
    });
  });
});
