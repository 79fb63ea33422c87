import { inspect } from "node:util";

import { ApiError, ConnectionError, InvalidRequestError, MediaEngine } from "@gme/client";
import { describe, expect, expectTypeOf, test } from "vitest";

import { createTestSession } from "#test/support/accounts/sessions.ts";
import { useApi, useDatabase, useOrganization, useResource } from "#test/support/fixtures.ts";
import { startFaultyProxy } from "#test/support/servers/faulty-proxy.ts";

const database = useDatabase();
const api = useApi(database);
const owner = useOrganization(database, { credits: 100 });
const proxy = useResource(async () => startFaultyProxy(api));

const connect = (options = {}) =>
  new MediaEngine({ baseUrl: proxy.url, apiKey: owner.key, ...options });
const image = { capability: "text-to-image", prompt: "a red fox" } as const;

describe("a request", () => {
  test("is typed by its operation, fills path and query, and returns the JSON", async () => {
    proxy.behave(() => "pass");
    const engine = connect();

    const model = await engine.request("getModel", { path: { modelId: "studio-image" } });
    const { data } = await engine.request("listModels", {
      query: { type: "audio", search: "voice" },
    });

    expectTypeOf(model.id).toEqualTypeOf<string>();
    expect(model.id).toBe("studio-image");
    expect(data.map(({ id }) => id)).toContain("studio-voice");
    expect(proxy.requests.at(-1)?.path).toBe("/v1/models?type=audio&search=voice");
  });

  test("filters by a metadata value", async () => {
    const engine = connect();
    const body = { ...image, metadata: { project: "spring" } };
    const { jobId } = (await engine.request("createGeneration", { body })) as { jobId: string };

    const found = await engine.request("listJobs", {
      query: { metadata: { "metadata.project": "spring" } },
    });

    expect(found.data.map((job) => job.jobId)).toEqual([jobId]);
  });

  test("returns the headers and 304 with `send`", async () => {
    const engine = connect();
    const input = { path: { modelId: "studio-image" } };
    const etag = (await engine.send("getModel", input)).headers.get("etag") ?? "";

    const again = await engine.send("getModel", input, { ifNoneMatch: etag });

    expect(again.status).toBe(304);
  });

  test.each(["", ".", "..", undefined])("refuses the path parameter %j", async (jobId) => {
    const engine = connect();
    await expect(engine.request("getJob", { path: { jobId: jobId as string } })).rejects.toThrow(
      "The path parameter jobId must be set to an id.",
    );
  });

  test("keeps a slash within its path parameter", async () => {
    proxy.behave(() => "pass");
    await expect(
      connect().request("getJob", { path: { jobId: "../models" } }),
    ).rejects.toMatchObject({ code: "job_not_found" });
    expect(proxy.requests[0]?.path).toBe("/v1/jobs/..%2Fmodels");
  });
});

describe("a request to a path", () => {
  test("has the credential, the ETag and the retries of the client", async () => {
    proxy.behave((_, attempt) => (attempt === 0 ? { status: 503 } : "pass"));

    const response = await connect().fetch("/v1/models/studio-image");

    expect(await response.json()).toMatchObject({ id: "studio-image" });
    expect(response.headers.get("etag")).not.toBeNull();
    expect(proxy.requests).toHaveLength(2);
  });

  test("is a POST with a body once, and repeated with an Idempotency-Key", async () => {
    proxy.behave((_, attempt) => (attempt === 0 ? "lose" : "pass"));
    const given = { method: "POST", body: image };
    await expect(connect().fetch("/v1/generations", given)).rejects.toBeInstanceOf(ConnectionError);
    expect(proxy.requests).toHaveLength(1);

    proxy.behave((_, attempt) => (attempt === 0 ? "lose" : "pass"));
    const response = await connect().fetch("/v1/generations", { ...given, idempotencyKey: "one" });

    expect(await response.json()).toMatchObject({ jobId: expect.any(String) });
    expect(proxy.requests).toHaveLength(2);
  });

  test("cannot name another host", async () => {
    await expect(connect().fetch("@example.org/" as "/")).rejects.toThrow("must begin with /");
  });
});

describe("an error response", () => {
  test("has code, every issue and the request id", async () => {
    const error = await connect()
      .request("createGeneration", { body: { ...image, maxCredits: 99, prompt: "" } })
      .catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(ApiError.is(error, "request_invalid")).toBe(true);
    expect(error).toMatchObject({ status: 422, retryable: false, requestId: expect.any(String) });
    expect((error as ApiError).issues.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(["/maxCredits", "/prompt"]),
    );
  });

  test("of a proxy is an ApiError, too", async () => {
    proxy.behave(() => ({ status: 404, body: "<h1>Not Found</h1>" }));
    await expect(connect().request("getAccount")).rejects.toMatchObject({
      name: "NotFoundError",
      code: "unknown",
      status: 404,
    });
  });
});

describe("a repetition", () => {
  test("of a POST whose response was lost carries the same key and creates one job", async () => {
    proxy.behave((_, attempt) => (attempt === 0 ? "lose" : "pass"));

    const job = await connect().request("createGeneration", { body: image });

    const keys = proxy.requests.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    const jobs = await api.call("/v1/jobs?capability=text-to-image&limit=1", { key: owner.key });
    expect(await jobs.json()).toMatchObject({
      data: [{ jobId: (job as { jobId: string }).jobId }],
    });
  });

  test("follows a response that broke off in the middle of its JSON", async () => {
    proxy.behave((_, attempt) => (attempt === 0 ? 40 : "pass"));

    const { data } = await connect().request("listModels");

    expect(data.length).toBeGreaterThan(10);
    expect(proxy.requests).toHaveLength(2);
  });

  test("waits as long as Retry-After says, and not at all above a minute", async () => {
    proxy.behave((_, attempt) =>
      attempt === 0 ? { status: 429, headers: { "retry-after": "1" } } : "pass",
    );
    const startedAt = Date.now();
    await connect().request("listModels");
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1_000);

    proxy.behave(() => ({ status: 429, headers: { "retry-after": "1200" } }));
    await expect(connect().request("listModels")).rejects.toMatchObject({
      name: "RateLimitError",
      retryAfterSeconds: 1_200,
    });
    expect(proxy.requests).toHaveLength(1);
  });

  test("never happens for a POST without an Idempotency-Key", async () => {
    proxy.behave(() => "lose");
    const body = { email: "someone@example.org", password: "wrong" };

    await expect(connect().request("login", { body })).rejects.toBeInstanceOf(ConnectionError);

    expect(proxy.requests).toHaveLength(1);
  });

  test("never happens after a permanent error", async () => {
    proxy.behave(() => ({ status: 400 }));
    await expect(connect().request("listModels")).rejects.toBeInstanceOf(InvalidRequestError);
    expect(proxy.requests).toHaveLength(1);
  });

  test("ends with the last error", async () => {
    proxy.behave(() => ({ status: 503 }));
    await expect(connect({ retriesMax: 1 }).request("listModels")).rejects.toMatchObject({
      name: "ServerError",
    });
    expect(proxy.requests).toHaveLength(2);
  });
});

describe("a credential", () => {
  test("that has expired is renewed once, and the request is repeated", async () => {
    const { token } = await createTestSession(database.orm, owner.accountId);
    const reasons: boolean[] = [];
    const engine = new MediaEngine({
      baseUrl: proxy.url,
      accessToken: async ({ expired }) => {
        reasons.push(expired);
        return expired ? token : `${token.slice(0, -4)}AAAA`;
      },
    });
    proxy.behave(() => "pass");

    expect(await engine.request("getAccount")).toMatchObject({ accountId: owner.accountId });
    expect(reasons).toEqual([false, true]);
  });

  test("that stays refused is an AuthenticationError after one renewal", async () => {
    proxy.behave(() => "pass");
    const engine = new MediaEngine({ baseUrl: proxy.url, accessToken: () => "nonsense" });
    await expect(engine.request("getAccount")).rejects.toMatchObject({
      name: "AuthenticationError",
    });
    expect(proxy.requests).toHaveLength(2);
  });

  test("is neither read nor sent for an operation without one, such as a sign-in", async () => {
    proxy.behave(() => "pass");
    const engine = new MediaEngine({
      baseUrl: proxy.url,
      accessToken: async () => {
        const tokens = await engine.request("refresh", { body: { refreshToken: "x".repeat(40) } });
        return tokens.accessToken;
      },
    });
    await expect(engine.request("getAccount")).rejects.toMatchObject({
      code: "refresh_token_invalid",
    });
    expect(proxy.requests.map(({ path }) => path)).toEqual(["/v1/auth/refresh"]);
  });

  test("is not sent to the target of a redirect", async () => {
    const other = await startFaultyProxy(api);
    proxy.behave(() => ({ status: 307, headers: { location: `${other.url}/v1/models` } }));

    await expect(connect().request("listModels")).rejects.toThrow("The server redirects.");

    expect(other.requests).toEqual([]);
    await other.close();
  });

  test("is in no error, no serialization and no log of the client", async () => {
    proxy.behave(() => ({ status: 500 }));
    const engine = connect({ retriesMax: 0 });
    const error = await engine.request("listModels").catch((reason: unknown) => reason);
    const wrong = () => connect({ apiKey: `${owner.key}\nx` });

    const shown = [error, engine].map((value) => inspect(value, { depth: 9, showHidden: true }));
    expect(`${shown.join()}${JSON.stringify(engine)}`).not.toContain(owner.key);
    expect(wrong).toThrow("The API key is empty, or has spaces or characters outside ASCII.");
  });
});

test("aborting the signal ends a request with an AbortError", async () => {
  const controller = new AbortController();
  proxy.behave(() => {
    controller.abort();
    return "pass";
  });
  await expect(
    connect().request("listModels", {}, { signal: controller.signal }),
  ).rejects.toMatchObject({ name: "AbortError" });
});
