import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import {
  begin,
  callBack,
  comeBack,
  countRows,
  type FederatedWorld,
  fragmentOf,
  frontendUrl,
  publicUrl,
  signIn,
  startFederatedWorld,
} from "#test/support/accounts/federated-world.ts";
import type { BrowserAnswer } from "#test/support/dashboard/browser.ts";
import {
  type Forgery,
  type ForgingIssuer,
  startForgingIssuer,
} from "#test/support/servers/forging-issuer.ts";
import type { GithubFault } from "#test/support/servers/github.ts";
import { listenOnFreePort } from "#test/support/servers/listen-on-free-port.ts";

let forger: ForgingIssuer;
let world: FederatedWorld;
let before: Record<string, number>;

beforeAll(async () => {
  forger = await startForgingIssuer();
  world = await startFederatedWorld();
  const emails = [{ email: "ada@example.org", primary: true, verified: true }];
  world.github.people.set("ada", { id: 1, name: "Ada", emails });
  world.github.people.set("nobody", { id: 2, name: "Nobody", emails: [] });
});

afterAll(async () => {
  await world.close();
  await forger.close();
});

beforeEach(async () => {
  world.github.behave("none");
  before = await countRows(world);
});

async function expectFailed(
  answer: BrowserAnswer,
  code: string,
  place: FederatedWorld = world,
): Promise<void> {
  expect(answer.location?.href.startsWith(`${frontendUrl}#error=`)).toBe(true);
  expect(fragmentOf(answer)).toMatchObject({ error: code });
  expect(fragmentOf(answer)).not.toHaveProperty("accessToken");
  expect(await countRows(place)).toEqual(before);
}

describe("a Google ID token", () => {
  let forged: FederatedWorld;
  let nonce: string;

  beforeAll(async () => {
    forged = await startFederatedWorld({
      identityProviders: { google: forger.settings, github: null },
    });
  });

  afterAll(async () => {
    await forged.close();
  });

  beforeEach(async () => {
    before = await countRows(forged);
  });

  /** Completes the flow with a forged token; the forger accepts every code. */
  async function comeWith(make: (nonce: string) => Forgery): Promise<BrowserAnswer> {
    const browser = forged.newBrowser();
    const { location } = await begin(browser, "google");
    nonce = location?.searchParams.get("nonce") ?? "";
    forger.forge(make(nonce));
    const back = new URL(`${publicUrl}/v1/auth/google/callback`);
    back.searchParams.set("code", "any");
    back.searchParams.set("state", location?.searchParams.get("state") ?? "");
    return callBack(browser, back);
  }

  const fine = (nonce: string) => ({
    sub: "ada",
    email: "ada@example.org",
    email_verified: true,
    nonce,
  });

  test.each<[string, string, (nonce: string) => Forgery]>([
    ["another nonce", "nonce", () => ({ claims: fine("another") })],
    ["no nonce", "nonce", (nonce) => ({ claims: { ...fine(nonce), nonce: undefined } })],
    ["another audience", "aud", (nonce) => ({ claims: { ...fine(nonce), aud: "another" } })],
    [
      "our audience among others, for another party",
      "azp",
      (nonce) => ({
        claims: { ...fine(nonce), aud: ["engine-at-forger", "another"], azp: "another" },
      }),
    ],
    [
      "another issuer",
      "iss",
      (nonce) => ({ claims: { ...fine(nonce), iss: "https://evil.test" } }),
    ],
    ["no subject", "sub", (nonce) => ({ claims: { ...fine(nonce), sub: undefined } })],
    [
      "a signature of a key that is not published",
      "signature",
      (nonce) => ({ claims: fine(nonce), foreignKey: true }),
    ],
    ["no signature", "alg", (nonce) => ({ claims: fine(nonce), unsigned: true })],
    ["an end in the past", "exp", (nonce) => ({ claims: fine(nonce), expiresInSeconds: -120 })],
  ])("with %s is no sign-in, and the log says why: %s", async (_name, reason, make) => {
    await expectFailed(await comeWith(make), "identity_unverifiable", forged);

    const line = forged.api.logLines.findLast((one) => one.includes("sign-in failed")) ?? "";
    expect((JSON.parse(line) as { reason: string }).reason).toMatch(new RegExp(`\\b${reason}\\b`));
    expect(line).not.toContain("ada@example.org");
  });

  test.each<[string, (nonce: string) => Forgery]>([
    ["no address", (nonce) => ({ claims: { ...fine(nonce), email: undefined } })],
    [
      "an address in the claim of its verification",
      (nonce) => ({
        claims: { ...fine(nonce), email_verified: "true" },
      }),
    ],
    [
      "no word on its verification",
      (nonce) => ({
        claims: { ...fine(nonce), email_verified: undefined },
      }),
    ],
  ])("with %s a sign-in has no verified email address", async (_name, make) => {
    await expectFailed(await comeWith(make), "identity_email_unverified", forged);
  });

  test("that is valid signs in, which proves that the forgeries fail for their defect", async () => {
    const answer = await comeWith((nonce) => ({ claims: fine(nonce) }));

    expect(fragmentOf(answer)).toHaveProperty("accessToken");
  });
});

describe("GitHub", () => {
  test.each<[GithubFault, string]>([
    ["down", "identity_provider_unavailable"],
    ["api-down", "identity_provider_unavailable"],
    ["too-large", "identity_provider_unavailable"],
    ["redirects", "identity_unverifiable"],
    ["form", "identity_unverifiable"],
  ])("that is %s is %s at the front end", async (fault, code) => {
    world.github.behave(fault);

    await expectFailed(await signIn(world.newBrowser(), "github", { as: "ada" }), code);
  });

  test("that does not respond is given up after ten seconds", async () => {
    world.github.behave("hangs");
    const browser = world.newBrowser();
    const back = await comeBack(browser, "github", { as: "ada" });
    const startedAt = performance.now();

    const answer = await callBack(browser, back);

    expect(performance.now() - startedAt).toBeGreaterThan(9_000);
    expect(performance.now() - startedAt).toBeLessThan(25_000);
    await expectFailed(answer, "identity_provider_unavailable");
  });

  test("without an email address for the person fails with identity_email_unverified", async () => {
    const answer = await signIn(world.newBrowser(), "github", { as: "nobody" });

    await expectFailed(answer, "identity_email_unverified");
  });

  test("errors with status 200 are treated as errors", async () => {
    const browser = world.newBrowser();
    const back = await comeBack(browser, "github", { as: "ada" });
    back.searchParams.set("code", "made-up");

    const answer = await callBack(browser, back);

    await expectFailed(answer, "identity_unverifiable");
    expect(world.github.redemptions.at(-1)).toBe("bad_verification_code");
    expect(world.api.logLines.at(-2)).toContain("bad_verification_code");
  });
});

test("an unreachable Google returns 503 at the start, and sign-in works after recovery", async () => {
  const late = await listenOnFreePort();
  const issuerUrl = late.url;
  const place = await startFederatedWorld({
    identityProviders: { google: { ...forger.settings, issuerUrl }, github: null },
  });
  try {
    late.server.once("request", (_request, response) => response.writeHead(500).end());
    const first = await begin(place.newBrowser(), "google");
    late.server.on("request", (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(
        JSON.stringify({
          issuer: issuerUrl,
          authorization_endpoint: `${issuerUrl}/authorize`,
          token_endpoint: `${issuerUrl}/token`,
          jwks_uri: `${issuerUrl}/jwks`,
        }),
      );
    });
    const second = await begin(place.newBrowser(), "google");

    expect(first).toMatchObject({ status: 503, location: null });
    expect(first.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(JSON.parse(first.body)).toMatchObject({ code: "identity_provider_unavailable" });
    expect(second.location?.href.startsWith(`${issuerUrl}/authorize?`)).toBe(true);
  } finally {
    await place.close();
    await late.close();
  }
});

test("an internal error sends the logged request id to the front end, and leaves no rows", async () => {
  const broken = await startFederatedWorld();
  try {
    const emails = [{ email: "ada@example.org", primary: true, verified: true }];
    broken.github.people.set("ada", { id: 1, name: null, emails });
    const em = broken.database.orm.em.fork();
    await em.execute(
      `create function refuse() returns trigger as $$ begin raise 'a fault'; end $$ language plpgsql`,
    );
    await em.execute(
      `create trigger refuse before insert on sessions for each row execute function refuse()`,
    );
    before = await countRows(broken);

    const answer = await signIn(broken.newBrowser(), "github", { as: "ada" });

    await expectFailed(answer, "internal", broken);
    const line = broken.api.logLines.find((one) => one.includes("a fault")) ?? "";
    expect(JSON.parse(line)).toMatchObject({ requestId: fragmentOf(answer)["requestId"] });
  } finally {
    await broken.close();
  }
});
