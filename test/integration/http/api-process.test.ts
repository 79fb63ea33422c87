import { expect, test } from "vitest";

import { findFreePort } from "#scripts/embedded/ports.ts";
import { startNodeProcess } from "#test/support/engine/node-process.ts";
import { useDatabase, useFolder, useOrganization } from "#test/support/fixtures.ts";

const database = useDatabase();
const caller = useOrganization(database);
const folder = useFolder("gme-api-process-");

/** Starts the API as a separate process. No server listens at its TEMPORAL_ADDRESS. */
async function startServer(settings: { port?: number } = {}) {
  const port = settings.port ?? (await findFreePort());
  const internalPort = await findFreePort();
  const server = await startNodeProcess({
    entry: "api/server.ts",
    readyUrl: `http://127.0.0.1:${internalPort}/ready`,
    env: {
      PORT: String(port),
      INTERNAL_PORT: String(internalPort),
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: "127.0.0.1:9",
      STUDIO_URL: "http://127.0.0.1:9",
      DATA_DIR: folder,
    },
  });
  return { server, port, internal: `http://127.0.0.1:${internalPort}` };
}

async function call(
  port: number,
  path: string,
  { prefer, body }: { prefer?: string; body?: object } = {},
): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      "X-API-Key": caller.key,
      "Content-Type": "application/json",
      ...(prefer === undefined ? {} : { Prefer: prefer }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
}

test("jobs are accepted while Temporal is unavailable, and readiness reports degraded", async () => {
  const { server, port, internal } = await startServer();

  const ready = await call(port, "/v1/health/ready");
  const accepted = await call(port, "/v1/chat", { body: { message: "a red fox" } });
  const metrics = await (await fetch(`${internal}/metrics`)).text();
  await server.stop();

  expect(await ready.json()).toMatchObject({
    status: "degraded",
    checks: expect.arrayContaining([{ name: "temporal", status: "failed", optional: true }]),
  });
  expect(accepted.status).toBe(202);
  expect(metrics).toMatch(/gme_http_request_duration_seconds_count\{.*route="\/v1\/chat".*\} 1/);
});

test("on SIGTERM the API responds to waiting requests and exits without an error", async () => {
  const { server, port } = await startServer();
  const created = await call(port, "/v1/chat", { body: { message: "a red fox" } });
  const { jobId } = (await created.json()) as { jobId: string };
  const startedAt = performance.now();

  const waiting = call(port, `/v1/jobs/${jobId}`, { prefer: "wait=60" });
  // The second request completes after the first has arrived: they share no connection.
  await call(port, "/v1/plans");
  await server.stop();
  const response = await waiting;

  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ jobId, status: "queued" });
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  expect(await server.process.exited).toEqual({ code: 0, signal: null });
});

test("a port in use fails with one sentence that names the setting", async () => {
  const { server, port } = await startServer();

  const second = startServer({ port });

  await expect(second).rejects.toThrow(`Port ${port} is taken by another program; set PORT`);
  await server.stop();
});
