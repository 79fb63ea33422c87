import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { type LaunchedProcess, launchProcess } from "#scripts/embedded/launch-process.ts";
import { findFreePort, isPortFree } from "#scripts/embedded/ports.ts";
import { type ProcessIdentity, isSameProcess } from "#scripts/embedded/processes.ts";
import { type Run, readLiveRun, readRun } from "#scripts/embedded/run-record.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const waitMs = 120_000;
// Each test starts, kills and restarts whole engines.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

interface Engine {
  readonly process: LaunchedProcess;
  readonly api: string;
  readonly internal: string;
  readonly ports: readonly number[];
  readonly recordFile: string;
  readonly dataFolder: string;
  output(): string;
}

let folder = "";
const launched: LaunchedProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gme-launcher-"));
});

afterEach(async () => {
  await Promise.all(launched.splice(0).map((process) => process.stop("SIGTERM", 60_000)));
  await rm(folder, { recursive: true, force: true });
});

/** Runs `npm start` with its own data folder; does not wait for it. */
async function launchStart(name: string, settings: NodeJS.ProcessEnv = {}): Promise<Engine> {
  const [port, internalPort] = [await findFreePort(), await findFreePort()];
  const dataFolder = join(folder, name);
  const lines: string[] = [];
  const env = {
    ...process.env,
    PORT: String(port),
    INTERNAL_PORT: String(internalPort),
    DATA_DIR: dataFolder,
    CACHE_DIR: join(root, ".cache"),
    ...settings,
  };
  const start = await launchProcess({
    command: process.execPath,
    args: [join(root, "scripts/start.ts")],
    folder,
    env,
    onLine: (line) => lines.push(line),
  });
  launched.push(start);
  return {
    process: start,
    api: `http://127.0.0.1:${env.PORT}`,
    internal: `http://127.0.0.1:${env.INTERNAL_PORT}`,
    ports: [port, internalPort],
    recordFile: join(dataFolder, "run.json"),
    dataFolder,
    output: () => lines.join("\n"),
  };
}

/** Resolves with the run record once everything is ready. */
async function untilReady(engine: Engine): Promise<Run> {
  let exit: unknown;
  void engine.process.exited.then((how) => (exit = how));
  return until(() => {
    if (exit !== undefined) throw new Error(`The engine ended:\n${engine.output()}`);
    const run = readLiveRun(engine.recordFile);
    return run?.addresses === undefined ? undefined : run;
  });
}

async function until<T>(find: () => T | undefined): Promise<T> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error("What was waited for did not come.");
    await delay(50);
  }
}

function killOne(found: ProcessIdentity | undefined): void {
  if (!found) throw new Error("The run does not name this process.");
  process.kill(found.pid, "SIGKILL");
}

async function untilNothingLives(run: Run): Promise<void> {
  await until(() => (run.parts.some((part) => isSameProcess(part)) ? undefined : true));
}

async function createJob(engine: Engine): Promise<string> {
  const response = await fetch(`${engine.api}/v1/generations`, {
    method: "POST",
    headers: { "X-API-Key": await readKey(engine), "Content-Type": "application/json" },
    body: JSON.stringify({ capability: "text-to-image", prompt: "a red fox" }),
  });
  const { jobId } = (await response.json()) as { jobId: string };
  return jobId;
}

async function readKey({ dataFolder }: Engine): Promise<string> {
  return (await readFile(join(dataFolder, "api-key"), "utf8")).trim();
}

async function readJob(engine: Engine, jobId: string): Promise<number> {
  const response = await fetch(`${engine.api}/v1/jobs/${jobId}`, {
    headers: { "X-API-Key": await readKey(engine) },
  });
  return response.status;
}

test("an engine keeps its data when its launcher, its guard or a part is killed, and runs next to another engine until SIGTERM ends everything", async () => {
  // One sequence, because most of the time is spent on starts.
  const first = await launchStart("one");
  const firstRun = await untilReady(first);
  const jobId = await createJob(first);
  const key = await readKey(first);

  killOne(first.process.identity);
  await untilNothingLives(firstRun);
  expect(await Promise.all(first.ports.map((port) => isPortFree(port)))).toEqual([true, true]);

  const second = await launchStart("one");
  const secondRun = await untilReady(second);
  expect(await readKey(second)).toBe(key);
  expect(await readJob(second, jobId)).toBe(200);

  killOne(secondRun.guard);
  killOne(second.process.identity);
  await second.process.exited;
  const [one, two] = [await launchStart("one"), await launchStart("two")];
  const [runOfOne, runOfTwo] = [await untilReady(one), await untilReady(two)];
  await untilNothingLives(secondRun);
  expect(one.output()).toMatch(/Ended what an earlier run left behind: .*postgres/);

  const statuses = [one, two].map(async ({ internal }) => (await fetch(`${internal}/live`)).status);
  const refused = await launchStart("one");
  const { code } = await refused.process.exited;
  expect(await Promise.all(statuses)).toEqual([200, 200]);
  expect(code).toBe(1);
  expect(refused.output()).toMatch(
    /^An engine already runs with DATA_DIR \S+ at \S+ \(process \d+\)/,
  );

  killOne(runOfOne.parts.find(({ name }) => name === "api"));
  await until(() => (one.output().includes("api runs again") ? true : undefined));
  expect((await fetch(`${one.internal}/ready`)).status).toBe(200);

  process.kill(two.process.identity.pid, "SIGTERM");
  const exit = await two.process.exited;
  expect(exit).toEqual({ code: 0, signal: null });
  expect(runOfTwo.parts.filter((part) => isSameProcess(part))).toEqual([]);
  expect((await stat(join(two.dataFolder, "api-key"))).mode & 0o777).toBe(0o600);
});

test.each([
  ["a taken port", "PORT", undefined, /^Port \d+ is taken by another program: .* with PORT\.$/m],
  ["a broken setting", "INTERNAL_PORT", "70000", /^The settings are not valid: INTERNAL_PORT: /m],
  ["a missing tool", "TEMPORAL_CLI", "/nowhere", /^TEMPORAL_CLI is \/nowhere, which is not /m],
])(
  "%s is reported in one clear sentence, and no run record remains",
  async (_, setting, value, sentence) => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const taken = typeof address === "object" ? String(address?.port) : "";

    const engine = await launchStart("engine", { [setting]: value ?? taken });
    const exit = await engine.process.exited;
    server.close();

    expect(exit.code).toBe(1);
    expect(engine.output()).toMatch(sentence);
    expect(readRun(engine.recordFile)).toBeUndefined();
  },
);
