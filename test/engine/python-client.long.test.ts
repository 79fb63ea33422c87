import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { delimiter, join, resolve } from "node:path";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { toPython } from "#dashboard/contract/request-code.ts";
import { Job } from "#db/entities/job.ts";
import { installRequirements } from "#scripts/clients/install-requirements.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import type { NodeProcess } from "#test/support/engine/node-process.ts";
import { useFolder, useResource } from "#test/support/fixtures.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import {
  startFakeStudio,
  type Behaviour,
  type FakeStudio,
} from "#test/support/servers/fake-studio.ts";
import {
  startFaultyProxy,
  type Fault,
  type FaultyProxy,
} from "#test/support/servers/faulty-proxy.ts";
import { listenOnFreePort } from "#test/support/servers/listen-on-free-port.ts";

/**
 * The tests of the Python client (clients/python/tests, with pytest), against a real engine. They reach the engine
 * through a proxy that fails, and control proxy, provider and API by requests to the server of this file.
 */
const folder = useFolder("gme-python-");
const control = useResource(listenOnFreePort);
const pytestTimeoutMs = 200_000;
const source = resolve("clients/python");

let packages: string;
let studio: FakeStudio;
let engine: TestEngine;
let proxy: FaultyProxy;
let apiProcess: NodeProcess;

beforeAll(async () => {
  studio = await startFakeStudio();
  [packages, engine] = await Promise.all([
    installRequirements("clients/python/requirements-test.txt"),
    startTestEngine({ studioUrl: studio.url, env: { ALLOW_PRIVATE_WEBHOOKS: "1" } }),
  ]);
  proxy = await startFaultyProxy(engine);
  await engine.startTemporal();
  [apiProcess] = await Promise.all([engine.startApi(), engine.startWorker()]);
  control.server.on("request", (request, response) => {
    const finish = (status: number, result: unknown) =>
      response.writeHead(status).end(JSON.stringify(result ?? null));
    perform(request).then(
      (result) => finish(200, result),
      (error: unknown) => finish(500, String(error)),
    );
  });
}, 240_000);

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await proxy.close();
  await engine.close();
  await studio.close();
});

/** Requests of `clients/python/tests/engine/control.py`, by their path. */
const actions: Readonly<Record<string, (body: unknown) => unknown>> = {
  "/provide": (body) => studio.behave(() => body as Behaviour),
  "/release": () => studio.release(),
  "/fail": (body) => proxy.behave((_, attempt) => (body as readonly Fault[])[attempt] ?? "pass"),
  "/requests": () => proxy.requests,
  "/jobs": async () => engine.orm.em.fork().count(Job, {}),
  "/submissions": () => studio.submissions.size,
  "/restart-api": async () => {
    await apiProcess.kill();
    apiProcess = await engine.startApi();
  },
};

async function perform(request: IncomingMessage): Promise<unknown> {
  const body: unknown = request.headers["content-length"] === "0" ? null : await json(request);
  const action = actions[request.url ?? ""];
  if (action === undefined) throw new Error(`There is no action ${request.url}.`);
  return action(body);
}

async function runPython(args: readonly string[]): Promise<string> {
  const env = {
    ...process.env,
    PYTHONPATH: [join(source, "src"), packages].join(delimiter),
    PYTHONDONTWRITEBYTECODE: "1",
    GME_BASE_URL: proxy.url,
    GME_API_KEY: engine.key,
    GME_TEST_CONTROL: control.url,
    API_KEY: engine.key,
  };
  const options = { cwd: source, env, timeout: pytestTimeoutMs };
  const running = promisify(execFile)("python3", args, options);
  return running.then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`python3 ${args.join(" ")} failed:\n${stdout}${stderr}`);
    },
  );
}

test("the tests of the Python client pass", async () => {
  const report = join(folder, "report.xml");
  const args = ["-m", "pytest", "-q", "-W", "error", `--junit-xml=${report}`, "tests"];
  const output = await runPython(args);

  expect(output).toMatch(/\d+ passed/);
  const suite = /<testsuite [^>]*>/.exec(await readFile(report, "utf8"))?.[0] ?? "";
  const [, tests = "0"] = / tests="(\d+)"/.exec(suite) ?? [];
  expect(Number(tests)).toBeGreaterThan(100);
  expect(suite).toContain(' skipped="0"');
});

test("the official Python client of OpenAI can use every endpoint of its door", async () => {
  const judge = resolve("scripts/openai-judges/judge_openai.py");
  const output = await runPython([judge, `${engine.url}/openai/v1`, engine.key, "--fake-provider"]);
  expect(output).toMatch(/^openai: \d{2} checks passed$/m);
});

test("the official Python client of MCP makes an image, with the protocols of 2025 and 2026", async () => {
  const judge = resolve("scripts/mcp-judges/client.py");
  const output = await runPython([judge, `${engine.url}/mcp`, engine.key, "--without-preview"]);
  expect(output).toMatch(/^auto 8 tools, .*\nlegacy 8 tools, /);
});

test("the Python code that the dashboard shows for a request runs", async () => {
  const body = { message: 'the painter\'s "true" fox', parseIntent: true };
  const request = { method: "POST", path: "/v1/chat", operationId: "createChatJob", body };
  const output = await runPython(["-c", toPython(engine.url, request)]);
  expect(output).toMatch(/^completed http/);
});
