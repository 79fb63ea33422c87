import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { Membership } from "#db/entities/account.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { countPasswordWork, testPasswords } from "#test/support/accounts/test-passwords.ts";
import { startApi, type TestApi } from "#test/support/api.ts";
import { useDatabase } from "#test/support/fixtures.ts";

const password = "correct horse battery";
let passwordHash: string;
const database = useDatabase();

let api: TestApi;
const slow = countPasswordWork();
let other: TestApi;

beforeAll(async () => {
  const settings = { trustProxy: true };
  api = await startApi(database, { settings, dependencies: { passwords: slow.passwords } });
  other = await startApi(database, { settings });
  passwordHash = await testPasswords.hash(password);
});

afterAll(async () => {
  await Promise.all([api.close(), other.close()]);
});

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

let addresses = 0;
/** Each test uses a separate IP address, because attempts count by IP address. */
function nextAddress(): string {
  addresses += 1;
  return `203.0.113.${addresses}`;
}

async function createPerson(): Promise<{ accountId: string; email: string }> {
  const { accountId } = await createOrganization(database.orm);
  const email = `${accountId}@example.org`;
  await database.orm.em
    .fork()
    .execute(`update accounts set password_hash = ?, email = ? where id = ?`, [
      passwordHash,
      email.toLowerCase(),
      accountId,
    ]);
  return { accountId, email };
}

async function send(
  path: string,
  body: object,
  { address = "198.51.100.1", to = api }: { address?: string; to?: TestApi } = {},
): Promise<Response> {
  return to.call(`/v1/auth/${path}`, { body, headers: { "X-Forwarded-For": address } });
}

async function signIn(): Promise<Tokens & { accountId: string; email: string }> {
  const person = await createPerson();
  const response = await send(
    "login",
    { email: person.email, password },
    { address: nextAddress() },
  );
  expect(response.status).toBe(200);
  return { ...person, ...((await response.json()) as Tokens) };
}

async function codeOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { code: string }).code;
}

async function age(seconds: number): Promise<void> {
  await database.orm.em
    .fork()
    .execute(`update refresh_tokens set used_at = used_at - make_interval(secs => ?)`, [seconds]);
}

describe("login", () => {
  test("returns working tokens, whatever the case of the email address", async () => {
    const { email } = await createPerson();

    const response = await send(
      "login",
      { email: email.toUpperCase(), password },
      { address: nextAddress() },
    );

    const tokens = (await response.json()) as Tokens;
    expect(tokens).toMatchObject({
      tokenType: "Bearer",
      expiresIn: 900,
      refreshExpiresIn: 2_592_000,
    });
    expect((await api.call("/v1/plans", { token: tokens.accessToken })).status).toBe(200);
  });

  test("responds the same, after the same slow work, to a wrong password and to an unknown email address", async () => {
    const { email } = await createPerson();
    const observed = new Set<string>();
    for (const name of [email, "nobody@example.org"]) {
      const before = slow.count();
      const address = nextAddress();
      const response = await send("login", { email: name, password: "wrong" }, { address });
      const { code, detail } = (await response.json()) as Record<string, unknown>;
      const slowCalls = slow.count() - before;
      observed.add(JSON.stringify({ status: response.status, code, detail, slowCalls }));
    }

    expect([...observed]).toEqual([
      JSON.stringify({
        status: 401,
        code: "sign_in_failed",
        detail: "The email address or the password is wrong.",
        slowCalls: 1,
      }),
    ]);
  });

  test("stops strangers who guess passwords, but not the owner at a known IP address", async () => {
    const { email } = await createPerson();
    const home = nextAddress();
    expect((await send("login", { email, password }, { address: home })).status).toBe(200);

    const guesses = await Promise.all(
      Array.from({ length: 30 }, async (_, index) =>
        send(
          "login",
          { email, password: `guess ${index}` },
          { address: nextAddress(), to: index % 2 === 0 ? api : other },
        ),
      ),
    );

    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
    const limited = guesses.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(20);
    expect(Number(limited[0]?.headers.get("Retry-After"))).toBeGreaterThan(0);
    const stranger = await send("login", { email, password }, { address: nextAddress() });
    expect(await codeOf(stranger)).toBe("sign_in_limited");
    expect((await send("login", { email, password }, { address: home })).status).toBe(200);
  });

  test("stops one IP address that tries many accounts", async () => {
    const address = nextAddress();
    const tries = await Promise.all(
      Array.from({ length: 65 }, async (_, index) =>
        send("login", { email: `many-${index}@example.org`, password: "wrong" }, { address }),
      ),
    );

    expect(tries.filter(({ status }) => status === 401)).toHaveLength(60);
  });

  test("of a suspended account returns 403, but only after the right password", async () => {
    const { accountId, email } = await createPerson();
    await database.orm.em
      .fork()
      .execute(`update accounts set status = 'suspended' where id = ?`, [accountId]);
    const address = nextAddress();

    const wrong = await send("login", { email, password: "wrong" }, { address });
    const right = await send("login", { email, password }, { address });

    expect([await codeOf(wrong), await codeOf(right)]).toEqual([
      "sign_in_failed",
      "account_suspended",
    ]);
  });

  test("is audited, refused or not", async () => {
    const { accountId } = await signIn();

    const rows = await database.orm.em
      .fork()
      .execute<{ action: string }[]>(
        `select action from audit_log where actor_account_id = ? order by id`,
        [accountId],
      );

    expect(rows.map(({ action }) => action)).toEqual(["session.started"]);
  });
});

describe("refresh", () => {
  test("returns tokens of the same session, and uses up the old token", async () => {
    const { refreshToken, accessToken } = await signIn();

    const tokens = (await (await send("refresh", { refreshToken })).json()) as Tokens;

    expect(tokens.refreshToken).not.toBe(refreshToken);
    const sid = (token: string) =>
      (
        JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as {
          sid: string;
        }
      ).sid;
    expect(sid(tokens.accessToken)).toBe(sid(accessToken));
  });

  test("returns the same successor to fifty concurrent requests on two processes, and ends no session", async () => {
    const { refreshToken } = await signIn();

    const responses = await Promise.all(
      Array.from({ length: 50 }, async (_, index) =>
        send("refresh", { refreshToken }, { to: index % 2 === 0 ? api : other }),
      ),
    );

    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    const all = await Promise.all(responses.map(async (one) => (await one.json()) as Tokens));
    const successors = new Set(all.map((tokens) => tokens.refreshToken));
    expect(successors.size).toBe(1);
    const [successor = ""] = successors;
    expect((await send("refresh", { refreshToken: successor })).status).toBe(200);
  });

  test("with a copy of a used token ends the session, its successor and its access tokens", async () => {
    const { refreshToken, accountId } = await signIn();
    const next = (await (await send("refresh", { refreshToken })).json()) as Tokens;
    await age(11);

    const theft = await send("refresh", { refreshToken });

    expect(await codeOf(theft)).toBe("session_ended");
    const afterwards = await send("refresh", { refreshToken: next.refreshToken });
    expect(await codeOf(afterwards)).toBe("session_ended");
    const access = await api.call("/v1/plans", { token: next.accessToken });
    expect(await codeOf(access)).toBe("session_ended");
    const rows = await database.orm.em
      .fork()
      .execute<{ action: string }[]>(
        `select action from audit_log where actor_account_id = ? order by id desc limit 1`,
        [accountId],
      );
    expect(rows).toEqual([{ action: "session.reuse_detected" }]);
  });

  test("with an organization returns tokens for that organization, with the role there", async () => {
    const first = await signIn();
    const { accountId } = first;
    const { organizationId } = await createOrganization(database.orm);
    const em = database.orm.em.fork();
    await em.insert(Membership, { organizationId, accountId, role: "viewer" });
    const speaksFor = async (token: string) => {
      const answer = await api.call("/v1/account", { token });
      return ((await answer.json()) as { organization: { role: string } }).organization;
    };
    expect(await speaksFor(first.accessToken)).toMatchObject({ role: "owner" });

    const { refreshToken } = first;
    const switched = await send("refresh", { refreshToken, organizationId });
    const second = (await switched.json()) as Tokens;
    const third = await send("refresh", { refreshToken: second.refreshToken });

    const there = { organizationId, role: "viewer" };
    expect(await speaksFor(second.accessToken)).toMatchObject(there);
    const { accessToken } = (await third.json()) as Tokens;
    expect(await speaksFor(accessToken)).toMatchObject(there);
    const creates = await api.call("/v1/api-keys", {
      token: second.accessToken,
      body: { name: "none" },
    });
    expect(await creates.json()).toMatchObject({ code: "permission_missing" });
    expect(await speaksFor(first.accessToken)).toMatchObject({ role: "owner" });
    const entries = await em.find(AuditEntry, { action: "session.organization_changed" });
    expect(entries).toMatchObject([
      { organizationId, actorAccountId: accountId, after: { organizationId } },
    ]);
  });

  test("with an organization of others is refused and does not use up the token", async () => {
    const { organizationId } = await createOrganization(database.orm);
    const { refreshToken } = await signIn();

    const refused = await send("refresh", { refreshToken, organizationId });

    expect(await refused.json()).toMatchObject({ status: 403, code: "outside_organization" });
    expect((await send("refresh", { refreshToken })).status).toBe(200);
  });

  test("refuses an expired token, an unknown token and a suspended person's token", async () => {
    const { refreshToken } = await signIn();
    const suspended = await signIn();
    const em = database.orm.em.fork();
    await em.execute(`update accounts set status = 'suspended' where id = ?`, [
      suspended.accountId,
    ]);
    const ofSuspended = await send("refresh", { refreshToken: suspended.refreshToken });
    await em.execute(`update refresh_tokens set expires_at = now()`);

    expect(await codeOf(ofSuspended)).toBe("session_ended");
    expect(await codeOf(await send("refresh", { refreshToken }))).toBe("session_ended");
    expect(await codeOf(await send("refresh", { refreshToken: "nothing" }))).toBe(
      "refresh_token_invalid",
    );
  });

  test("stores no token in plain text", async () => {
    const { refreshToken } = await signIn();

    const [row] = await database.orm.em
      .fork()
      .execute<{ found: boolean }[]>(
        `select exists (select 1 from refresh_tokens where hash = convert_to(?, 'UTF8')) as found`,
        [refreshToken],
      );

    expect(row).toEqual({ found: false });
  });
});

describe("logout", () => {
  test("ends the session, and is idempotent", async () => {
    const { refreshToken } = await signIn();

    const statuses = [
      (await send("logout", { refreshToken })).status,
      (await send("logout", { refreshToken })).status,
      (await send("logout", { refreshToken: "nothing" })).status,
    ];

    expect(statuses).toEqual([204, 204, 204]);
    expect(await codeOf(await send("refresh", { refreshToken }))).toBe("session_ended");
  });
});
