import { randomInt, randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { startApiProcesses, type ApiProcesses } from "#test/support/engine/api-processes.ts";
import { runUndisturbed } from "#test/support/measurements/undisturbed.ts";
import { startRedis, type TestRedis } from "#test/support/servers/redis.ts";

/** Requests race between processes, and within each; more processes only add more pairs. */
const processCount = 2;
/** Several attempts. */
const testMs = 180_000;
const hourMs = 3_600_000;
/** A process looks for its store twice a second. */
const storeWait = { timeout: 30_000, interval: 200 };

function randomAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}

/** Waits until a process counts in the store. Returns how often it has counted in memory instead. */
async function waitForStore(internalUrl: string): Promise<number> {
  return vi.waitFor(async () => {
    const metrics = await (await fetch(`${internalUrl}/metrics`)).text();
    const valueOf = (name: string) =>
      Number(new RegExp(`^${name} (\\d+)$`, "m").exec(metrics)?.[1] ?? Number.NaN);
    expect(valueOf("gme_rate_limit_store_down")).toBe(0);
    const outages = valueOf("gme_rate_limit_outages_total");
    expect(outages).not.toBeNaN();
    return outages;
  }, storeWait);
}

describe.each(["PostgreSQL", "Redis"] as const)(
  "two API processes over one %s",
  { timeout: testMs },
  (store) => {
    let database: TestDatabase;
    let redis: TestRedis | null = null;
    let processes: ApiProcesses;

    beforeAll(async () => {
      database = await createTestDatabase();
      if (store === "Redis") redis = await startRedis({ password: "a-password-of-tests" });
      processes = await startApiProcesses(database, {
        count: processCount,
        env: { TRUST_PROXY: "1", ...(redis === null ? {} : { REDIS_URL: redis.url }) },
      });
    });

    afterAll(async () => {
      await processes.close();
      await redis?.close();
      await database.drop();
    });

    /** Runs a body that states exact counts: every process counts in the store, in one clock hour. */
    async function whileCounted(body: () => Promise<void>): Promise<void> {
      const observePremise = async () => ({
        outages: await Promise.all(processes.internalUrls.map(waitForStore)),
        hour: Math.floor(Date.now() / hourMs),
      });
      await runUndisturbed(observePremise, body);
    }

    /** Sends concurrent requests, distributed over the processes in rotation. */
    async function flood(
      count: number,
      request: (index: number) => { path: string; init?: RequestInit },
    ): Promise<Response[]> {
      return Promise.all(
        Array.from({ length: count }, async (_value, index) => {
          const { path, init } = request(index);
          return fetch(`${processes.urls[index % processCount] ?? ""}${path}`, init);
        }),
      );
    }

    /** Expects exactly `limit` requests to have the status, each with a different remaining count. */
    function expectExactly(responses: readonly Response[], limit: number, status: number): void {
      const passed = responses.filter((response) => response.status === status);
      const refused = responses.filter((response) => response.status === 429);
      expect([passed.length, refused.length]).toEqual([limit, responses.length - limit]);
      const remaining = passed.map((response) =>
        Number(response.headers.get("X-RateLimit-Remaining")),
      );
      expect(remaining.toSorted((a, b) => a - b)).toEqual([...Array(limit).keys()]);
      for (const response of refused) {
        expect(response.headers.get("X-RateLimit-Limit")).toBe(String(limit));
        expect(response.headers.get("X-RateLimit-Remaining")).toBe("0");
        expect(response.headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
      }
    }

    test("a key that far exceeds its limit with concurrent requests gets exactly its limit", async () =>
      whileCounted(async () => {
        const limit = 50;
        const { key } = await createOrganization(database.orm, { requestsPerHour: limit });

        const responses = await flood(200, () => ({
          path: "/v1/plans",
          init: { headers: { "X-API-Key": key } },
        }));

        expectExactly(responses, limit, 200);
      }));

    test("all tokens of one person share one window", async () =>
      whileCounted(async () => {
        const limit = 20;
        const { accountId } = await createOrganization(database.orm, { requestsPerHour: limit });
        const sessions = [
          await createTestSession(database.orm, accountId),
          await createTestSession(database.orm, accountId),
          await createTestSession(database.orm, accountId),
        ];

        // Only what creates jobs or estimates counts against the plan; an empty body is refused after the count.
        const responses = await flood(80, (index) => ({
          path: "/v1/generations",
          init: {
            method: "POST",
            headers: {
              Authorization: `Bearer ${sessions[index % 3]?.token ?? ""}`,
              "Content-Type": "application/json",
            },
            body: "{}",
          },
        }));

        expectExactly(responses, limit, 422);
      }));

    test("requests without a credential are limited by IP address", async () =>
      whileCounted(async () => {
        const address = randomAddress();

        const responses = await flood(640, () => ({
          path: "/v1/plans",
          init: { headers: { "X-Forwarded-For": address } },
        }));

        expectExactly(responses, 600, 401);
      }));

    test("attempts to sign in from one IP address are counted together", async () =>
      whileCounted(async () => {
        const address = randomAddress();

        // A sign-in costs the hash of its password, so most attempts use an unknown token instead.
        const toSignIn = () => ({
          email: `${randomUUID()}@example.org`,
          password: "not the one 42",
        });
        const toVerify = () => ({ token: "none", password: "not the one 42" });
        const responses = await flood(66, (index) => {
          const [name, body] =
            index % 5 === 0 ? ["login", toSignIn()] : ["verify-email", toVerify()];
          return {
            path: `/v1/auth/${name}`,
            init: {
              method: "POST",
              headers: { "X-Forwarded-For": address, "Content-Type": "application/json" },
              body: JSON.stringify(body),
            },
          };
        });

        const statuses = responses.map((response) => response.status);
        expect(statuses.filter((status) => [400, 401].includes(status))).toHaveLength(60);
        const refused = responses.filter((response) => response.status === 429);
        expect(refused).toHaveLength(6);
        expect(await refused[0]?.json()).toMatchObject({ code: "sign_in_limited" });
      }));

    test("every process reports the same figures, and reporting them counts nothing", async () =>
      whileCounted(async () => {
        const { key } = await createOrganization(database.orm, { requestsPerHour: 9 });
        const headers = { "X-API-Key": key };
        await flood(4, () => ({ path: "/v1/plans", init: { headers } }));

        const responses = await flood(8, () => ({ path: "/v1/rate-limits", init: { headers } }));

        for (const response of responses) {
          expect(response.headers.get("X-RateLimit-Remaining")).toBe("5");
          expect(await response.json()).toMatchObject({
            data: [
              { subject: "api_key", window: "hour", limit: 9, used: 4, remaining: 5 },
              { subject: "organization", window: "hour", limit: 36, used: 4, remaining: 32 },
              { subject: "unchanged", window: "hour", limit: 3_600, used: 0, remaining: 3_600 },
            ],
          });
        }
      }));

    test("only the chosen store counts, and no log contains its password", async () => {
      const [row] = await database.orm.em
        .fork()
        .execute<{ count: number }[]>("select count(*)::int as count from rate_limits");
      const output = processes.output();

      expect(row?.count === 0).toBe(store === "Redis");
      expect(output).not.toContain("a-password-of-tests");
    });
  },
);
