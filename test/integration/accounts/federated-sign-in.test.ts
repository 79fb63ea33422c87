import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { getAccount } from "#api/routes/account/get-account.ts";
import { getCredits } from "#api/routes/account/get-credits.ts";
import { Account } from "#db/entities/account.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { LinkedIdentity } from "#db/entities/identity.ts";
import { Session } from "#db/entities/sign-in.ts";
import type { IdentityProvider } from "#domain/accounts/identity.ts";
import {
  begin,
  callBack,
  comeBack,
  countRows,
  type FederatedWorld,
  fragmentOf,
  frontendUrl,
  otherFrontendUrl,
  publicUrl,
  signIn,
  startFederatedWorld,
} from "#test/support/accounts/federated-world.ts";
import { expectDocumented } from "#test/support/contract.ts";

let world: FederatedWorld;

beforeAll(async () => {
  world = await startFederatedWorld();
});

afterAll(async () => {
  await world.close();
});

const providers = ["google", "github"] as const;

const blockedByThis = `select pid as blocked from pg_stat_activity
  where pg_backend_pid() = any(pg_blocking_pids(pid))`;

/** Creates a person with a separate email address that both providers know. */
function createPerson({ verified = true } = {}): { login: string; email: string } {
  const login = `person-${randomUUID().slice(0, 8)}`;
  const email = `${login}@example.org`;
  world.google.people.set(login, { email, emailVerified: verified, name: "Ada" });
  world.github.people.set(login, {
    id: Number.parseInt(login.slice(7), 16),
    name: "Ada",
    emails: [
      { email: `old-${email}`, primary: false, verified: true },
      { email, primary: true, verified },
    ],
  });
  return { login, email };
}

async function accountOf(email: string): Promise<Account | null> {
  return world.database.orm.em.fork().findOne(Account, { email });
}

async function actionsOf(accountId: string): Promise<string[]> {
  const entries = await world.database.orm.em
    .fork()
    .find(AuditEntry, { actorAccountId: accountId }, { orderBy: { id: "asc" } });
  return entries.map(({ action }) => action);
}

describe.each(providers)("%s", (provider) => {
  test("the dashboard gets a session in a cookie, and no token in the fragment", async () => {
    const { login } = createPerson();
    const browser = world.newBrowser();

    const answer = await signIn(browser, provider, { as: login, state: publicUrl });

    expect(answer.location?.href.startsWith(`${publicUrl}/#binding=`)).toBe(true);
    const fragment = fragmentOf(answer);
    expect(Object.keys(fragment)).toEqual(["binding"]);
    expect(answer.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(
        /^__Host-gme-session=[\w-]{43}; Path=\/; Max-Age=25920\d\d; HttpOnly; SameSite=Strict; Secure$/,
      ),
    );
    const refreshed = await world.api.call("/v1/auth/refresh", {
      body: { keep: "cookie" },
      headers: {
        "X-Forwarded-Host": "engine.test",
        "Sec-Fetch-Site": "same-origin",
        Cookie: `__Host-gme-session=${browser.cookiesOf(publicUrl).get("__Host-gme-session")}`,
        "X-Session-Binding": fragment["binding"] ?? "",
      },
    });
    expect(refreshed.status).toBe(200);
  });

  test("a new person gets working tokens and the month's credits", async () => {
    const { login, email } = createPerson();
    const browser = world.newBrowser();

    const answer = await signIn(browser, provider, { as: login });

    expect(answer.status).toBe(302);
    expect(answer.location?.href.startsWith(`${frontendUrl}#`)).toBe(true);
    const { accessToken, refreshToken, ...rest } = fragmentOf(answer);
    expect(rest).toEqual({
      tokenType: "Bearer",
      expiresIn: "900",
      refreshExpiresIn: expect.stringMatching(/^\d{7}$/),
    });
    const account = await world.api.call("/v1/account", { token: accessToken ?? "" });
    expect(await expectDocumented(getAccount, account)).toMatchObject({
      email,
      displayName: "Ada",
      emailVerified: true,
      signInMethods: [{ method: provider, email }],
    });
    const credits = await world.api.call("/v1/credits", { token: accessToken ?? "" });
    expect(await expectDocumented(getCredits, credits)).toMatchObject({ available: 50 });
    const refreshed = await world.api.call("/v1/auth/refresh", { body: { refreshToken } });
    expect(refreshed.status).toBe(200);
    expect([...browser.cookiesOf(publicUrl)]).toEqual([]);
  });

  test("a second sign-in uses the same account in a new session", async () => {
    const { login, email } = createPerson();
    await signIn(world.newBrowser(), provider, { as: login });

    const answer = await signIn(world.newBrowser(), provider, { as: login });

    expect(fragmentOf(answer)).toHaveProperty("accessToken");
    const account = await accountOf(email);
    const em = world.database.orm.em.fork();
    const sessions = await em.find(Session, { accountId: account?.id ?? "" });
    expect(sessions.map(({ method }) => method)).toEqual([provider, provider]);
    expect(await em.count(LinkedIdentity, { accountId: account?.id ?? "" })).toBe(1);
    expect(await actionsOf(account?.id ?? "")).toEqual([
      "account.created",
      "identity.linked",
      "session.started",
      "session.started",
    ]);
  });

  test("a changed email address at the provider does not change the account", async () => {
    const { login, email } = createPerson();
    await signIn(world.newBrowser(), provider, { as: login });
    const known = world.github.people.get(login);
    const emails = [{ email: `new-${email}`, primary: true, verified: true }];
    world.github.people.set(login, { id: known?.id ?? 0, name: null, emails });
    world.google.people.set(login, { email: `new-${email}`, emailVerified: true });

    await signIn(world.newBrowser(), provider, { as: login });

    expect(await accountOf(`new-${email}`)).toBeNull();
    expect(await accountOf(email)).not.toBeNull();
  });

  test("a display name that registration would refuse is left out", async () => {
    const { login, email } = createPerson();
    const name = "Ada\nBcc: somebody@example.org";
    world.google.people.set(login, { email, emailVerified: true, name });
    const known = world.github.people.get(login);
    if (known !== undefined) world.github.people.set(login, { ...known, name });

    await signIn(world.newBrowser(), provider, { as: login });

    expect(await accountOf(email)).toMatchObject({ displayName: null });
  });

  test("tokens are sent to the requested front-end URL", async () => {
    const { login } = createPerson();
    const browser = world.newBrowser();

    const answer = await signIn(browser, provider, { as: login, state: otherFrontendUrl });

    expect(answer.location?.href.startsWith(`${otherFrontendUrl}#accessToken=`)).toBe(true);
  });

  test("two tabs of one browser can sign in concurrently, in any order", async () => {
    const { login } = createPerson();
    const browser = world.newBrowser();
    const first = await begin(browser, provider);
    const second = await begin(browser, provider, otherFrontendUrl);
    const goThrough = async (location: URL | null) =>
      browser.goThrough(location ?? "", { as: login, stopAt: publicUrl });
    const firstBack = await goThrough(first.location);
    const secondBack = await goThrough(second.location);

    const secondAnswer = await callBack(browser, secondBack);
    const firstAnswer = await callBack(browser, firstBack);

    expect(secondAnswer.location?.href.startsWith(`${otherFrontendUrl}#accessToken=`)).toBe(true);
    expect(firstAnswer.location?.href.startsWith(`${frontendUrl}#accessToken=`)).toBe(true);
  });

  test("eight concurrent first sign-ins of one person create one account", async () => {
    const { login, email } = createPerson();
    const browsers = Array.from({ length: 8 }, () => world.newBrowser());
    const backs = await Promise.all(
      browsers.map(async (browser) => comeBack(browser, provider, { as: login })),
    );

    const answers = await Promise.all(
      browsers.map(async (browser, index) => callBack(browser, backs[index] ?? new URL(publicUrl))),
    );

    const failures = answers.map(fragmentOf).filter((fragment) => !("accessToken" in fragment));
    expect(failures).toEqual([]);
    const account = await accountOf(email);
    const em = world.database.orm.em.fork();
    expect(await em.count(LinkedIdentity, { accountId: account?.id ?? "" })).toBe(1);
    expect(await em.count(Session, { accountId: account?.id ?? "" })).toBe(8);
  });

  test("a repeated sign-in waits for the account's lock without holding the identity's lock", async () => {
    const { login, email } = createPerson();
    await signIn(world.newBrowser(), provider, { as: login });
    const { id: accountId } = (await accountOf(email)) ?? { id: "" };
    const browser = world.newBrowser();
    const back = await comeBack(browser, provider, { as: login });

    const answer = await world.database.orm.em.fork().transactional(async (tx) => {
      await tx.execute(`select 1 from accounts where id = ? for update`, [accountId]);
      const pending = callBack(browser, back);
      await expect
        .poll(async () => tx.execute(blockedByThis), { timeout: 30_000 })
        .toMatchObject([{ blocked: expect.any(Number) }]);
      // Were the identity locked by the waiting sign-in, the two transactions would deadlock.
      await tx.nativeUpdate(LinkedIdentity, { accountId }, { lastUsedAt: new Date() });
      return { pending };
    });

    expect(fragmentOf(await answer.pending)).toHaveProperty("accessToken");
  });

  test("a denial at the provider is reported to the front end, and leaves no rows", async () => {
    const { login } = createPerson();
    const before = await countRows(world);

    const answer = await signIn(world.newBrowser(), provider, { as: login, refuse: true });

    expect(fragmentOf(answer)).toMatchObject({
      error: "sign_in_denied",
      errorDescription: expect.stringMatching(/\w/),
      requestId: answer.headers.get("x-request-id"),
    });
    expect(await countRows(world)).toEqual(before);
  });

  test.each(["suspended", "closed"] as const)("a %s account gets no session", async (status) => {
    const { login, email } = createPerson();
    await signIn(world.newBrowser(), provider, { as: login });
    await world.database.orm.em.fork().nativeUpdate(Account, { email }, { status });
    const before = await countRows(world);

    const answer = await signIn(world.newBrowser(), provider, { as: login });

    expect(fragmentOf(answer)).toMatchObject({ error: "account_suspended" });
    expect(await countRows(world)).toEqual(before);
  });

  test("the log contains neither email addresses nor secrets", () => {
    const log = world.api.logLines.join("\n");

    expect(log).toContain(`/v1/auth/${provider}/callback`);
    expect(log).not.toContain("@example.org");
    expect(log).not.toMatch(/gho_|code=|accessToken|eyJ/);
    expect(log).not.toContain(world[provider].settings.clientSecret);
  });
});

test("a person whose email address both providers confirm is one account with two sign-in methods", async () => {
  const { login, email } = createPerson();
  await signIn(world.newBrowser(), "google", { as: login });

  const answer = await signIn(world.newBrowser(), "github", { as: login });

  const { accessToken } = fragmentOf(answer);
  const account = await world.api.call("/v1/account", { token: accessToken ?? "" });
  expect(await expectDocumented(getAccount, account)).toMatchObject({
    email,
    signInMethods: [
      { method: "google", email },
      { method: "github", email },
    ],
  });
});

test("GitHub's user id identifies the person: taking over a login does not take over the account", async () => {
  const { login, email } = createPerson();
  await signIn(world.newBrowser(), "github", { as: login });
  const thief = createPerson();
  const known = world.github.people.get(thief.login);
  if (known !== undefined) world.github.people.set(login, known);

  await signIn(world.newBrowser(), "github", { as: login });

  const em = world.database.orm.em.fork();
  const [own, other] = [await accountOf(email), await accountOf(thief.email)];
  expect(await em.count(Session, { accountId: own?.id ?? "" })).toBe(1);
  expect(await em.count(Session, { accountId: other?.id ?? "" })).toBe(1);
});

test.each(providers satisfies readonly IdentityProvider[])(
  "%s receives the engine's state, PKCE S256 and no secret",
  async (provider) => {
    const { location } = await begin(world.newBrowser(), provider);

    const query = Object.fromEntries(location?.searchParams ?? []);
    expect(query).toMatchObject({
      response_type: "code",
      client_id: world[provider].settings.clientId,
      redirect_uri: `${publicUrl}/v1/auth/${provider}/callback`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    expect(query["nonce"] === undefined).toBe(provider === "github");
    expect(location?.href).not.toContain("secret");
  },
);
