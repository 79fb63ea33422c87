import { connect } from "node:net";

import { describe, expect, test } from "vitest";

import { createOrganization } from "#test/support/accounts/organization.ts";
import { expectCommonHeaders } from "#test/support/contract.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { until } from "#test/support/jobs/finished-jobs.ts";
import { lastAcceptedMs } from "#test/support/jobs/last-accepted.ts";

const database = useDatabase();
const api = useApi(database);
const caller = useOrganization(database);

async function expectProblem(response: Response, status: number, code: string): Promise<unknown> {
  expectCommonHeaders(response);
  expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json/);
  const problem: unknown = await response.json();
  expect(problem).toMatchObject({ status, code });
  expect(response.status).toBe(status);
  return problem;
}

describe("credentials", () => {
  test("a damaged key is refused with credential_malformed", async () => {
    const response = await api.call("/v1/plans", { key: `${caller.key.slice(0, -1)}!` });

    await expectProblem(response, 401, "credential_malformed");
  });

  test("a well-formed key that was never issued is refused with api_key_unknown", async () => {
    const { createKeyValue } = await import("#db/organizations/api-key-value.ts");

    const response = await api.call("/v1/plans", { key: createKeyValue() });

    await expectProblem(response, 401, "api_key_unknown");
  });

  test("a revoked key is refused within a second", async () => {
    const { key, keyId } = await createOrganization(database.orm);
    expect((await api.call("/v1/plans", { key })).status).toBe(200);

    const em = database.orm.em.fork();
    await em.execute(`update api_keys set revoked_at = now() where id = ?`, [keyId]);

    const acceptedMs = await lastAcceptedMs(401, async () => api.call("/v1/plans", { key }));
    expect(acceptedMs).toBeLessThan(1_000);
    await expectProblem(await api.call("/v1/plans", { key }), 401, "api_key_revoked");
  });

  test("an expired key is refused", async () => {
    const { key, keyId } = await createOrganization(database.orm);
    const em = database.orm.em.fork();
    await em.execute(`update api_keys set expires_at = now() - interval '1 s' where id = ?`, [
      keyId,
    ]);

    await expectProblem(await api.call("/v1/plans", { key }), 401, "api_key_expired");
  });

  test("two credentials in one request are refused", async () => {
    const headers = { Authorization: "Bearer abc" };

    const response = await api.call("/v1/plans", { key: caller.key, headers });

    await expectProblem(response, 400, "credentials_conflict");
  });

  test.each(["Basic abc", "Bearer", "Token abc", "gme_abc"])(
    "the Authorization header %j gets a hint of the right format",
    async (authorization) => {
      const headers = { Authorization: authorization };

      const problem = await expectProblem(
        await api.call("/v1/plans", { headers }),
        401,
        "credential_malformed",
      );

      expect(problem).toMatchObject({ detail: expect.stringContaining("Bearer <token>") });
    },
  );
});

describe("account and organization", () => {
  test.each([
    ["account_suspended", `update accounts set status = 'suspended' where id = ?`, "accountId"],
    [
      "account_suspended",
      `update organizations set status = 'suspended' where id = ?`,
      "organizationId",
    ],
    [
      "payment_overdue",
      `update organizations set payment_status = 'overdue' where id = ?`,
      "organizationId",
    ],
  ] as const)("%s returns 403 with the caller's own limit", async (code, statement, field) => {
    const organization = await createOrganization(database.orm, { requestsPerHour: 77 });
    await database.orm.em.fork().execute(statement, [organization[field]]);

    const response = await api.call("/v1/plans", { key: organization.key });

    await expectProblem(response, 403, code);
    expect(response.headers.get("X-RateLimit-Limit")).toBe("77");
  });

  test("a key with allowed networks works from their IP addresses only", async () => {
    const { key, keyId } = await createOrganization(database.orm);
    const em = database.orm.em.fork();
    await em.execute(`update api_keys set allowed_addresses = '{10.0.0.0/8}' where id = ?`, [
      keyId,
    ]);

    await expectProblem(await api.call("/v1/plans", { key }), 403, "address_not_allowed");
  });
});

describe("malformed requests", () => {
  const path = "/v1/chat";

  test("broken JSON returns 400", async () => {
    const response = await api.call(path, { key: caller.key, body: '{"message": ' });

    await expectProblem(response, 400, "body_malformed");
  });

  test("invalid UTF-8 returns 400", async () => {
    const response = await fetch(`${api.url}${path}`, {
      method: "POST",
      headers: { "X-API-Key": caller.key, "Content-Type": "application/json" },
      body: Buffer.from([0x22, 0xff, 0xfe, 0x22]),
    });

    await expectProblem(response, 400, "body_malformed");
  });

  test.each(["text/plain", "application/json; charset=latin1", "application/xml"])(
    "%s returns 415",
    async (type) => {
      const headers = { "Content-Type": type };

      const response = await api.call(path, { key: caller.key, headers, body: "{}" });

      await expectProblem(response, 415, "content_type_unsupported");
    },
  );

  test("a body over 256 KiB returns 413, with or without Content-Length", async () => {
    const message = "x".repeat(300_000);
    const announced = await api.call(path, { key: caller.key, body: { message } });
    const streamed = await fetch(`${api.url}${path}`, {
      method: "POST",
      headers: { "X-API-Key": caller.key, "Content-Type": "application/json" },
      body: new Blob([JSON.stringify({ message })]).stream(),
      duplex: "half",
    });

    await expectProblem(announced, 413, "body_too_large");
    await expectProblem(streamed, 413, "body_too_large");
  });

  test("text that PostgreSQL cannot store is reported with its pointer", async () => {
    const body = '{"message": "a\\u0000b", "metadata": {"half": "\\ud800"}}';

    const response = await api.call(path, { key: caller.key, body });

    expect(await expectProblem(response, 422, "request_invalid")).toMatchObject({
      errors: [
        { pointer: "/message", code: "wrong_text" },
        { pointer: "/metadata/half", code: "wrong_text" },
      ],
    });
  });

  test("every problem of a body is reported at once", async () => {
    const body = {
      message: "",
      capability: "teleport",
      maxCredits: 99_999,
      inputs: [{ kind: "image" }],
    };

    const response = await api.call(path, { key: caller.key, body });

    expect(await expectProblem(response, 422, "request_invalid")).toMatchObject({
      errors: [
        { pointer: "/message" },
        { pointer: "/inputs/0", code: "either_or" },
        { pointer: "/capability", code: "not_allowed" },
        { pointer: "/maxCredits", code: "too_large" },
      ],
    });
  });

  test.each([
    "/v1/models?search=%00",
    "/v1/models/%00",
    "/v1/models?type=image&type=video",
    "/v1/jobs?limit=1e2",
  ])("%s returns 400", async (address) => {
    await expectProblem(await api.call(address, { key: caller.key }), 400, "parameters_invalid");
  });

  test("an undecodable path does not cause a server error", async () => {
    const response = await api.call("/v1/models/%zz", { key: caller.key });

    expectCommonHeaders(response);
    expect([400, 404]).toContain(response.status);
  });

  test("a request that is not HTTP gets a response with the common headers", async () => {
    const answer = await sendRaw(api.url, "NONSENSE\r\n\r\n");

    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/X-RateLimit-Remaining: \d+/);
  });

  test("TRACE returns 405", async () => {
    const head = `TRACE /v1/plans HTTP/1.1\r\nHost: x\r\nX-API-Key: ${caller.key}\r\nConnection: close\r\n\r\n`;

    const answer = await sendRaw(api.url, head);

    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer).toMatch(/Allow: GET, HEAD, OPTIONS/);
  });
});

describe("paths", () => {
  test("an unknown path returns 404 to a caller and 401 without a credential", async () => {
    await expectProblem(await api.call("/v1/nothing", { key: caller.key }), 404, "route_not_found");
    await expectProblem(await api.call("/v1/nothing"), 401, "credential_missing");
    await expectProblem(await api.call("/nothing"), 404, "route_not_found");
  });

  test("OPTIONS returns the same headers for all paths, so that it does not reveal which ones exist", async () => {
    const headersOf = async (path: string) => {
      const { status, headers } = await api.call(path, { method: "OPTIONS" });
      const ofRequest = new Set(["x-request-id", "date"]);
      return { status, headers: [...headers].filter(([name]) => !ofRequest.has(name)) };
    };
    const existing = await headersOf("/v1/admin/users");

    expect(existing.status).toBe(204);
    expect(await headersOf("/v1/nothing")).toEqual(existing);
    expect(await headersOf("/nothing")).toEqual(existing);
  });

  test("OPTIONS returns the methods and does not count as a request", async () => {
    const before = await api.call("/v1/jobs", { method: "OPTIONS" });
    const after = await api.call("/v1/jobs", { method: "OPTIONS" });

    expectCommonHeaders(after);
    expect(after.status).toBe(204);
    expect(after.headers.get("Allow")).toBe("GET, HEAD, POST, PUT, DELETE, OPTIONS");
    expect(after.headers.get("X-RateLimit-Remaining")).toBe(
      before.headers.get("X-RateLimit-Remaining"),
    );
  });
});

describe("browsers", () => {
  const preflight = { "Access-Control-Request-Method": "POST" };

  test("an allowed front end may call, by exact origin", async () => {
    const response = await api.call("/v1/chat", {
      method: "OPTIONS",
      headers: { ...preflight, Origin: "http://front.test" },
    });

    expect(response.status).toBe(204);
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("http://front.test");
    expect(response.headers.get("Access-Control-Allow-Headers")).toContain("X-API-Key");
  });

  test.each(["http://front.test.evil", "https://front.test", "http://front.test:8080", "null"])(
    "%s may not call",
    async (origin) => {
      const response = await api.call("/v1/chat", {
        method: "OPTIONS",
        headers: { ...preflight, Origin: origin },
      });

      expect(response.headers.get("Access-Control-Allow-Origin")).toBeNull();
      expect(response.headers.get("Vary")).toContain("Origin");
    },
  );
});

describe("the log", () => {
  test("has a line for each request, with ids and without secrets", async () => {
    const requestId = "test-request-0001";

    const response = await api.call("/v1/models?search=secretword", {
      key: caller.key,
      headers: { "X-Request-Id": requestId },
    });
    await response.arrayBuffer();

    expect(response.headers.get("X-Request-Id")).toBe(requestId);
    await until(() => api.logLines.some((line) => line.includes(requestId)));
    const line = api.logLines.find((entry) => entry.includes(requestId)) ?? "";
    expect(JSON.parse(line)).toMatchObject({
      method: "GET",
      path: "/v1/models",
      route: "/v1/models",
      status: 200,
      organizationId: caller.organizationId,
      apiKeyId: caller.keyId,
    });
    expect(api.logLines.join("")).not.toContain("secretword");
    expect(api.logLines.join("")).not.toContain(caller.key);
  });

  test("replaces a request id that could break a log line", async () => {
    const headers = { "X-Request-Id": 'a"b c' };

    const response = await api.call("/v1/plans", { key: caller.key, headers });

    expectCommonHeaders(response);
    expect(response.headers.get("X-Request-Id")).not.toContain('"');
  });
});

async function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(text);
  let answer = "";
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}
