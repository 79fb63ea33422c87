import { randomUUID } from "node:crypto";

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import {
  createRequestWindows,
  isOver,
  type RequestWindows,
} from "#api/rate-limit/request-windows.ts";
import { connectSharedCounters, type SharedCounters } from "#api/rate-limit/shared-counters.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { startApi, type TestApi } from "#test/support/api.ts";
import { useDatabase, useResource } from "#test/support/fixtures.ts";
import { createMemoryLog } from "#test/support/log.ts";
import { startRedis } from "#test/support/servers/redis.ts";

const password = "a-password-of-tests";
const waitMs = { timeout: 30_000 };

const database = useDatabase();
const redis = useResource(async () => startRedis({ password }));

const opened: { windows: RequestWindows; counters: SharedCounters }[] = [];

afterEach(async () => {
  for (const { windows, counters } of opened.splice(0)) {
    windows.close();
    await counters.close();
  }
});

/** Timeout for tests without an outage: counts stay exact on a machine that stalls for some seconds. */
const patientMs = 30_000;

/** Opens windows as one process does, with a separate connection and separate memory. */
async function openWindows({
  redisUrl,
  now = Date.now,
  countMs,
}: {
  redisUrl: string | undefined;
  now?: () => number;
  countMs?: number;
}) {
  const { log, lines } = createMemoryLog();
  const counters = await connectSharedCounters({
    databaseUrl: database.url,
    redisUrl,
    redisKeyPrefix: "test:",
    ...(countMs === undefined ? {} : { countMs }),
    log,
  });
  const windows = createRequestWindows({ counters, log, now });
  opened.push({ windows, counters });
  return { windows, lines };
}

/** Spends concurrently. Returns how many requests pass. */
async function flood(windows: RequestWindows, subject: string, limit: number, count: number) {
  const spent = await Promise.all(
    Array.from({ length: count }, async () => windows.spend(subject, limit)),
  );
  return spent.filter((window) => !isOver(window)).length;
}

function outages(lines: readonly Record<string, unknown>[]): string[] {
  return lines.flatMap(({ msg }) =>
    typeof msg === "string" && msg.startsWith("rate limit store") ? [msg.split(":")[0] ?? ""] : [],
  );
}

test("an idle connection to PostgreSQL is closed, and not reported as lost", async () => {
  const { windows, lines } = await openWindows({ redisUrl: undefined, countMs: 2_000 });
  const countConnections = async () => {
    const [row] = await database.orm.em
      .fork()
      .execute<{ count: number }[]>(
        "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'gme-rate-limits'",
      );
    return row?.count;
  };
  await windows.spend(randomUUID(), 10);
  expect(await countConnections()).toBe(1);

  await vi.waitFor(async () => expect(await countConnections()).toBe(0), waitMs);

  expect(lines).toEqual([]);
});

describe.each(["PostgreSQL", "Redis"] as const)("windows in %s", (store) => {
  const redisUrl = () => (store === "Redis" ? redis.url : undefined);

  test("a new hour is a new window, and a request given back is returned to its hour", async () => {
    let nowMs = Date.UTC(2026, 10, 21, 9, 59, 58);
    const { windows } = await openWindows({
      redisUrl: redisUrl(),
      countMs: patientMs,
      now: () => nowMs,
    });
    const subject = randomUUID();
    await windows.spend(subject, 2);
    await windows.spend(subject, 2);
    const refused = await windows.spend(subject, 2);

    nowMs = Date.UTC(2026, 10, 21, 10, 0, 0);
    const first = await windows.spend(subject, 2);
    const former = await windows.giveBack(refused);
    const second = await windows.spend(subject, 2);
    const third = await windows.spend(subject, 2);

    expect(refused).toMatchObject({ used: 3, resetsInSeconds: 2 });
    expect(refused.resetsAt).toBe(Date.UTC(2026, 10, 21, 10) / 1_000);
    expect(first).toMatchObject({ used: 1, resetsInSeconds: 3_600 });
    expect(former.used).toBe(2);
    expect([second, third].map(isOver)).toEqual([false, true]);
  });

  test("the end of the hour sets Retry-After and X-RateLimit-Reset of every response", async () => {
    const nowMs = Math.floor(Date.now() / 3_600_000) * 3_600_000 + 3_590_000;
    const { windows } = await openWindows({
      redisUrl: redisUrl(),
      countMs: patientMs,
      now: () => nowMs,
    });
    const api = await startApi(database, { dependencies: { windows } });
    const { key } = await createOrganization(database.orm, { requestsPerHour: 1 });

    const answered = await api.call("/v1/plans", { key });
    const refused = await api.call("/v1/plans", { key });
    await api.close();

    expect([answered.status, refused.status]).toEqual([200, 429]);
    expect(refused.headers.get("Retry-After")).toBe("10");
    expect(refused.headers.get("X-RateLimit-Reset")).toBe(String((nowMs + 10_000) / 1_000));
  });

  test("peeking counts nothing", async () => {
    const { windows } = await openWindows({ redisUrl: redisUrl(), countMs: patientMs });
    const subject = randomUUID();
    await windows.spend(subject, 5);

    const looks = [await windows.peek(subject, 5), await windows.peek(subject, 5)];

    expect(looks.map(({ used }) => used)).toEqual([1, 1]);
    expect((await windows.peek(randomUUID(), 5)).used).toBe(0);
  });

  test("a window that the store has lost cannot be given back", async () => {
    const { windows } = await openWindows({ redisUrl: redisUrl(), countMs: patientMs });
    const lost = { ...(await windows.spend(randomUUID(), 3)), key: `${randomUUID()}@1` };

    const given = await windows.giveBack(lost);

    expect(given.used).toBe(0);
  });

  describe("every response reports its window exactly", () => {
    let api: TestApi;
    let key: string;
    let etag: string;
    let isBroken = false;

    beforeAll(async () => {
      const { windows } = await openWindows({ redisUrl: redisUrl(), countMs: patientMs });
      opened.pop();
      api = await startApi(database, {
        dependencies: {
          windows,
          now: () => {
            if (isBroken) throw new Error("a clock that fails");
            return new Date();
          },
        },
      });
      ({ key } = await createOrganization(database.orm, { requestsPerHour: 9 }));
    });

    afterAll(async () => api.close());

    // In this order: each request counts one, except the 304, which counts none.
    test.each([
      { status: 200, remaining: 8, path: "/v1/models/studio-image" },
      { status: 304, remaining: 8, path: "/v1/models/studio-image", conditional: true },
      { status: 404, remaining: 7, path: "/v1/models/nothing" },
      { status: 404, remaining: 6, path: "/v1/nothing" },
      { status: 405, remaining: 5, path: "/v1/models", method: "DELETE" },
      { status: 400, remaining: 4, path: "/v1/chat", body: "{" },
      { status: 415, remaining: 3, path: "/v1/chat", body: "{}", type: "text/plain" },
      { status: 422, remaining: 2, path: "/v1/chat", body: "{}" },
      { status: 500, remaining: 1, path: "/v1/credits", broken: true },
      { status: 403, remaining: 0, path: "/v1/metrics" },
      { status: 429, remaining: 0, path: "/v1/plans" },
    ])("$status of $path leaves $remaining", async (row) => {
      isBroken = row.broken === true;
      const response = await api.call(row.path, {
        key,
        method: row.method ?? (row.body === undefined ? "GET" : "POST"),
        headers: {
          ...(row.conditional === true ? { "If-None-Match": etag } : {}),
          ...(row.type === undefined ? {} : { "Content-Type": row.type }),
        },
        ...(row.body === undefined ? {} : { body: row.body }),
      });
      etag = response.headers.get("ETag") ?? etag;

      expect(response.status).toBe(row.status);
      expect(response.headers.get("X-RateLimit-Limit")).toBe("9");
      expect(response.headers.get("X-RateLimit-Remaining")).toBe(String(row.remaining));
      expect(Number(response.headers.get("X-RateLimit-Reset")) % 3_600).toBe(0);
      expect(response.headers.has("Retry-After")).toBe(row.status === 429);
    });

    test("a request refused before the credential check counts by IP address", async () => {
      const mistyped = `${key.slice(0, -1)}${key.endsWith("x") ? "y" : "x"}`;
      const rows = [
        { status: 401, path: "/v1/plans" },
        { status: 401, path: "/v1/plans", key: mistyped },
        { status: 413, path: "/v1/chat", key, body: "x".repeat(300_000) },
        { status: 404, path: "/nothing" },
      ];

      const remaining: number[] = [];
      for (const { status, path, ...options } of rows) {
        const response = await api.call(path, options);
        expect(response.status).toBe(status);
        expect(response.headers.get("X-RateLimit-Limit")).toBe("1000000");
        remaining.push(Number(response.headers.get("X-RateLimit-Remaining")));
      }

      const [first = 0] = remaining;
      expect(remaining).toEqual([first, first - 1, first - 2, first - 3]);
    });
  });
});

describe("while the store is down", () => {
  test("after Redis is killed, a share of the limit passes with one log line; after recovery counts are shared again", async () => {
    const own = await startRedis();
    const { windows, lines } = await openWindows({ redisUrl: own.url });
    const subject = randomUUID();
    const before = await windows.spend(subject, 40);

    await own.kill();
    const passed = await flood(windows, subject, 40, 100);
    const during = await windows.peek(subject, 40);
    const given = await windows.giveBack(before);
    await own.restart();
    await vi.waitFor(() => expect(windows.insurance.isStoreDown).toBe(false), waitMs);
    const after = await windows.spend(subject, 40);
    await windows.giveBack(before);
    await own.close();

    expect(passed).toBe(10);
    expect(during).toMatchObject({ limit: 10, insured: true });
    expect(given).toBe(before);
    expect(after).toMatchObject({ limit: 40, used: 1, insured: false });
    expect(outages(lines)).toEqual([
      "rate limit store unavailable; counting in memory",
      "rate limit store available again",
    ]);
    expect(windows.insurance).toMatchObject({ store: "Redis", outages: 1 });
  });

  test("a hanging Redis delays the first request for less than 5 s, and the next one less", async () => {
    const own = await startRedis();
    const { windows } = await openWindows({ redisUrl: own.url });
    own.freeze();

    const startedAt = performance.now();
    const first = await windows.spend(randomUUID(), 40);
    const firstMs = performance.now() - startedAt;
    const second = await windows.spend(randomUUID(), 40);
    const secondMs = performance.now() - startedAt - firstMs;
    own.unfreeze();
    await vi.waitFor(() => expect(windows.insurance.isStoreDown).toBe(false), waitMs);
    await own.close();

    expect([first.insured, second.insured]).toEqual([true, true]);
    expect(firstMs).toBeLessThan(5_000);
    expect(secondMs).toBeLessThan(firstMs);
  });

  test("a Redis that refuses the password counts as an outage, and no log contains the password", async () => {
    const url = redis.url.replace(password, "another-password");

    const { windows, lines } = await openWindows({ redisUrl: url });
    const window = await windows.spend(randomUUID(), 40);

    expect(window).toMatchObject({ limit: 10, insured: true });
    expect(JSON.stringify(lines)).toContain("WRONGPASS");
    expect(JSON.stringify(lines)).not.toContain("another-password");
  });

  test("without PostgreSQL's table, requests pass within a share of the limit", async () => {
    const { windows, lines } = await openWindows({ redisUrl: undefined });
    const api = await startApi(database, { dependencies: { windows } });
    const { key } = await createOrganization(database.orm, { requestsPerHour: 8 });
    const em = database.orm.em.fork();

    await em.execute("alter table rate_limits rename to rate_limits_gone");
    const responses = await Promise.all(
      Array.from({ length: 6 }, async () => api.call("/v1/plans", { key })),
    );
    await em.execute("alter table rate_limits_gone rename to rate_limits");
    await vi.waitFor(() => expect(windows.insurance.isStoreDown).toBe(false), waitMs);
    const after = await api.call("/v1/plans", { key });
    await api.close();

    const statuses = responses.map((response) => response.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    expect(responses.map((response) => response.headers.get("X-RateLimit-Limit"))).toEqual(
      Array<string>(6).fill("2"),
    );
    expect(after.headers.get("X-RateLimit-Remaining")).toBe("7");
    expect(outages(lines)).toHaveLength(2);
  });
});
