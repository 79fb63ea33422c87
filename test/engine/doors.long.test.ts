import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateImage } from "ai";
import OpenAI, { toFile } from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { Job } from "#db/entities/job.ts";
import { findFreePort } from "#scripts/embedded/ports.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import type { NodeProcess } from "#test/support/engine/node-process.ts";
import { useFolder } from "#test/support/fixtures.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import { connectMcp, type Era, postMessage } from "#test/support/mcp/mcp-clients.ts";
import { pngOf, wavOf } from "#test/support/media.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";
import { startFaultyProxy, type FaultyProxy } from "#test/support/servers/faulty-proxy.ts";

/**
 * Each door loses the API process that has accepted an order, before the response is sent: SIGKILL, no clean-up. A second
 * API stands behind the same load balancer, and the official clients repeat the order as they do by themselves.
 */
const folder = useFolder("gme-doors-");
const image = { capability: "text-to-image" } as const;
const png = pngOf(100);
const wav = wavOf(100);

interface RunningApi {
  readonly url: string;
  readonly process: NodeProcess;
}

let engine: TestEngine;
let studio: FakeStudio;
let balancer: FaultyProxy;
/** Receives the requests. */
let active: RunningApi;
let standby: RunningApi | null;

async function startApi(): Promise<RunningApi> {
  const [port, internalPort] = [await findFreePort(), await findFreePort()];
  const settings = { PORT: String(port), INTERNAL_PORT: String(internalPort) };
  return { url: `http://127.0.0.1:${port}`, process: await engine.startApi(settings) };
}

beforeAll(async () => {
  studio = await startFakeStudio();
  engine = await startTestEngine({ studioUrl: studio.url });
  await engine.startTemporal();
  [active, standby] = await Promise.all([startApi(), startApi(), engine.startWorker()]);
  balancer = await startFaultyProxy({
    get url() {
      return active.url;
    },
  });
}, 120_000);

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await balancer.close();
  await engine.close();
  await studio.close();
});

beforeEach(() => {
  studio.behave(() => ({ kind: "instant" }));
  balancer.behave(() => "pass");
});

/** Sends all further requests to the other API. Returns the one that has the connection. */
function switchOver(): RunningApi {
  const left = active;
  if (standby === null) throw new Error("expected a second API");
  active = standby;
  standby = null;
  return left;
}

async function failOver(): Promise<void> {
  await switchOver().process.kill();
}

async function listJobs(): Promise<Job[]> {
  return engine.orm.em.fork().find(Job, {}, { orderBy: { createdAt: "asc" } });
}

/** Keeps the provider from finishing until the API is killed: the response waits for the result. */
async function killWhileWaiting<Result>(order: () => Promise<Result>): Promise<Result> {
  studio.behave(() => ({ kind: "held" }));
  const submitted = studio.submissions.size;
  const running = order();
  await expect.poll(() => studio.submissions.size).toBe(submitted + 1);
  await failOver();
  studio.release();
  return running;
}

/** For a response that waits for nothing: the API reads the job's outputs for it after the commit of the order. */
async function killBeforeReading<Result>(order: () => Promise<Result>): Promise<Result> {
  const before = await listJobs();
  let running: Promise<Result> | undefined;
  await engine.orm.em.fork().transactional(async (tx) => {
    await tx.execute("lock table outputs in access exclusive mode");
    running = order();
    // A failure is reported below.
    running.catch(() => undefined);
    await expect.poll(async () => (await listJobs()).length).toBe(before.length + 1);
    await failOver();
  });
  if (running === undefined) throw new Error("the order was not sent");
  return running;
}

/** For a response that needs nothing but the commit: the balancer loses it, and the API is killed. */
async function killBeforeArrival<Result>(order: () => Promise<Result>): Promise<Result> {
  const before = (await listJobs()).length;
  let killed: Promise<void> | undefined;
  const killOnceAccepted = async ({ process: accepting }: RunningApi) => {
    await expect.poll(async () => (await listJobs()).length).toBeGreaterThan(before);
    await accepting.kill();
  };
  balancer.behave(({ method, path }) => {
    if (killed !== undefined || method !== "POST" || path !== "/v1/generations") return "pass";
    killed = Promise.resolve().then(async () => killOnceAccepted(switchOver()));
    return "lose";
  });
  const result = await order();
  await killed;
  return result;
}

const client = () =>
  new OpenAI({ apiKey: engine.key, baseURL: `${balancer.url}/openai/v1`, maxRetries: 5 });

async function callMcp(era: Era, prompt: string, repeats: boolean): Promise<void> {
  const name = "generate";
  const args = { ...image, prompt, ...(repeats ? { request_label: prompt } : {}) };
  const call = async () => {
    const agent = await connectMcp({ url: `${balancer.url}/mcp`, key: engine.key }, era);
    try {
      return await agent.callTool({ name, arguments: args });
    } finally {
      await agent.close();
    }
  };
  // The official client reports the lost connection; the language model repeats its call.
  const result = repeats ? await call().catch(call) : await call();
  expect(result.structuredContent).toMatchObject({ status: "completed", credits: 1 });
}

/** The response to the order is the task, before its result. */
async function callMcpWithTasks(prompt: string, repeats: boolean): Promise<void> {
  const send = async (method: string, params: Readonly<Record<string, unknown>>) => {
    const connection = { url: `${balancer.url}/mcp`, key: engine.key };
    const response = await postMessage(connection, { method, params, hasTasks: true });
    const [message = "{}"] = /\{.*\}/.exec(await response.text()) ?? [];
    return (JSON.parse(message) as { result: { taskId: string; status: string } }).result;
  };
  const args = { ...image, prompt, ...(repeats ? { request_label: prompt } : {}) };
  const call = async () => send("tools/call", { name: "generate", arguments: args });
  const { taskId } = repeats ? await call().catch(call) : await call();
  await expect.poll(async () => (await send("tasks/get", { taskId })).status).toBe("completed");
}

async function runCommand(prompt: string): Promise<void> {
  const args = ["generate", "-c", "text-to-image", "-p", prompt, "--json"];
  const child = spawn(process.execPath, [resolve("clients/cli/src/gme.ts"), ...args], {
    cwd: folder,
    env: {
      ...process.env,
      XDG_CONFIG_HOME: folder,
      XDG_CACHE_HOME: folder,
      GME_BASE_URL: balancer.url,
      GME_API_KEY: engine.key,
    },
  });
  child.stdin.end();
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect({ stderr, isCompleted: stdout.includes('"completed"') }).toMatchObject({
    isCompleted: true,
  });
}

interface DoorCase {
  /** Orders once, as a program does; `repeats` is true where the test expects a lost response. */
  readonly order: (prompt: string, repeats: boolean) => Promise<unknown>;
  /** The moment of the kill. Default: while the response waits for the result. */
  readonly kill?: <Result>(order: () => Promise<Result>) => Promise<Result>;
}

const cases: Readonly<Record<string, DoorCase>> = {
  "images of OpenAI's client": {
    order: async (prompt) => {
      const { data } = await client().images.generate({ prompt });
      expect(data).toHaveLength(1);
    },
  },
  "edits of OpenAI's client": {
    order: async (prompt) => {
      const file = await toFile(png, "fox.png", { type: "image/png" });
      expect((await client().images.edit({ prompt, image: file })).data).toHaveLength(1);
    },
  },
  "speech of OpenAI's client": {
    order: async (input) => {
      const spoken = await client().audio.speech.create({ model: "auto", voice: "alloy", input });
      expect((await spoken.arrayBuffer()).byteLength).toBeGreaterThan(0);
    },
  },
  "transcriptions of OpenAI's client": {
    order: async (name) => {
      const file = await toFile(wav, `${name}.wav`, { type: "audio/wav" });
      const heard = await client().audio.transcriptions.create({ model: "auto", file });
      expect(heard.text).toBe("Hello.");
    },
  },
  "chat of OpenAI's client": {
    order: async (content) => {
      const messages = [{ role: "user" as const, content }];
      const { choices } = await client().chat.completions.create({ model: "auto", messages });
      expect(choices[0]?.message.content).toContain("![");
    },
  },
  "videos of OpenAI's client": {
    order: async (prompt) => {
      const { id } = await client().videos.create({ prompt });
      await expect.poll(async () => (await client().videos.retrieve(id)).status).toBe("completed");
    },
    kill: killBeforeReading,
  },
  "images of the AI SDK, which does not say that it repeats": {
    order: async (prompt) => {
      const baseURL = `${balancer.url}/openai/v1`;
      const provider = createOpenAICompatible({ name: "gme", apiKey: engine.key, baseURL });
      const { images } = await generateImage({ model: provider.imageModel("auto"), prompt });
      expect(images).toHaveLength(1);
    },
  },
  "an MCP client of 2025": {
    order: async (prompt, repeats) => callMcp("2025", prompt, repeats),
  },
  "an MCP client of 2026": {
    order: async (prompt, repeats) => callMcp("2026", prompt, repeats),
  },
  "an MCP client with tasks": { order: callMcpWithTasks, kill: killBeforeReading },
  "the command line": { order: runCommand, kill: killBeforeArrival },
};

/** Each test orders something else. */
let orders = 0;

async function countCaptures(jobId: string): Promise<number> {
  const [row] = await engine.orm.em
    .fork()
    .execute<{ captures: number }[]>(
      `select count(*)::int as captures from credit_entries where job_id = ? and kind = 'capture'`,
      [jobId],
    );
  return row?.captures ?? 0;
}

describe.each(Object.entries(cases))("%s", (_, { order, kill = killWhileWaiting }) => {
  test("makes one job, one request to the provider and one charge when the API is killed", async () => {
    standby ??= await startApi();
    const before = new Set((await listJobs()).map(({ id }) => id));
    const known = new Set(studio.submissions.keys());

    await kill(async () => order(`a red fox at night, number ${++orders}`, true));

    const jobs = (await listJobs()).filter(({ id }) => !before.has(id));
    expect(jobs).toMatchObject([{ status: "completed" }]);
    const sent = [...studio.submissions].filter(([key]) => !known.has(key));
    expect(sent).toEqual([[expect.any(String), 1]]);
    expect(await countCaptures(jobs[0]?.id ?? "")).toBe(1);
  });

  test("makes two jobs of two equal orders whose responses arrived", async () => {
    const before = (await listJobs()).length;
    const prompt = `a red fox at noon, number ${++orders}`;

    await order(prompt, false);
    await order(prompt, false);

    expect(await listJobs()).toHaveLength(before + 2);
  });
});
