import { beforeAll, describe, expect, test } from "vitest";

import { createSignInLink } from "#db/setup/create-sign-in-link.ts";
import { createLocalOwner } from "#db/setup/local-owner.ts";
import { readEmails } from "#test/support/accounts/emails.ts";
import { requestAs, type RawResponse } from "#test/support/accounts/request-as.ts";
import { createSignIn, type SignIn } from "#test/support/accounts/sign-in.ts";
import { useApi, useDatabase, useFolder } from "#test/support/fixtures.ts";
import { openEventSource } from "#test/support/servers/event-source.ts";

const database = useDatabase();
const api = useApi(database, { settings: { trustProxy: true } });
const folder = useFolder("gme-links-");

let signIn: SignIn;
const password = "correct horse battery";

beforeAll(async () => {
  signIn = createSignIn(api);
  await createLocalOwner(database.orm.em.fork(), {
    folder,
    requestsPerHour: 1_000,
    now: new Date(),
  });
});

/** Headers of a page under the public URL, `http://engine.test`. */
const ownPage = {
  Host: "engine.test",
  "Content-Type": "application/json",
  Origin: "http://engine.test",
  "Sec-Fetch-Site": "same-origin",
};

type Headers = Readonly<Record<string, string>>;

async function post(
  path: string,
  body: object | string,
  headers: Headers = {},
): Promise<RawResponse> {
  return requestAs(api.url, path, {
    method: "POST",
    headers: { ...ownPage, "X-Forwarded-For": signIn.nextAddress(), ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

interface KeptTokens {
  readonly accessToken: string;
  readonly binding?: string;
  readonly refreshToken?: string;
  readonly lastEventId?: string;
}

function tokensOf({ text }: RawResponse): KeptTokens {
  return JSON.parse(text) as KeptTokens;
}

function codeOf({ status, text }: RawResponse): { status: number; code: string } {
  return { status, code: (JSON.parse(text) as { code: string }).code };
}

/** `name=value` of the session's cookie. */
function cookieOf({ headers }: RawResponse): string {
  return headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
}

/** A person of a page: the cookie of the browser, and the binding of its storage. */
async function enter(): Promise<{
  email: string;
  cookie: string;
  binding: string;
  accessToken: string;
}> {
  const email = signIn.nextEmail();
  await signIn.send("register", { email, password });
  const response = await post("/v1/auth/login", { email, password, keep: "cookie" });
  const { binding = "", accessToken } = tokensOf(response);
  return { email, cookie: cookieOf(response), binding, accessToken };
}

async function refresh(
  { cookie, binding }: { cookie: string; binding?: string },
  headers: Headers = {},
): Promise<RawResponse> {
  return post(
    "/v1/auth/refresh",
    { keep: "cookie" },
    {
      Cookie: cookie,
      ...(binding === undefined ? {} : { "X-Session-Binding": binding }),
      ...headers,
    },
  );
}

describe("a session in a cookie", () => {
  test("has its refresh token where no script can read it", async () => {
    const email = signIn.nextEmail();
    await signIn.send("register", { email, password });

    const response = await post("/v1/auth/login", { email, password, keep: "cookie" });

    expect(response.status).toBe(200);
    expect(response.headers["set-cookie"]).toEqual([
      expect.stringMatching(
        /^gme-session-80=[\w-]{43}; Path=\/v1\/auth; Max-Age=25920\d\d; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    expect(tokensOf(response)).toMatchObject({ binding: expect.stringMatching(/^[\w-]{22}$/) });
    expect(tokensOf(response).refreshToken).toBeUndefined();
  });

  test("refreshes with both halves, and shows the binding only once", async () => {
    const person = await enter();

    const first = await refresh(person);
    const second = await refresh({ ...person, cookie: cookieOf(first) });

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(new Set([person.cookie, cookieOf(first), cookieOf(second)]).size).toBe(3);
    expect(tokensOf(second).binding).toBeUndefined();
    expect(tokensOf(second).refreshToken).toBeUndefined();
    const { accessToken } = tokensOf(second);
    expect((await api.call("/v1/account", { token: accessToken })).status).toBe(200);
  });

  test("names the position of the stream before its tokens, so a page needs no reset", async () => {
    const { accessToken, lastEventId = "" } = tokensOf(await refresh(await enter()));

    const source = await openEventSource(`${api.url}/app/events`, {
      authorization: `Bearer ${accessToken}`,
      "last-event-id": lastEventId,
    });

    // A stream without a position begins with `reset`.
    expect(await source.next()).toMatchObject({ type: "credits.changed" });
    source.close();
  });

  test("gives two tabs that refresh at once the same successor", async () => {
    const person = await enter();

    const [one, two] = await Promise.all([refresh(person), refresh(person)]);

    expect([one.status, two.status]).toEqual([200, 200]);
    expect(cookieOf(one)).toBe(cookieOf(two));
    expect((await refresh({ ...person, cookie: cookieOf(two) })).status).toBe(200);
  });

  test("ends with a sign-out, which clears the cookie without an access token", async () => {
    const person = await enter();

    const out = await post(
      "/v1/auth/logout",
      { keep: "cookie" },
      { Cookie: person.cookie, "X-Session-Binding": person.binding },
    );

    expect(out.status).toBe(204);
    expect(out.headers["set-cookie"]).toEqual([
      "gme-session-80=; Path=/v1/auth; Max-Age=0; HttpOnly; SameSite=Strict",
    ]);
    expect(codeOf(await refresh(person))).toEqual({ status: 401, code: "session_ended" });
  });

  test("begins with a new password", async () => {
    const { email } = await enter();
    await signIn.send("forgot-password", { email });
    const emails = await readEmails(database.orm, email);
    const token = emails.at(-1)?.token;

    const response = await post("/v1/auth/reset-password", {
      token,
      password: "another horse and battery",
      keep: "cookie",
    });

    expect(response.status).toBe(200);
    const { status, session } = JSON.parse(response.text) as {
      status: string;
      session: KeptTokens;
    };
    expect(status).toBe("password_changed");
    const { binding = "" } = session;
    expect((await refresh({ cookie: cookieOf(response), binding })).status).toBe(200);
  });

  test("is not created for a program that does not ask for it", async () => {
    const email = signIn.nextEmail();
    await signIn.send("register", { email, password });

    const response = await signIn.send("login", { email, password });

    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await response.json()).toMatchObject({ refreshToken: expect.any(String) });
  });

  test("cannot be asked for together with a refresh token", async () => {
    for (const body of [{}, { keep: "cookie", refreshToken: "x" }]) {
      const response = await post("/v1/auth/refresh", body);

      expect(codeOf(response)).toEqual({ status: 422, code: "request_invalid" });
    }
  });
});

describe("attacks on a session in a cookie", () => {
  const foreign: [string, Headers][] = [
    ["another site", { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }],
    ["another host of the site", { "Sec-Fetch-Site": "same-site", Origin: "http://x.engine.test" }],
    [
      "another port of localhost",
      { "Sec-Fetch-Site": "same-site", Origin: "http://engine.test:3000" },
    ],
    ["an address bar", { "Sec-Fetch-Site": "none" }],
    ["a browser that sends Origin only", { "Sec-Fetch-Site": "", Origin: "https://evil.example" }],
    ["a sandboxed frame", { "Sec-Fetch-Site": "", Origin: "null" }],
  ];

  /** An empty value stands for a header that is not sent. */
  function withoutEmpty(headers: Headers): Headers {
    const { "Sec-Fetch-Site": site, ...rest } = headers;
    return site === "" ? rest : headers;
  }

  async function sendAs(path: string, body: object, headers: Headers): Promise<RawResponse> {
    const { "Sec-Fetch-Site": _site, Origin: _origin, ...own } = ownPage;
    return requestAs(api.url, path, {
      method: "POST",
      headers: { ...own, "X-Forwarded-For": signIn.nextAddress(), ...withoutEmpty(headers) },
      body: JSON.stringify(body),
    });
  }

  test.each(foreign)("CSRF: refresh and sign-out are refused to %s", async (_name, headers) => {
    const person = await enter();
    const both = { Cookie: person.cookie, "X-Session-Binding": person.binding, ...headers };

    for (const path of ["/v1/auth/refresh", "/v1/auth/logout"]) {
      const response = await sendAs(path, { keep: "cookie" }, both);

      expect(codeOf(response)).toEqual({ status: 403, code: "origin_refused" });
      expect(response.headers["set-cookie"]).toBeUndefined();
    }
    expect((await refresh(person)).status).toBe(200);
  });

  test.each(foreign)("login CSRF: no cookie is set for %s", async (_name, headers) => {
    const { email } = await enter();
    const link = await createSignInLink(database.url);

    for (const [path, body] of [
      ["/v1/auth/login", { email, password, keep: "cookie" }],
      ["/v1/auth/reset-password", { token: "x", password: "another battery", keep: "cookie" }],
      ["/app/sign-in-link", { token: link, keep: "cookie" }],
    ] as const) {
      const response = await sendAs(path, body, headers);

      expect(codeOf(response)).toEqual({ status: 403, code: "origin_refused" });
      expect(response.headers["set-cookie"]).toBeUndefined();
    }
    expect((await post("/app/sign-in-link", { token: link })).status).toBe(200);
  });

  test("a request without any sign of its origin is refused", async () => {
    const person = await enter();

    const response = await sendAs(
      "/v1/auth/refresh",
      { keep: "cookie" },
      { Cookie: person.cookie },
    );

    expect(codeOf(response)).toEqual({ status: 403, code: "origin_refused" });
  });

  test("plain http without Sec-Fetch-Site works by Origin", async () => {
    const person = await enter();

    const response = await sendAs(
      "/v1/auth/refresh",
      { keep: "cookie" },
      { Cookie: person.cookie, "X-Session-Binding": person.binding, Origin: "http://engine.test" },
    );

    expect(response.status).toBe(200);
  });

  test("a form of another site cannot send JSON", async () => {
    const person = await enter();

    const response = await refresh(person, { "Content-Type": "text/plain" });

    expect(codeOf(response)).toEqual({ status: 415, code: "content_type_unsupported" });
  });

  test("another program on localhost that is sent the cookie cannot use it", async () => {
    const person = await enter();
    const [, token = ""] = person.cookie.split("=");

    for (const binding of [undefined, "", "a".repeat(22)]) {
      const response = await refresh({
        cookie: person.cookie,
        ...(binding === undefined ? {} : { binding }),
      });
      expect(codeOf(response)).toEqual({ status: 401, code: "refresh_token_invalid" });
    }
    // Nor as a plain refresh token; and the attempts have not used the token up.
    expect(codeOf(await post("/v1/auth/refresh", { refreshToken: token }))).toEqual({
      status: 401,
      code: "refresh_token_invalid",
    });
    expect((await refresh(person)).status).toBe(200);
  });

  test("a planted cookie of the attacker's session does not sign the person in", async () => {
    const attacker = await enter();
    const person = await enter();
    const { refreshToken } = await signIn.tokens({ email: attacker.email, password });

    const planted = [attacker.cookie, `gme-session-80=${refreshToken}`];
    for (const cookie of planted) {
      for (const binding of [person.binding, undefined]) {
        const response = await refresh({ cookie, ...(binding === undefined ? {} : { binding }) });
        expect(codeOf(response)).toEqual({ status: 401, code: "refresh_token_invalid" });
      }
    }
    const twice = await refresh({ ...person, cookie: `${person.cookie}; ${attacker.cookie}` });
    expect(codeOf(twice)).toEqual({ status: 401, code: "refresh_token_invalid" });
  });

  test("a sign-out with a wrong binding does not end the session", async () => {
    const person = await enter();

    await post(
      "/v1/auth/logout",
      { keep: "cookie" },
      { Cookie: person.cookie, "X-Session-Binding": "a".repeat(22) },
    );

    expect((await refresh(person)).status).toBe(200);
  });

  test("replay: a used token ends the session after ten seconds, with both halves", async () => {
    const person = await enter();
    const successor = await refresh(person);
    await database.orm.em
      .fork()
      .execute(
        `update refresh_tokens set used_at = used_at - interval '11 seconds' where used_at is not null`,
      );

    expect(codeOf(await refresh(person))).toEqual({ status: 401, code: "session_ended" });
    expect(codeOf(await refresh({ ...person, cookie: cookieOf(successor) }))).toEqual({
      status: 401,
      code: "session_ended",
    });
  });

  test("DNS rebinding: another host name is refused", async () => {
    const person = await enter();

    for (const host of ["evil.example", "127.0.0.1", "engine.test:3000"]) {
      const response = await refresh(person, { Host: host });
      expect(codeOf(response)).toEqual({ status: 421, code: "host_refused" });
    }
  });

  test("the cookie authenticates no other request", async () => {
    const { cookie, binding } = await enter();

    const response = await requestAs(api.url, "/v1/account", {
      headers: { ...ownPage, Cookie: cookie, "X-Session-Binding": binding },
    });

    expect(codeOf(response)).toEqual({ status: 401, code: "credential_missing" });
  });
});

describe("a sign-in link", () => {
  test("signs the local owner in once", async () => {
    const token = await createSignInLink(database.url);

    const responses = await Promise.all(
      [1, 2, 3].map(async () => post("/app/sign-in-link", { token, keep: "cookie" })),
    );

    expect(responses.filter(({ status }) => status === 400)).toHaveLength(2);
    const good = responses.find(({ status }) => status === 200);
    if (good === undefined) throw new Error("no link worked");
    const { accessToken } = tokensOf(good);
    const account = await api.call("/v1/account", { token: accessToken });
    expect(await account.json()).toMatchObject({ accountId: "acc_local" });
    const sessions = await api.call("/v1/account/sessions", { token: accessToken });
    const { data } = (await sessions.json()) as { data: { method: string; current: boolean }[] };
    expect(data).toContainEqual(expect.objectContaining({ method: "link", current: true }));
  });

  test("expires after ten minutes", async () => {
    const token = await createSignInLink(database.url);
    await database.orm.em
      .fork()
      .execute(`update sign_in_links set expires_at = expires_at - interval '10 minutes'`);

    const response = await post("/app/sign-in-link", { token, keep: "cookie" });

    expect(codeOf(response)).toEqual({ status: 400, code: "sign_in_link_invalid" });
    expect(response.headers["set-cookie"]).toBeUndefined();
  });

  test("is stored as a hash only", async () => {
    const token = await createSignInLink(database.url);

    const rows = await database.orm.em.fork().execute("select * from sign_in_links");

    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
