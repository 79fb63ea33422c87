import pino from "pino";
import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { ReadinessCheck } from "#api/dependencies.ts";
import { registerEngineMetrics } from "#api/metrics/engine-metrics.ts";
import { countRequests, createRequestMetrics } from "#api/metrics/request-metrics.ts";
import { createStatusRecorder } from "#api/metrics/status-recorder.ts";
import { getMetrics } from "#api/routes/health/get-metrics.ts";
import { getStatus } from "#api/routes/health/get-status.ts";
import { Account } from "#db/entities/account.ts";
import { addStatusHours } from "#db/status.ts";
import { createWatchdog } from "#runtime/watchdog.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { startApi, type TestApi } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";

const log = pino({ level: "silent" });
const minuteMs = 60_000;

async function withDatabase(run: (database: TestDatabase) => Promise<void>): Promise<void> {
  const database = await createTestDatabase();
  try {
    await run(database);
  } finally {
    await database.drop();
  }
}

/** A component that fails while the test says so. */
function createPart(name: string, optional: boolean): ReadinessCheck & { fails: boolean } {
  const part = {
    name,
    optional,
    fails: false,
    async check() {
      if (part.fails) throw new Error(`${name} is away`);
    },
  };
  return part;
}

/** A recorder with a test clock: `lookFor` checks once a minute, `pause` skips the checks. */
function createRecorder(
  database: TestDatabase,
  checks: readonly ReadinessCheck[],
  startMs: number,
  counts = { requests: 0, failed: 0 },
) {
  let nowMs = startMs;
  const now = () => new Date(nowMs);
  const recorder = createStatusRecorder({
    orm: database.orm,
    checks,
    watchdog: createWatchdog(),
    countRequests: async () => ({ ...counts }),
    log,
    now,
  });
  return {
    async lookFor(minutes: number) {
      for (let minute = 0; minute < minutes; minute += 1) {
        await recorder.look();
        nowMs += minuteMs;
      }
    },
    /** Advances the clock without a check. */
    pause(minutes: number) {
      nowMs += minutes * minuteMs;
    },
    now,
    close: async () => recorder.close(),
  };
}

async function readStatus(
  database: TestDatabase,
  options: { readiness?: readonly ReadinessCheck[]; now?: () => Date; buildId?: string } = {},
) {
  const { buildId = null, ...dependencies } = options;
  const api = await startApi(database, { settings: { buildId }, dependencies });
  const { key } = await createOrganization(database.orm, { role: "viewer" });
  const response = await api.call("/v1/status", { key });
  const body = await expectDocumented(getStatus, response);
  await api.close();
  return body;
}

describe("GET /v1/status", () => {
  test("returns null instead of 100 while nothing has been recorded", async () => {
    await withDatabase(async (database) => {
      const readiness = [createPart("database", false)];

      const status = await readStatus(database, { readiness, buildId: "a1b2c3" });

      expect(status).toMatchObject({
        status: "operational",
        version: "2.0.1",
        build: "a1b2c3",
        uptime: { days: 30, since: null, percent: null, requestsPercent: null },
        components: [{ name: "database", status: "operational", uptimePercent: null }],
        providers: { healthy: 1 },
      });
    });
  });

  test("counts minutes: a component that was unavailable in 10 of 40 has an uptime of 75 percent", async () => {
    await withDatabase(async (database) => {
      const [temporal, storage] = [createPart("temporal", true), createPart("storage", false)];
      const readiness = [temporal, storage];
      const startMs = Date.now() - 3 * 3_600_000;
      const recorder = createRecorder(database, readiness, startMs);

      await recorder.lookFor(30);
      temporal.fails = true;
      await recorder.lookFor(10);
      await recorder.close();
      const status = await readStatus(database, { readiness, now: recorder.now });

      expect(status).toMatchObject({
        status: "degraded",
        uptime: {
          percent: 100,
          since: new Date(Math.floor(startMs / minuteMs) * minuteMs).toISOString(),
        },
        components: [
          { name: "temporal", status: "down", optional: true, uptimePercent: 75 },
          { name: "storage", status: "operational", uptimePercent: 100 },
        ],
      });
    });
  });

  test("counts a minute without any check as downtime of the API, and as unknown for the components", async () => {
    await withDatabase(async (database) => {
      const readiness = [createPart("storage", false)];
      const recorder = createRecorder(database, readiness, Date.now() - 3 * 3_600_000);

      await recorder.lookFor(15);
      recorder.pause(10);
      await recorder.lookFor(15);
      await recorder.close();
      const status = await readStatus(database, { readiness, now: recorder.now });

      expect(status).toMatchObject({
        uptime: { percent: 75 },
        components: [{ uptimePercent: 100 }],
      });
    });
  });

  test("counts a component as up when at least one process can use it", async () => {
    await withDatabase(async (database) => {
      const [seen, broken] = [createPart("storage", false), createPart("storage", false)];
      broken.fails = true;
      const startMs = Date.now() - 3_600_000;
      const recorders = [seen, broken].map((part) => createRecorder(database, [part], startMs));

      for (const recorder of recorders) await recorder.lookFor(5);
      for (const recorder of recorders) await recorder.close();
      const status = await readStatus(database, {
        readiness: [seen],
        now: () => new Date(startMs + 5 * minuteMs),
      });

      expect(status).toMatchObject({
        uptime: { percent: 100 },
        components: [{ uptimePercent: 100 }],
      });
    });
  });

  test("records minutes while the database is unavailable, and writes them after recovery", async () => {
    await withDatabase(async (database) => {
      const part = createPart("database", false);
      const recorder = createRecorder(database, [part], Date.now() - 3_600_000);
      const em = database.orm.em.fork();

      await recorder.lookFor(6);
      await em.execute("alter table status_hours rename to status_hours_gone");
      part.fails = true;
      await recorder.lookFor(2);
      await em.execute("alter table status_hours_gone rename to status_hours");
      part.fails = false;
      await recorder.lookFor(2);
      await recorder.close();
      const status = await readStatus(database, { readiness: [part], now: recorder.now });

      expect(status).toMatchObject({
        uptime: { percent: 80 },
        components: [{ uptimePercent: 80 }],
      });
    });
  });

  test("adds the requests of all processes, and those of a database outage after recovery", async () => {
    await withDatabase(async (database) => {
      const part = createPart("database", false);
      const startMs = Date.now() - 3_600_000;
      const [first, second] = [
        { requests: 0, failed: 0 },
        { requests: 500, failed: 1 },
      ];
      const recorders = [first, second].map((counts) =>
        createRecorder(database, [part], startMs, counts),
      );
      const em = database.orm.em.fork();
      const lookAll = async () => {
        for (const recorder of recorders) await recorder.lookFor(1);
      };

      await lookAll();
      await em.execute("alter table request_hours rename to request_hours_gone");
      Object.assign(first, { requests: 400, failed: 9 });
      await lookAll();
      await em.execute("alter table request_hours_gone rename to request_hours");
      first.requests = 500;
      await lookAll();
      await lookAll();
      for (const recorder of recorders) await recorder.close();

      expect(await readStatus(database)).toMatchObject({ uptime: { requestsPercent: 99 } });
    });
  });

  test("counts requests to /v1 that callers waited for; those with a status of 5xx failed", async () => {
    const registry = new Registry();
    expect(await countRequests(registry)).toEqual({ requests: 0, failed: 0 });
    const { duration } = createRequestMetrics(registry);
    for (const [route, status] of [
      ["/v1/jobs", 200],
      ["/v1/jobs", 404],
      ["/v1/chat", 503],
      ["/v1/chat", 499],
      ["/app/session", 500],
      ["none", 404],
    ] as const) {
      duration.observe({ method: "GET", route, status }, 0.1);
    }

    expect(await countRequests(registry)).toEqual({ requests: 3, failed: 1 });
  });

  test("forgets minutes after 30 days", async () => {
    await withDatabase(async (database) => {
      const em = database.orm.em.fork();
      const old = new Date(Date.now() - 31 * 86_400_000);
      await addStatusHours(em, [{ component: "api", hour: old, seen: 3n, up: 0n }]);

      expect(await readStatus(database)).toMatchObject({ uptime: { since: null, percent: null } });

      const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);
      await addStatusHours(em, [{ component: "api", hour, seen: 1n, up: 1n }]);
      expect(await em.execute("select component from status_hours")).toHaveLength(1);
    });
  });
});

describe("GET /v1/metrics", () => {
  let database: TestDatabase;
  let api: TestApi;

  beforeAll(async () => {
    database = await createTestDatabase();
    api = await startApi(database);
  });

  afterAll(async () => {
    await api.close();
    await database.drop();
  });

  test("returns Prometheus text for an operator's key and token", async () => {
    const operator = await createOrganization(database.orm);
    await database.orm.em.fork().nativeUpdate(Account, operator.accountId, { isOperator: true });
    const { token } = await createTestSession(database.orm, operator.accountId);
    await api.call("/v1/plans");
    await api.call("/v1/auth/login", {
      body: { email: "nobody@example.org", password: "not the one 42" },
    });

    const byKey = await api.call("/v1/metrics", { key: operator.key });
    const byToken = await api.call("/v1/metrics", { token });

    const text = await byKey.text();
    expect(byKey.headers.get("Content-Type")).toContain("text/plain; version=0.0.4");
    expect(text).toContain(
      'gme_http_problems_total{route="/v1/auth/login",code="sign_in_failed"} 1',
    );
    expect(text).toContain(
      'gme_http_problems_total{route="/v1/plans",code="credential_missing"} 1',
    );
    expect(text).toMatch(/gme_http_request_duration_seconds_count\{.*route="\/v1\/plans".*\} 1/);
    await expectDocumented(getMetrics, byToken);
    expect(byToken.status).toBe(200);
  });

  test.each(["owner", "viewer"] as const)("is refused to an %s", async (role) => {
    const { key } = await createOrganization(database.orm, { role });

    const body = await expectDocumented(getMetrics, await api.call("/v1/metrics", { key }));

    expect(body).toMatchObject({ status: 403, code: "permission_missing" });
  });

  test("has a line for every email state, including states without emails", async () => {
    const registry = new Registry();
    registerEngineMetrics(registry, database.orm);

    const text = await registry.metrics();

    for (const state of ["queued", "sent", "failed", "expired"]) {
      expect(text).toContain(`gme_mails_recent{state="${state}"} 0`);
    }
  });
});
