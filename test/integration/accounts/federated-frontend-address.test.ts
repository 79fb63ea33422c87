import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { SignInAttempt } from "#db/entities/identity.ts";
import {
  begin,
  expectRefusal,
  type FederatedWorld,
  frontendUrl,
  fromNewAddress,
  publicUrl,
  startFederatedWorld,
} from "#test/support/accounts/federated-world.ts";

let world: FederatedWorld;
const providers = ["google", "github"] as const;

beforeAll(async () => {
  world = await startFederatedWorld();
});

afterAll(async () => {
  await world.close();
});

describe.each(providers)("the front-end URL given to %s", (provider) => {
  test.each([
    ["another", "https://evil.test/"],
    ["a prefix", "https://app.test/signed"],
    ["only the origin", "https://app.test"],
    ["a suffix", `${frontendUrl}.evil.test`],
    ["a longer path", `${frontendUrl}/more`],
    ["a slash at the end", `${frontendUrl}/`],
    ["a query", `${frontendUrl}?next=https://evil.test`],
    ["a fragment", `${frontendUrl}#x`],
    ["a user name", "https://app.test@evil.test/signed-in"],
    ["a user name before the right host", "https://evil.test@app.test/signed-in"],
    ["another scheme", "http://app.test/signed-in"],
    ["a script", "javascript:alert(1)//https://app.test/signed-in"],
    ["no scheme", "//app.test/signed-in"],
    ["another case of the host", "https://APP.test/signed-in"],
    ["another case of the path", "https://app.test/Signed-in"],
    ["the default port", "https://app.test:443/signed-in"],
    ["dots", "https://app.test/x/../signed-in"],
    ["a backslash", "https://app.test\\signed-in"],
    ["an encoded letter", "https://app.test/signed%2Din"],
    ["a Cyrillic letter that looks the same", "https://аpp.test/signed-in"],
    ["a full-width letter that is normalized to the same", "https://ａpp.test/signed-in"],
    ["a decomposed letter", "https://app.test/signe\u0301d-in"],
    ["an invisible letter", "https://app.test/signed-in\u200b"],
    ["a space before", ` ${frontendUrl}`],
    ["a space after", `${frontendUrl} `],
    ["a new line and a header", `${frontendUrl}\r\nLocation: https://evil.test`],
    ["nothing", ""],
    ["both, with a comma", `${frontendUrl},https://evil.test`],
    ["all that are allowed", "*"],
  ])("is refused before any redirect when it is %s", async (_name, state) => {
    const browser = world.newBrowser();
    const attempts = await world.database.orm.em.fork().count(SignInAttempt, {});

    const answer = await begin(browser, provider, state);

    expectRefusal(answer, "frontend_address_refused");
    expect(await world.database.orm.em.fork().count(SignInAttempt, {})).toBe(attempts);
    expect([...browser.cookiesOf(publicUrl)]).toEqual([]);
  });

  test.each([
    ["twice", `state=${encodeURIComponent(frontendUrl)}&state=https://evil.test`],
    ["twice the same", `state=${encodeURIComponent(frontendUrl)}&state=${frontendUrl}`],
    ["as a list", `state[]=${encodeURIComponent(frontendUrl)}`],
    ["with NUL", `state=${encodeURIComponent(frontendUrl)}%00`],
    ["beside a parameter that is not known", "redirect_uri=https://evil.test"],
    ["too long", `state=${"x".repeat(3_000)}`],
  ])("is refused when it is sent %s", async (_name, query) => {
    const answer = await world
      .newBrowser()
      .visit(`${publicUrl}/v1/auth/${provider}?${query}`, { headers: fromNewAddress() });

    expectRefusal(answer, "parameters_invalid");
  });
});

describe("without a client", () => {
  test("a start is refused with the missing setting, and without a redirect", async () => {
    const none = await startFederatedWorld({ identityProviders: { google: null, github: null } });
    try {
      const withoutClient = await begin(none.newBrowser(), "github");

      expect(withoutClient).toMatchObject({ status: 501, location: null });
      expect(JSON.parse(withoutClient.body)).toMatchObject({
        code: "sign_in_method_unconfigured",
        details: { setting: "GITHUB_CLIENT_ID" },
      });
    } finally {
      await none.close();
    }
  });
});

test("attempts from one IP address are limited across providers", async () => {
  const headers = { "X-Forwarded-For": "198.51.100.77" };
  const browser = world.newBrowser();
  const statuses: number[] = [];
  for (let attempts = 0; attempts < 61; attempts += 1) {
    const provider = providers[attempts % 2] ?? "google";
    const answer = await browser.visit(`${publicUrl}/v1/auth/${provider}`, { headers });
    statuses.push(answer.status);
  }

  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 302), 429]);
});
