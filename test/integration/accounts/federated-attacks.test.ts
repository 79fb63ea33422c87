import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { expiredSignInAttempts } from "#db/accounts/sign-in-attempts.ts";
import { SignInAttempt } from "#db/entities/identity.ts";
import type { IdentityProvider } from "#domain/accounts/identity.ts";
import {
  begin,
  callBack,
  comeBack,
  countRows,
  type FederatedWorld,
  expectRefusal,
  fragmentOf,
  frontendUrl,
  publicUrl,
  startFederatedWorld,
} from "#test/support/accounts/federated-world.ts";
import type { BrowserAnswer } from "#test/support/dashboard/browser.ts";

let world: FederatedWorld;
let before: Record<string, number>;
const providers = ["google", "github"] as const satisfies readonly IdentityProvider[];
const person = { as: "ada" };

beforeAll(async () => {
  world = await startFederatedWorld();
  world.google.people.set("ada", { email: "ada@example.org", emailVerified: true });
  const emails = [{ email: "ada@example.org", primary: true, verified: true }];
  world.github.people.set("ada", { id: 1, name: "Ada", emails });
});

afterAll(async () => {
  await world.close();
});

beforeEach(async () => {
  before = await countRows(world);
});

/** Expects an error response to the browser, and unchanged rows. */
async function expectRefused(answer: BrowserAnswer, code: string): Promise<void> {
  expectRefusal(answer, code);
  expect(await countRows(world)).toEqual(before);
}

/** Expects a redirect to the front end with an error and no tokens, and unchanged rows. */
async function expectFailed(answer: BrowserAnswer, code: string): Promise<void> {
  expect(answer.status).toBe(302);
  expect(answer.location?.href.startsWith(`${frontendUrl}#error=`)).toBe(true);
  expect(fragmentOf(answer)).toMatchObject({ error: code });
  expect(Object.keys(fragmentOf(answer)).toSorted()).toEqual([
    "error",
    "errorDescription",
    "requestId",
  ]);
  expect(await countRows(world)).toEqual(before);
}

function withParameter(url: URL, name: string, value: string): URL {
  const changed = new URL(url);
  changed.searchParams.set(name, value);
  return changed;
}

describe.each(providers)("a callback of %s", (provider) => {
  const other = provider === "google" ? "github" : "google";

  test("without a state, with an unknown state, or with two states is refused", async () => {
    const browser = world.newBrowser();
    const back = await comeBack(browser, provider, person);
    const unknown = withParameter(back, "state", "x".repeat(43));
    const none = new URL(back);
    none.searchParams.delete("state");
    const two = new URL(back);
    two.searchParams.append("state", back.searchParams.get("state") ?? "");
    const empty = withParameter(back, "state", "");

    for (const wrong of [unknown, none, two, empty]) {
      await expectRefused(await callBack(browser, wrong), "sign_in_attempt_invalid");
    }
  });

  test("in another browser is refused, and the attempt stays valid in the browser that began it", async () => {
    const browser = world.newBrowser();
    const back = await comeBack(browser, provider, person);

    await expectRefused(await callBack(world.newBrowser(), back), "sign_in_attempt_invalid");

    expect(fragmentOf(await callBack(browser, back))).toHaveProperty("accessToken");
  });

  test("with the cookie of another attempt is refused, so that no attacker can sign a victim in as themselves", async () => {
    const victim = world.newBrowser();
    const attacker = world.newBrowser();
    await begin(victim, provider);
    const back = await comeBack(attacker, provider, person);
    const [[, victimSecret = ""] = []] = victim.cookiesOf(publicUrl);
    const [[attackerName = ""] = []] = attacker.cookiesOf(publicUrl);

    await expectRefused(await callBack(victim, back), "sign_in_attempt_invalid");
    victim.cookiesOf(publicUrl).set(attackerName, victimSecret);
    await expectRefused(await callBack(victim, back), "sign_in_attempt_invalid");
  });

  test("works once: a repetition is refused, and its cookie is deleted", async () => {
    const browser = world.newBrowser();
    const back = await comeBack(browser, provider, person);
    const cookies = new Map(browser.cookiesOf(publicUrl));
    expect(fragmentOf(await callBack(browser, back))).toHaveProperty("accessToken");
    before = await countRows(world);

    await expectRefused(await callBack(browser, back), "sign_in_attempt_invalid");
    for (const [name, value] of cookies) browser.cookiesOf(publicUrl).set(name, value);
    await expectRefused(await callBack(browser, back), "sign_in_attempt_invalid");
  });

  test("ten times concurrently signs in once", async () => {
    const browser = world.newBrowser();
    const back = await comeBack(browser, provider, person);

    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => callBack(browser, back)),
    );

    const statuses = answers.map(({ status }) => status).toSorted((left, right) => left - right);
    expect(statuses).toEqual([302, ...Array.from({ length: 9 }, () => 400)]);
    expect((await countRows(world))["sessions"]).toBe((before["sessions"] ?? 0) + 1);
  });

  test("with a used code does not sign in", async () => {
    const first = world.newBrowser();
    const used = await comeBack(first, provider, person);
    await callBack(first, used);
    before = await countRows(world);
    const second = world.newBrowser();
    const back = await comeBack(second, provider, person);
    const code = used.searchParams.get("code") ?? "";

    await expectFailed(
      await callBack(second, withParameter(back, "code", code)),
      "identity_unverifiable",
    );
  });

  test("with the code of another attempt does not sign in, because PKCE binds the code to its browser", async () => {
    const victim = world.newBrowser();
    const stolen = await comeBack(victim, provider, person);
    const attacker = world.newBrowser();
    const back = await comeBack(attacker, provider, person);
    const code = stolen.searchParams.get("code") ?? "";

    await expectFailed(
      await callBack(attacker, withParameter(back, "code", code)),
      "identity_unverifiable",
    );
  });

  test("with two codes, without a code, or with a forged code does not sign in", async () => {
    const change: readonly ((back: URL) => void)[] = [
      (back) => back.searchParams.append("code", "another"),
      (back) => back.searchParams.delete("code"),
      (back) => back.searchParams.set("code", "made-up"),
      (back) => back.searchParams.set("code", "\0"),
    ];
    for (const make of change) {
      const browser = world.newBrowser();
      const back = await comeBack(browser, provider, person);
      make(back);

      const answer = await callBack(browser, back);

      expect([302, 400]).toContain(answer.status);
      expect(fragmentOf(answer)).not.toHaveProperty("accessToken");
      expect(await countRows(world)).toEqual(before);
    }
  });

  test("with the state of the other provider is refused", async () => {
    const browser = world.newBrowser();
    const back = await comeBack(browser, other, person);
    const mixed = new URL(back);
    mixed.pathname = `/v1/auth/${provider}/callback`;

    await expectRefused(await callBack(browser, mixed), "sign_in_attempt_invalid");
  });

  test("from another issuer does not sign in (RFC 9207)", async () => {
    const browser = world.newBrowser();
    const back = await comeBack(browser, provider, person);

    const answer = await callBack(browser, withParameter(back, "iss", "https://evil.test"));

    await expectFailed(answer, "identity_unverifiable");
  });

  test("is refused when its front-end URL is no longer allowed", async () => {
    const browser = world.newBrowser();
    const back = await comeBack(browser, provider, person);
    await world.database.orm.em
      .fork()
      .execute(`update sign_in_attempts set frontend_url = 'https://evil.test/'`);

    await expectRefused(await callBack(browser, back), "sign_in_attempt_invalid");
  });

  test("is refused after ten minutes", async () => {
    const browser = world.newBrowser();
    const back = await comeBack(browser, provider, person);
    await world.database.orm.em
      .fork()
      .execute(`update sign_in_attempts set expires_at = expires_at - interval '10 minutes'`);

    await expectRefused(await callBack(browser, back), "sign_in_attempt_invalid");
    const em = world.database.orm.em.fork();
    const fresh = await begin(browser, provider);
    expect(await expiredSignInAttempts.deleteSome(em)).toBeGreaterThan(0);
    expect(await em.count(SignInAttempt, {})).toBe(1);
    expect(fresh.status).toBe(302);
  });

  test.each([
    ["access_denied", "sign_in_denied"],
    ["temporarily_unavailable", "identity_provider_unavailable"],
    ["server_error", "identity_provider_unavailable"],
    ["invalid_scope", "identity_unverifiable"],
    ["<script>alert(1)</script>", "identity_unverifiable"],
  ])(
    "with the error %s sends %s to the front end, without the provider's text",
    async (error, code) => {
      const browser = world.newBrowser();
      const back = await comeBack(browser, provider, person);
      back.searchParams.delete("code");
      back.searchParams.set("error", error);
      back.searchParams.set("error_description", "words of a stranger");

      const answer = await callBack(browser, back);

      await expectFailed(answer, code);
      expect(answer.location?.href).not.toContain("stranger");
      expect(answer.location?.href).not.toContain("alert");
    },
  );
});

test("an attempt without PKCE is refused by both providers, so a downgrade is noticed", async () => {
  for (const provider of providers) {
    const browser = world.newBrowser();
    const { location } = await begin(browser, provider);
    const downgraded = new URL(location ?? "");
    downgraded.searchParams.delete("code_challenge");
    downgraded.searchParams.delete("code_challenge_method");

    const back = await browser.goThrough(downgraded, { ...person, stopAt: publicUrl });

    const answer = await callBack(browser, back);
    await expectFailed(answer, "identity_unverifiable");
  }
});

test("the stored row of an attempt can neither begin nor complete it", async () => {
  const browser = world.newBrowser();
  const { location } = await begin(browser, "google");
  const state = location?.searchParams.get("state") ?? "";
  const [[, secret = ""] = []] = browser.cookiesOf(publicUrl);

  const rows = await world.database.orm.em.fork().find(SignInAttempt, {});

  const stored = rows
    .flatMap((row) => [row.stateHash, row.browserHash, row.secrets])
    .map((bytes) => Buffer.from(bytes).toString("latin1"))
    .join(" ");
  expect(stored).not.toContain(state);
  expect(stored).not.toContain(secret);
  expect(stored).not.toContain(location?.searchParams.get("nonce") ?? "");
});
