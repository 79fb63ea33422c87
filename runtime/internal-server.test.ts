import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

import { Counter, Registry } from "prom-client";
import { afterEach, expect, test } from "vitest";

import { startInternalServer } from "./internal-server.ts";

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function start(
  problems: () => Promise<Record<string, string>> = async () => ({}),
  registry = new Registry(),
  stalled: string[] = [],
  moreMetrics?: () => Promise<string>,
): Promise<string> {
  const server = await startInternalServer({
    host: "127.0.0.1",
    port: 0,
    registry,
    problems,
    ...(moreMetrics === undefined ? {} : { moreMetrics }),
    watchdog: { stalled: () => stalled },
  });
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a running process is live, even if it cannot work", async () => {
  const url = await start(async () => ({ database: "cannot be reached" }));

  expect((await fetch(`${url}/live`)).status).toBe(200);
});

test("a process with a stalled loop is neither live nor ready, and names the loop", async () => {
  const url = await start(undefined, undefined, ["relay"]);

  const live = await fetch(`${url}/live`);
  const ready = await fetch(`${url}/ready`);

  expect(live.status).toBe(503);
  expect(await live.json()).toEqual({ status: "stalled", loops: ["relay"] });
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({ status: "not ready", problems: { relay: "hangs" } });
});

test("a process that cannot work is not ready and gives the reasons", async () => {
  const url = await start(async () => ({ database: "cannot be reached" }));

  const response = await fetch(`${url}/ready?verbose=1`);

  expect(response.status).toBe(503);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.json()).toEqual({
    status: "not ready",
    problems: { database: "cannot be reached" },
  });
});

test("a process without problems is ready", async () => {
  const url = await start();

  const response = await fetch(`${url}/ready`);

  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "ready", problems: {} });
});

test("a check that throws fails its probe, and the next probe succeeds", async () => {
  let isBroken = true;
  const url = await start(async () => {
    if (isBroken) throw new Error("surprise");
    return {};
  });

  expect((await fetch(`${url}/ready`)).status).toBe(500);
  isBroken = false;
  expect((await fetch(`${url}/ready`)).status).toBe(200);
});

test("metrics are Prometheus text", async () => {
  const registry = new Registry();
  new Counter({ name: "jobs_total", help: "Jobs.", registers: [registry] }).inc(3);
  const url = await start(undefined, registry);

  const response = await fetch(`${url}/metrics`);

  expect(response.headers.get("content-type")).toContain("text/plain");
  expect(await response.text()).toContain("jobs_total 3");
});

test("metrics of another source follow those of the registry", async () => {
  const registry = new Registry();
  new Counter({ name: "jobs_total", help: "Jobs.", registers: [registry] }).inc(3);
  const more = "# TYPE temporal_requests counter\ntemporal_requests 5\n";
  const url = await start(undefined, registry, [], async () => more);

  const text = await (await fetch(`${url}/metrics`)).text();

  expect(text).toMatch(/jobs_total 3\n/);
  expect(text).toMatch(/^temporal_requests 5$/m);
});

test("any other path lists the paths that exist", async () => {
  const url = await start();

  const response = await fetch(`${url}/`);

  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ paths: ["/live", "/ready", "/metrics"] });
});
