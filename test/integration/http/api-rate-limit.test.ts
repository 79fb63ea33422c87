import { describe, expect, test } from "vitest";

import { createApiKey } from "#db/organizations/api-keys.ts";
import { freeRequestsPerHourOf } from "#domain/billing/plans.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { startApi } from "#test/support/api.ts";
import { createTestDatabase } from "#test/support/database.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";

const database = useDatabase();
const first = useApi(database);
const second = useApi(database);

describe("the hourly limit of a key", () => {
  test("holds across two processes: of N + 5 concurrent requests, N succeed", async () => {
    const limit = 12;
    const { key } = await createOrganization(database.orm, { requestsPerHour: limit });

    const responses = await Promise.all(
      Array.from({ length: limit + 5 }, (_value, index) =>
        (index % 2 === 0 ? first : second).call("/v1/plans", { key }),
      ),
    );

    const answered = responses.filter((response) => response.status === 200);
    const refused = responses.filter((response) => response.status === 429);
    expect([answered.length, refused.length]).toEqual([limit, 5]);
    const remaining = answered.map((response) => response.headers.get("X-RateLimit-Remaining"));
    expect(remaining.map(Number).toSorted((a, b) => a - b)).toEqual([...Array(limit).keys()]);
    for (const response of refused) {
      const reset = Number(response.headers.get("X-RateLimit-Reset"));
      expect(reset % 3_600).toBe(0);
      expect(response.headers.get("X-RateLimit-Remaining")).toBe("0");
      const seconds = Number(response.headers.get("Retry-After"));
      expect(Math.abs(seconds - (reset - Date.now() / 1_000))).toBeLessThan(5);
      expect(await response.json()).toMatchObject({
        code: "rate_limited",
        retryable: true,
        retryAfterSeconds: seconds,
      });
    }
  });

  test("is separate for each key", async () => {
    const one = await createOrganization(database.orm, { requestsPerHour: 1 });
    const other = await createOrganization(database.orm, { requestsPerHour: 1 });

    await first.call("/v1/plans", { key: one.key });
    const refused = await first.call("/v1/plans", { key: one.key });
    const answered = await first.call("/v1/plans", { key: other.key });

    expect([refused.status, answered.status]).toEqual([429, 200]);
  });

  test("counts error responses, too", async () => {
    const { key } = await createOrganization(database.orm, { requestsPerHour: 2 });

    const missing = await first.call("/v1/models/nothing", { key });
    const unknown = await first.call("/v1/nothing", { key });
    const refused = await first.call("/v1/plans", { key });

    expect([missing.status, unknown.status, refused.status]).toEqual([404, 404, 429]);
    expect(unknown.headers.get("X-RateLimit-Remaining")).toBe("0");
  });

  test("does not count a conditional request that finds nothing new, even at the limit", async () => {
    const { key } = await createOrganization(database.orm, { requestsPerHour: 1 });
    const read = await first.call("/v1/models/studio-image", { key });
    const etag = read.headers.get("etag") ?? "";

    const unchanged = await first.call("/v1/models/studio-image", {
      key,
      headers: { "If-None-Match": etag },
    });
    const changed = await first.call("/v1/models/studio-image", {
      key,
      headers: { "If-None-Match": '"other"' },
    });

    expect([read.status, unchanged.status, changed.status]).toEqual([200, 304, 429]);
    expect(changed.headers.get("etag")).toBeNull();
  });

  test("can be read without counting", async () => {
    const { key } = await createOrganization(database.orm, { requestsPerHour: 5 });
    await first.call("/v1/plans", { key });

    await first.call("/v1/rate-limits", { key });
    const response = await first.call("/v1/rate-limits", { key });

    expect(await response.json()).toMatchObject({
      data: [
        { subject: "api_key", limit: 5, used: 1, remaining: 4 },
        { subject: "organization", limit: 20, used: 1, remaining: 19 },
        { subject: "unchanged", limit: 3_600, used: 0, remaining: 3_600 },
      ],
    });
    expect(response.headers.get("X-RateLimit-Remaining")).toBe("4");
  });
});

describe("conditional requests", () => {
  /** Leaves this number of free requests to the organization in the current hour. */
  async function leaveFree({ organizationId }: TestOrganization, count: number, limit: number) {
    const hour = Math.floor(Date.now() / 3_600_000);
    await database.orm.em
      .fork()
      .execute(`insert into rate_limits (key, points, expire) values (?, ?, ?)`, [
        `free:organization:${organizationId}@${hour}`,
        freeRequestsPerHourOf(limit) - count,
        (hour + 1) * 3_600_000,
      ]);
  }
  const read = async (key: string, etag: string) =>
    first.call("/v1/models/studio-image", { key, headers: { "If-None-Match": etag } });

  test("are free a limited number of times; further ones count, even when nothing has changed", async () => {
    const owner = await createOrganization(database.orm, { requestsPerHour: 3 });
    await leaveFree(owner, 2, 3);
    const etag = (await read(owner.key, '"none"')).headers.get("etag") ?? "";

    const responses: Response[] = [];
    for (let round = 0; round < 4; round += 1) responses.push(await read(owner.key, etag));

    expect(responses.map(({ status }) => status)).toEqual([304, 304, 304, 429]);
    expect(responses.map(({ headers }) => headers.get("X-RateLimit-Remaining"))).toEqual([
      "2", // The last free request.
      "1",
      "0",
      "0",
    ]);
  });

  test("beyond that number are refused before any read when the caller is at its limit", async () => {
    const owner = await createOrganization(database.orm, { requestsPerHour: 1 });
    await leaveFree(owner, 1, 1);
    await first.call("/v1/plans", { key: owner.key });
    let reads = 0;
    const counting = await startApi(database, {
      dependencies: {
        orm: new Proxy(database.orm, {
          get(orm, name, receiver) {
            if (name === "em") reads += 1;
            return Reflect.get(orm, name, receiver) as unknown;
          },
        }),
      },
    });
    const ask = async () =>
      counting.call("/v1/models", { key: owner.key, headers: { "If-None-Match": '"other"' } });

    const free = await ask();
    const readsBefore = reads;
    const refused = await ask();

    expect([free.status, refused.status]).toEqual([429, 429]);
    // The key lookup is the only read of a refused request.
    expect(reads - readsBefore).toBeLessThanOrEqual(1);
    await counting.close();
  });
});

describe("the hourly limit of an organization", () => {
  const addKey = async ({ organizationId, accountId }: TestOrganization) =>
    createApiKey(database.orm.em.fork(), { organizationId, accountId, name: "another" });

  test("holds across all its keys, at four times the limit of one key, and not for sessions", async () => {
    const owner = await createOrganization(database.orm, { requestsPerHour: 2 });
    const keys = [owner.key];
    while (keys.length < 6) keys.push((await addKey(owner)).value);

    const statuses: number[] = [];
    for (const key of [...keys, ...keys]) {
      statuses.push((await first.call("/v1/plans", { key })).status);
    }
    const refused = await first.call("/v1/plans", { key: (await addKey(owner)).value });
    const { token } = await createTestSession(database.orm, owner.accountId);
    const person = await second.call("/v1/plans", { token });

    expect(statuses.filter((status) => status === 200)).toHaveLength(8);
    expect(refused.headers.get("X-RateLimit-Remaining")).toBe("0");
    expect(await refused.json()).toMatchObject({ status: 429, code: "rate_limited" });
    expect(person.status).toBe(200);
  });

  test("is not used up by a key that continues beyond its own limit", async () => {
    const owner = await createOrganization(database.orm, { requestsPerHour: 2 });
    const other = await addKey(owner);

    for (let round = 0; round < 12; round += 1) {
      await first.call("/v1/plans", { key: owner.key });
    }
    const answered = await first.call("/v1/plans", { key: other.value });

    expect(answered.status).toBe(200);
    expect(await (await first.call("/v1/rate-limits", { key: other.value })).json()).toMatchObject({
      data: [
        { subject: "api_key", limit: 2, used: 1 },
        { subject: "organization", limit: 8, used: 3 },
        { subject: "unchanged", limit: 3_600, used: 0 },
      ],
    });
  });
});

describe("without a valid credential", () => {
  test("the client's IP address is limited, and a valid key is not", async () => {
    const strict = await startApi(database, {
      settings: { anonymousRequestsPerHour: 2, trustProxy: true },
    });
    const { key } = await createOrganization(database.orm);
    const headers = { "X-Forwarded-For": "198.51.100.7" };

    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      statuses.push((await strict.call("/v1/plans", { headers })).status);
    }
    const withKey = await strict.call("/v1/plans", { headers, key });
    const forged = await strict.call("/v1/plans", {
      headers: { "X-Forwarded-For": "203.0.113.9, 198.51.100.7" },
    });
    await strict.close();

    expect(statuses).toEqual([401, 401, 429]);
    expect(withKey.status).toBe(200);
    // Only the entry appended by the trusted proxy counts.
    expect(forged.status).toBe(429);
  });
});

describe("many people behind one IP address", () => {
  test("renew and end their sessions after the anonymous limit of the IP address is used up", async () => {
    const strict = await startApi(database, { settings: { anonymousRequestsPerHour: 2 } });
    const owner = await createOrganization(database.orm);
    const sessions = [
      await createTestSession(database.orm, owner.accountId),
      await createTestSession(database.orm, owner.accountId),
    ] as const;
    for (let round = 0; round < 4; round += 1) await strict.call("/v1/plans");
    const post = async (path: string, refreshToken: string) =>
      strict.call(`/v1/auth/${path}`, { body: { refreshToken } });

    const guessed = await post("refresh", "0".repeat(43));
    const renewed = await post("refresh", sessions[0].refreshToken);
    const ended = await post("logout", sessions[1].refreshToken);
    await strict.close();

    expect([guessed.status, renewed.status, ended.status]).toEqual([429, 200, 204]);
  });

  test("count only failed attempts to renew a session", async () => {
    const owner = await createOrganization(database.orm);
    let { refreshToken } = await createTestSession(database.orm, owner.accountId);
    const headers = { "X-Forwarded-For": "198.51.100.77" };
    const proxied = await startApi(database, {
      settings: { anonymousRequestsPerHour: 3, trustProxy: true },
    });
    const renew = async (token: string) =>
      proxied.call("/v1/auth/refresh", { headers, body: { refreshToken: token } });

    const statuses: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const response = await renew(refreshToken);
      statuses.push(response.status);
      ({ refreshToken } = (await response.json()) as { refreshToken: string });
    }
    for (let round = 0; round < 4; round += 1) statuses.push((await renew("0".repeat(43))).status);
    await proxied.close();

    expect(statuses).toEqual([200, 200, 200, 200, 200, 401, 401, 401, 429]);
  });
});

describe("with the database unavailable", () => {
  test("every response still carries a limit, and is marked as retryable", async () => {
    const own = await createTestDatabase();
    const api = await startApi(own);
    const { key } = await createOrganization(own.orm);
    await own.drop();

    const response = await api.call("/v1/models", { key });

    expect(response.status).toBe(503);
    expect(response.headers.get("X-RateLimit-Limit")).toMatch(/^\d+$/);
    expect(response.headers.get("Retry-After")).toMatch(/^\d+$/);
    expect(await response.json()).toMatchObject({ code: "unavailable", retryable: true });
    await api.close();
  });

  test("a caller that retries gets 503, and is not limited as an anonymous client", async () => {
    const own = await createTestDatabase();
    const api = await startApi(own, { settings: { anonymousRequestsPerHour: 2 } });
    const { key } = await createOrganization(own.orm);
    await own.drop();

    const statuses: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      statuses.push((await api.call("/v1/models", { key })).status);
    }

    expect(statuses).toEqual([503, 503, 503, 503, 503]);
    await api.close();
  });
});
