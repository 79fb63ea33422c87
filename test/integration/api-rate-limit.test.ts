import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startApi, type TestApi } from "#test/support/api.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { createOrganization } from "#test/support/organization.ts";

let database: TestDatabase;
let first: TestApi;
let second: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  first = await startApi(database);
  second = await startApi(database);
});

afterAll(async () => {
  await first.close();
  await second.close();
  await database.drop();
});

describe("the hourly limit of a key", () => {
  test("holds over two processes: of N + 5 requests at once, N are answered", async () => {
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

  test("is another one for each key", async () => {
    const one = await createOrganization(database.orm, { requestsPerHour: 1 });
    const other = await createOrganization(database.orm, { requestsPerHour: 1 });

    await first.call("/v1/plans", { key: one.key });
    const refused = await first.call("/v1/plans", { key: one.key });
    const answered = await first.call("/v1/plans", { key: other.key });

    expect([refused.status, answered.status]).toEqual([429, 200]);
  });

  test("is reached by errors, too", async () => {
    const { key } = await createOrganization(database.orm, { requestsPerHour: 2 });

    const missing = await first.call("/v1/models/nothing", { key });
    const unknown = await first.call("/v1/nothing", { key });
    const refused = await first.call("/v1/plans", { key });

    expect([missing.status, unknown.status, refused.status]).toEqual([404, 404, 429]);
    expect(unknown.headers.get("X-RateLimit-Remaining")).toBe("0");
  });

  test("is not touched by a conditional request that finds nothing new, even at the limit", async () => {
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
      data: [{ subject: "api_key", limit: 5, used: 1, remaining: 4 }],
    });
    expect(response.headers.get("X-RateLimit-Remaining")).toBe("4");
  });
});

describe("without a valid credential", () => {
  test("the client's address is limited, and a valid key is not", async () => {
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
    // Only what our own proxy appended is believed.
    expect(forged.status).toBe(429);
  });
});

describe("while the database is away", () => {
  test("every answer still tells a limit, and says that it is worth trying again", async () => {
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

  test("a caller who tries on is not taken for a stranger who guesses, and told to come back in an hour", async () => {
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
