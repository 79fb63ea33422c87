import { afterAll, beforeAll, expect, test } from "vitest";

import { startApiProcesses, type ApiProcesses } from "#test/support/engine/api-processes.ts";
import { useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { startTcpProxy, type TcpProxy } from "#test/support/servers/tcp-proxy.ts";

const statementMs = 1_000;
const patience = { timeout: 40_000, interval: 200 };

const database = useDatabase();
const caller = useOrganization(database);

let proxy: TcpProxy;
let api: ApiProcesses;

beforeAll(async () => {
  const url = new URL(database.url);
  proxy = await startTcpProxy({ port: Number(url.port) });
  url.port = String(proxy.port);
  const env = {
    DATABASE_URL: url.href,
    DATABASE_STATEMENT_MS: String(statementMs),
    STUDIO_URL: "http://127.0.0.1:9",
  };
  api = await startApiProcesses(database, { count: 1, env });
});

afterAll(async () => {
  await api.close();
  await proxy.close();
});

/** Returns the status of the response. */
async function call(path: string, body?: object): Promise<number> {
  const response = await fetch(`${api.urls[0]}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "X-API-Key": caller.key, "Content-Type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
    // Far above the limit of one statement, and still finite.
    signal: AbortSignal.timeout(20_000),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Returns how often the relay has tried to dispatch messages. No server listens at Temporal's endpoint. */
async function countRelayAttempts(): Promise<number> {
  const rows = await database.orm.em
    .fork()
    .execute<{ attempts: number }[]>("select sum(attempts)::int as attempts from outbox");
  return rows[0]?.attempts ?? 0;
}

async function listListeners(): Promise<string[]> {
  const rows = await database.orm.em.fork().execute<{ name: string }[]>(
    `select split_part(application_name, '/', 1) as name from pg_stat_activity
     where datname = current_database() and split_part(application_name, '/', 1) in ('gme-job-listener', 'gme-credentials')
     order by 1`,
  );
  return rows.map(({ name }) => name);
}

test("after a silent failover of PostgreSQL the API recovers without a restart", async () => {
  expect(await call("/v1/chat", { message: "a red fox" })).toBe(202);
  await expect.poll(countRelayAttempts, patience).toBeGreaterThan(0);
  await expect.poll(listListeners, patience).toHaveLength(2);

  proxy.abandonConnections();
  await proxy.setMode("refuse");
  // Some requests use silent connections, others find no server; none waits indefinitely.
  const during = await Promise.all([1, 2, 3].map(async () => call("/v1/jobs")));
  await expect.poll(listListeners, patience).toEqual([]);
  await proxy.setMode("forward");
  const attempts = await countRelayAttempts();

  expect(during).toEqual([503, 503, 503]);
  await expect.poll(async () => call("/v1/jobs"), patience).toBe(200);
  await expect.poll(countRelayAttempts, patience).toBeGreaterThan(attempts);
  await expect.poll(listListeners, patience).toEqual(["gme-credentials", "gme-job-listener"]);
});
