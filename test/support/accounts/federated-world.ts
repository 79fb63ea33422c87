import { expect } from "vitest";

import type { ApiSettings } from "#api/dependencies.ts";
import { finishGithubSignIn } from "#api/routes/auth/finish-github-sign-in.ts";
import { finishGoogleSignIn } from "#api/routes/auth/finish-google-sign-in.ts";
import { startGithubSignIn } from "#api/routes/auth/start-github-sign-in.ts";
import { startGoogleSignIn } from "#api/routes/auth/start-google-sign-in.ts";
import type { IdentityProvider } from "#domain/accounts/identity.ts";
import { startApi, type TestApi } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import {
  type Browser,
  type BrowserAnswer,
  createBrowser,
} from "#test/support/dashboard/browser.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { startGithub, type TestGithub } from "#test/support/servers/github.ts";
import { startGoogle, type TestGoogle } from "#test/support/servers/google.ts";

/** Public URL of the API. Uses https, so the cookies are those of production. */
export const publicUrl = "https://engine.test";
export const frontendUrl = "https://app.test/signed-in";
export const otherFrontendUrl = "https://admin.test/?view=sign-in";

export interface FederatedWorld {
  readonly database: TestDatabase;
  readonly api: TestApi;
  readonly google: TestGoogle;
  readonly github: TestGithub;
  /** A browser without cookies. */
  newBrowser(): Browser;
  close(): Promise<void>;
}

/** Starts the API with both identity providers, each a real server. */
export async function startFederatedWorld(
  settings: Partial<ApiSettings> = {},
): Promise<FederatedWorld> {
  const database = await createTestDatabase();
  const google = await startGoogle({ callbackUrl: `${publicUrl}/v1/auth/google/callback` });
  const github = await startGithub({ callbackUrl: `${publicUrl}/v1/auth/github/callback` });
  const api = await startApi(database, {
    settings: {
      publicUrl,
      trustProxy: true,
      frontendUrls: [frontendUrl, otherFrontendUrl],
      identityProviders: { google: google.settings, github: github.settings },
      ...settings,
    },
  });
  return {
    database,
    api,
    google,
    github,
    newBrowser: () => createBrowser({ [publicUrl]: api.url }),
    async close() {
      await api.close();
      await Promise.all([google.close(), github.close()]);
      await database.drop();
    },
  };
}

let addresses = 0;
/** Uses a new IP address for every sign-in, because attempts are counted per IP address. */
export function fromNewAddress(): Record<string, string> {
  addresses += 1;
  return { "X-Forwarded-For": `203.0.${addresses >> 8}.${addresses & 255}` };
}

/** Requests the start of a sign-in and checks the response against the contract. */
export async function begin(
  browser: Browser,
  provider: IdentityProvider,
  state?: string,
): Promise<BrowserAnswer> {
  const query = state === undefined ? "" : `?state=${encodeURIComponent(state)}`;
  const answer = await browser.visit(`${publicUrl}/v1/auth/${provider}${query}`, {
    headers: fromNewAddress(),
  });
  await expectRoute(answer, provider === "google" ? startGoogleSignIn : startGithubSignIn);
  return answer;
}

/** Begins a sign-in and goes through the provider's pages until the redirect back to the API. */
export async function comeBack(
  browser: Browser,
  provider: IdentityProvider,
  options: { readonly as: string; readonly state?: string; readonly refuse?: boolean },
): Promise<URL> {
  const { location } = await begin(browser, provider, options.state);
  if (location === null) throw new Error("the sign-in did not begin");
  return browser.goThrough(location, { ...options, stopAt: publicUrl });
}

/** Requests the callback URL and checks the response against the contract. */
export async function callBack(browser: Browser, back: URL): Promise<BrowserAnswer> {
  const answer = await browser.visit(back, { headers: fromNewAddress() });
  const isGoogle = back.pathname === "/v1/auth/google/callback";
  await expectRoute(answer, isGoogle ? finishGoogleSignIn : finishGithubSignIn);
  return answer;
}

export async function signIn(
  browser: Browser,
  provider: IdentityProvider,
  options: { readonly as: string; readonly state?: string; readonly refuse?: boolean },
): Promise<BrowserAnswer> {
  return callBack(browser, await comeBack(browser, provider, options));
}

/** The URL fragment that the front end reads. */
export function fragmentOf({ location }: BrowserAnswer): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(location?.hash.slice(1)));
}

/** Checks that only the requester gets the error, without a redirect and without cookies. */
export function expectRefusal(answer: BrowserAnswer, code: string): void {
  const { status, location, body, headers } = answer;
  expect({ status, location }).toEqual({ status: 400, location: null });
  expect(JSON.parse(body)).toMatchObject({ code });
  expect(headers.getSetCookie()).toEqual([]);
}

/** Counts all rows that a sign-in could create. */
export async function countRows({ database }: FederatedWorld): Promise<Record<string, number>> {
  const [row] = await database.orm.em.fork().execute<Record<string, number>[]>(
    `select (select count(*)::int from accounts) as accounts,
       (select count(*)::int from organizations) as organizations,
       (select count(*)::int from sessions) as sessions,
       (select count(*)::int from identities) as identities`,
  );
  return row ?? {};
}

async function expectRoute(
  { status, headers, body }: BrowserAnswer,
  route: Parameters<typeof expectDocumented>[0],
): Promise<void> {
  await expectDocumented(route, new Response(body === "" ? null : body, { status, headers }));
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
}
