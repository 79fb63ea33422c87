import { execFile, spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { Job } from "#db/entities/job.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import type { NodeProcess } from "#test/support/engine/node-process.ts";
import { useFolder, useResource } from "#test/support/fixtures.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import { connectStdio, textOf } from "#test/support/mcp/mcp-clients.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";
import { startWebhookReceiver, verifyWebhook } from "#test/support/servers/webhook-receiver.ts";

/** The command line as a shell runs it: processes, pipes, exit codes and signals against a real engine. */

const execute = promisify(execFile);
const folder = useFolder("gme-cli-");
const receiver = useResource(startWebhookReceiver);
const source = resolve("clients/cli/src/gme.ts");
const patience = { timeout: 60_000, interval: 50 };

let engine: TestEngine;
let studio: FakeStudio;
let apiProcess: NodeProcess;

beforeAll(async () => {
  studio = await startFakeStudio();
  engine = await startTestEngine({ studioUrl: studio.url });
  await engine.startTemporal();
  [apiProcess] = await Promise.all([engine.startApi(), engine.startWorker()]);
  const shim = `#!/bin/sh\nexec "${process.execPath}" "${source}" "$@"\n`;
  await writeFile(join(folder, "gme"), shim);
  await chmod(join(folder, "gme"), 0o755);
}, 120_000);

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await engine.close();
  await studio.close();
});

beforeEach(() => {
  studio.behave(() => ({ kind: "instant" }));
  receiver.behave();
});

interface Ended {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

interface Settings {
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
}

function environment(given: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${folder}${delimiter}${process.env["PATH"]}`,
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_CACHE_HOME: join(folder, "cache"),
    GME_BASE_URL: engine.url,
    GME_API_KEY: engine.key,
    ...given,
  };
}

function start(
  args: readonly string[],
  { env, input }: Settings = {},
): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [source, ...args], { cwd: folder, env: environment(env) });
  child.stdin.end(input ?? "");
  return child;
}

async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const out: Buffer[] = [];
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.on("close", done));
  return { code, stdout: Buffer.concat(out), stderr };
}

async function gme(args: readonly string[], settings?: Settings): Promise<Ended> {
  return ended(start(args, settings));
}

/** Standard output of a command that must succeed. */
async function printed(args: readonly string[], settings?: Settings): Promise<string> {
  const { code, stdout, stderr } = await gme(args, settings);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return stdout.toString().trim();
}

async function countJobs(): Promise<number> {
  return engine.orm.em.fork().count(Job, {});
}

const image = ["generate", "-c", "text-to-image", "-p", "a red fox"];
const isImage = (bytes: Buffer) => bytes.subarray(1, 4).toString() === "PNG";

describe("a generation", () => {
  test("prints only the path, shows the price first, and takes the extension of the real type", async () => {
    const { code, stdout, stderr } = await gme(["a red fox at night", "-o", "night.jpg"]);
    expect({ code, out: stdout.toString() }).toEqual({ code: 0, out: "night.png\n" });
    expect(stderr).toMatch(/^1 credit with studio-\S+, about \d+ s\n/);
    expect(stderr).toMatch(/1 credit charged · job_\S+/);
    expect(isImage(await readFile(join(folder, "night.png")))).toBe(true);
    expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("without -o prints the URL, with --json the job, and with --no-wait the id", async () => {
    const url = await printed(image);
    expect(isImage(Buffer.from(await (await fetch(url)).arrayBuffer()))).toBe(true);
    expect(JSON.parse(await printed([...image, "--json"]))).toMatchObject({ status: "completed" });
    expect(await printed([...image, "--no-wait"])).toMatch(/^job_[\w-]+$/);
  });

  test("replaces no file without --force, and orders nothing then", async () => {
    await printed([...image, "-o", "kept.png"]);
    const before = await countJobs();
    const refused = await gme([...image, "-o", "kept.png"]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("--force") });
    expect((await gme([...image, "-o", "no/such/folder.png"])).code).toBe(2);
    expect(await countJobs()).toBe(before);
    expect(await printed([...image, "-o", "kept.png", "--force"])).toBe("kept.png");
  });

  test("can be piped: an image, a prompt from standard input, and a folder", async () => {
    const { stdout } = await gme([...image, "-o", "-"]);
    expect(isImage(stdout)).toBe(true);
    expect(await printed(["upscale", "-", "-o", "large.png"], { input: stdout })).toBe("large.png");
    await mkdir(join(folder, "all"), { recursive: true });
    const piped = ["generate", "-c", "text-to-image", "-p", "-", "-o", "all"];
    expect(await printed(piped, { input: "a harbour" })).toMatch(/^all\/job_[\w-]+\.png$/);
    const edited = ["edit", "large.png", "as a drawing", "--json"];
    expect(JSON.parse(await printed(edited))).toMatchObject({
      request: { capability: "image-to-image" },
    });
  });

  test("reports its progress as lines, or as JSON", async () => {
    expect((await gme(image)).stderr).toMatch(/generating \d+ %|storing \d+ %|done 100 %/);
    const { stderr } = await gme([...image, "--progress", "json"]);
    const events = stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { sequence: number; type: string });
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    expect(events.at(-1)?.type).toBe("job.completed");
  });

  test("refuses a word that resembles a command instead of ordering it", async () => {
    const before = await countJobs();
    const { code, stderr } = await gme(["jbos"]);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("jobs") });
    expect(await countJobs()).toBe(before);
  });
});

describe("exit codes", () => {
  const codes: readonly (readonly [string, number, readonly string[], Settings?])[] = [
    ["an unreachable engine", 1, ["whoami", "--url", "http://127.0.0.1:9"]],
    ["an unknown option", 2, ["jobs", "ls", "--no-such-option"]],
    ["an unknown model", 2, [...image, "-m", "no-such-model"]],
    ["a refused key", 4, ["whoami"], { env: { GME_API_KEY: "gme_wrong" } }],
    ["no key", 4, ["whoami"], { env: { GME_API_KEY: "" } }],
    ["a question", 5, ["make it nicer"]],
    ["a price above the limit", 6, [...image, "-P", "count=4", "--max-credits", "1"]],
    ["a job that goes on", 8, [...image, "--timeout", "1"]],
  ];
  test.for(codes)("%s ends with %i", async ([what, code, args, settings]) => {
    if (what === "a job that goes on") studio.behave(() => ({ kind: "held" }));
    const outcome = await gme(args, settings);
    expect({ code: outcome.code, stderr: outcome.stderr }).toMatchObject({ code });
    expect(outcome.stdout.toString()).toBe("");
    studio.release();
  });

  test("a failed job ends with 3, and says that nothing was charged", async () => {
    studio.behave(() => ({ kind: "fails", message: "out of paint" }));
    const { code, stderr } = await gme(image);
    expect({ code, stderr }).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("Nothing was charged"),
    });
  });
});

test("the first interrupt cancels the job and names it", async () => {
  studio.behave(() => ({ kind: "held" }));
  const before = studio.submissions.size;
  const child = start(image);
  const end = ended(child);
  await expect.poll(() => studio.submissions.size, patience).toBeGreaterThan(before);
  child.kill("SIGINT");
  const { code, stderr } = await end;
  expect(code).toBe(130);
  const jobId = /Canceled; nothing was charged. Job: (job_\S+)/.exec(stderr)?.[1] ?? "";
  expect(await engine.findJob(jobId)).toMatchObject({
    status: "canceled",
    billing: { capturedCredits: 0 },
  });
});

test("the second interrupt leaves at once", async () => {
  studio.behave(() => ({ kind: "unstoppable" }));
  const before = studio.submissions.size;
  const child = start(image);
  const end = ended(child);
  await expect.poll(() => studio.submissions.size, patience).toBeGreaterThan(before);
  let text = "";
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.kill("SIGINT");
  await expect.poll(() => text, patience).toContain("Press Ctrl-C again");
  child.kill("SIGINT");
  const { code, stderr } = await end;
  // The job may have been canceled between the two signals.
  expect({ code, stderr }).toMatchObject({ code: 130, stderr: expect.stringMatching(/job_/) });
  studio.release();
});

test("jobs are listed, shown, followed, repeated and deleted", async () => {
  const jobId = await printed([...image, "--no-wait"]);
  const watched = await gme(["jobs", "watch", jobId]);
  expect(watched).toMatchObject({ code: 0, stderr: expect.stringContaining("completed") });
  expect(await printed(["get", jobId, "-o", "got.png"])).toBe("got.png");
  expect(await printed(["jobs", "ls", "-n", "1"])).toContain(jobId);
  expect(await printed(["jobs", "show", jobId])).toContain("a red fox");
  expect(await printed(["jobs", "retry", jobId, "-o", "again.png"])).toBe("again.png");
  expect((await gme(["jobs", "rm", jobId])).code).toBe(0);
  expect((await gme(["jobs", "show", jobId])).code).toBe(2);

  studio.behave(() => ({ kind: "held" }));
  const held = await printed([...image, "--no-wait"]);
  expect((await gme(["get", held])).code).toBe(8);
  expect(await printed(["jobs", "cancel", held])).toContain(held);
  expect((await gme(["get", held, "--wait"])).code).toBe(3);
});

test("each verb chooses its capability, and texts go to standard output", async () => {
  const show = ["api", "GET", "/v1/jobs?limit=1"];
  const capability = async () => {
    const { data } = JSON.parse(await printed(show)) as {
      data: { request: { capability: string } }[];
    };
    return data[0]?.request.capability;
  };

  expect(await printed(["speak", "Welcome", "home.", "-o", "home.wav"])).toBe("home.wav");
  expect(await capability()).toBe("text-to-speech");
  expect(await printed(["transcribe", "home.wav"])).toBe("Hello.");
  expect(await capability()).toBe("speech-to-text");
  expect(await printed([...image, "-o", "fox.png"])).toBe("fox.png");
  expect(await printed(["describe", "fox.png"])).toBe("Hello.");
  expect(await capability()).toBe("vision-analysis");
});

test("a dry run shows the price and orders nothing", async () => {
  const before = await countJobs();
  expect(await printed([...image, "--dry-run"])).toMatch(/^1 credit with studio-/);
  expect(await countJobs()).toBe(before);
});

test("a webhook is created, listed, tested and removed", async () => {
  const created = await gme(["webhooks", "create", "listen:", "--events", "job.completed"]);
  expect(created).toMatchObject({ code: 0 });
  expect(created.stdout.toString()).toMatch(/^whsec_/);
  const [, webhookId = ""] = /Created (whk_[\w-]+)/.exec(created.stderr) ?? [];

  expect(await printed(["webhooks", "ls"])).toContain(webhookId);
  expect(await printed(["webhooks", "test", webhookId])).toMatch(/^dlv_/);
  expect((await gme(["webhooks", "rm", webhookId])).code).toBe(0);
  expect(await printed(["webhooks", "ls"])).not.toContain(webhookId);
});

test("a batch is continued by the same command, and its files are stored", async () => {
  await writeFile(join(folder, "items.jsonl"), `a red fox\n{"prompt":"a whale"}\n`);
  await mkdir(join(folder, "batch"), { recursive: true });
  const args = ["batch", "run", "items.jsonl", "-c", "text-to-image", "-o", "batch/"];
  expect((await gme(args)).code).toBe(6);
  const before = await countJobs();
  const lines = (await printed([...args, "--budget", "20"])).split("\n");
  expect(lines.map((line) => line.split("\t")[4])).toEqual(["batch/0001.png", "batch/0002.png"]);
  const { code, stderr } = await gme([...args, "--budget", "20", "--force"]);
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("Continuing"),
  });
  expect(await countJobs()).toBe(before + 2);
});

test("a profile keeps a key for its own URL, readable for its owner only", async () => {
  const env = { GME_API_KEY: "", XDG_CONFIG_HOME: join(folder, "login") };
  const login = ["login", "--key", "-", "--profile", "work"];
  expect((await gme(login, { env, input: `${engine.key}\n` })).code).toBe(0);
  const file = join(folder, "login", "gme", "profiles.json");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await printed(["whoami"], { env })).toContain("owner");
  expect(await printed(["profiles"], { env })).toContain("work\tyes");
  expect((await gme(["whoami", "--url", receiver.url], { env })).code).toBe(4);
  expect(receiver.received).toEqual([]);
  expect((await gme(["logout"], { env })).code).toBe(0);
  expect((await gme(["whoami"], { env })).code).toBe(4);
  const wrong = await gme(login, { env, input: "gme_wrong" });
  expect(wrong.code).toBe(4);
  expect(existsSync(file) && (await readFile(file, "utf8"))).not.toContain("gme_wrong");
});

test("a local engine's key is read from .data/api-key", async () => {
  await mkdir(join(folder, ".data"), { recursive: true });
  await writeFile(join(folder, ".data", "api-key"), `${engine.key}\n`);
  const env = { GME_API_KEY: "", XDG_CONFIG_HOME: join(folder, "empty") };
  const local = engine.url.replace("127.0.0.1", "localhost");
  expect((await gme(["whoami", "--url", local], { env })).stderr).toContain("api-key");
  const remote = await gme(["whoami", "--url", "http://engine.test"], { env });
  expect(remote).toMatchObject({ code: 4, stderr: expect.stringContaining("gme login") });
});

test("the catalog, the account and every endpoint can be read", async () => {
  expect(await printed(["models", "ls", "-c", "text-to-image"])).toContain("studio-");
  const [model = ""] = (await printed(["models", "ls", "-c", "text-to-image"])).split("\t");
  expect(await printed(["models", "show", model])).toContain("price");
  expect(JSON.parse(await printed(["models", "schema", model]))).toHaveProperty("properties");
  expect(await printed(["types"])).toContain(`"${model}": {`);
  expect(await printed(["providers"])).toContain("studio");
  expect(await printed(["credits"])).toMatch(/^\d+ available/);
  expect((await gme(["usage"])).code).toBe(0);
  expect(await printed(["estimate", "a red fox"])).toMatch(/^1 credit with /);
  expect(JSON.parse(await printed(["api", "GET", "/v1/jobs?limit=1"]))).toHaveProperty("data");
  expect(await printed(["pipelines"])).toContain("\t");
  expect(await printed(["keys"])).toContain("\t");
  await writeFile(join(folder, "asset.png"), (await gme([...image, "-o", "-"])).stdout);
  const asset = await printed(["assets", "add", "asset.png"]);
  expect(await printed(["assets"])).toContain(asset);
  expect((await gme(["assets", "rm", asset])).code).toBe(0);
});

test("a pipeline is created, changed and run from a file", async () => {
  const definition = {
    schemaVersion: 1,
    inputs: { subject: { type: "text" } },
    steps: {
      draw: { kind: "generate", capability: "text-to-image", prompt: "{{ inputs.subject }}" },
    },
    outputs: { image: "{{ steps.draw.output }}" },
  };
  await writeFile(join(folder, "pipeline.json"), JSON.stringify({ name: "Draw", definition }));
  const pipelineId = await printed(["pipelines", "apply", "pipeline.json"]);
  const changed = { name: "Draw", description: "One image.", definition };
  await writeFile(join(folder, "pipeline.json"), JSON.stringify(changed));
  expect(await printed(["pipelines", "apply", "pipeline.json"])).toBe(pipelineId);
  expect(JSON.parse(await printed(["pipelines", "show", pipelineId]))).toMatchObject(changed);
  const run = ["pipelines", "run", pipelineId, "-P", "subject=a red fox", "-o", "run.png"];
  expect(await printed(run)).toBe("run.png");
});

test("a run or a message of several requests shows its price, and a high price needs consent", async () => {
  const definition = {
    schemaVersion: 1,
    inputs: {},
    steps: {
      shots: {
        kind: "map",
        over: "{{ range(12) }}",
        maxItems: 12,
        steps: { shot: { kind: "generate", capability: "text-to-image", prompt: "a red fox" } },
        value: "{{ steps.shot.output }}",
      },
    },
    outputs: { images: "{{ steps.shots.items }}" },
  };
  await writeFile(join(folder, "many.json"), JSON.stringify({ name: "Many", definition }));
  const pipelineId = await printed(["pipelines", "apply", "many.json"]);
  const before = await countJobs();
  const refused = await gme(["pipelines", "run", pipelineId]);
  expect(refused).toMatchObject({ code: 6, stderr: expect.stringContaining("--max-credits 12") });
  expect((await gme(["pipelines", "run", pipelineId, "--max-credits", "11"])).code).toBe(6);
  expect(await countJobs()).toBe(before);

  const several = "an image of a red fox and a video of waves";
  expect(await printed(["estimate", several])).toMatch(/^3 credits for a run, about \d+ s$/);
});

describe("webhooks listen", () => {
  const listen = (path: string) =>
    start(["webhooks", "listen", "--forward-to", `${receiver.url}${path}`]);
  const jobsAt = (path: string) =>
    receiver.received
      .filter((one) => one.path === path)
      .map(({ body }) => (JSON.parse(body) as { data: { jobId: string } }).data.jobId);

  async function finishJobs(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      ids.push(await engine.createJob({ message: "a red fox", capability: "text-to-image" }));
    }
    for (const jobId of ids) await engine.waitForJob(jobId);
    return ids;
  }

  test("loses nothing when the listener or the API is killed, and repeats only what is redelivered", async () => {
    const secret = await printed(["webhooks", "listen", "--print-secret"]);
    const first = listen("/hook");
    const expected = await finishJobs(2);
    await expect.poll(() => jobsAt("/hook").toSorted(), patience).toEqual(expected.toSorted());
    // The position is stored right after the response of the local server.
    const state = join(folder, "config", "gme", "listeners.json");
    await expect
      .poll(async () => await readFile(state, "utf8"), patience)
      .toContain('"position": "2"');
    first.kill("SIGKILL");

    expected.push(...(await finishJobs(2)));
    const second = listen("/hook");
    await expect.poll(() => jobsAt("/hook").length, patience).toBe(4);

    await apiProcess.kill();
    apiProcess = await engine.startApi();
    expected.push(...(await finishJobs(1)));
    await expect.poll(() => jobsAt("/hook").toSorted(), patience).toEqual(expected.toSorted());
    for (const one of receiver.received) verifyWebhook(one, secret);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(ids.length);

    const [jobId = ""] = expected;
    await printed(["webhooks", "listen", "--replay", jobId]);
    await expect
      .poll(() => jobsAt("/hook").filter((one) => one === jobId).length, patience)
      .toBe(2);
    second.kill("SIGINT");
    expect((await ended(second)).code).toBe(130);
    expect(await printed(["webhooks", "listen", "--print-secret"])).toBe(secret);
  });

  test("shows what the local server responds", async () => {
    receiver.behave((response) => void response.writeHead(500).end("no database"));
    const child = listen("/broken");
    const end = ended(child);
    await finishJobs(1);
    await expect.poll(() => jobsAt("/broken").length, patience).toBe(1);
    await expect
      .poll(
        async () => await readFile(join(folder, "config", "gme", "listeners.json"), "utf8"),
        patience,
      )
      .toMatch(/"position": "[7-9]"/);
    child.kill("SIGINT");
    expect((await end).stderr).toMatch(/500 {2}job\.completed .* ms {2}no database/);
  });
});

describe.each(["2025", "2026"] as const)("gme mcp, with a client of the %s era", (era) => {
  const home = join(folder, `mcp-${era}`);
  let client: Client;

  beforeAll(async () => {
    await mkdir(join(home, "sub"), { recursive: true });
    await symlink(folder, join(home, "link"));
    const env = environment() as Record<string, string>;
    const server = { command: process.execPath, args: [source, "mcp"], cwd: home, env };
    client = await connectStdio({ ...server, stderr: "ignore" }, era);
  });

  afterAll(async () => client.close());

  const call = async (name: string, args: Record<string, unknown>, signal?: AbortSignal) =>
    client.callTool(
      { name, arguments: args },
      { timeout: 60_000, ...(signal === undefined ? {} : { signal }) },
    );

  test("makes an image, saves it and uploads it", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).slice(-3)).toEqual([
      "get_model",
      "add_file",
      "save_output",
    ]);
    const addFile = tools.find(({ name }) => name === "add_file");
    expect(Object.keys(addFile?.inputSchema.properties ?? {})).toEqual(["path", "url", "name"]);

    const made = await call("generate", { message: "a red fox" });
    const { jobId } = made.structuredContent as { jobId: string };
    const saved = await call("save_output", { job_id: jobId, path: "sub/fox.jpg" });
    expect(textOf(saved)).toBe(`Stored ${join(home, "sub", "fox.png")}`);
    expect(isImage(await readFile(join(home, "sub", "fox.png")))).toBe(true);
    const added = await call("add_file", { path: "sub/fox.png" });
    expect(added.structuredContent).toMatchObject({ kind: "image", contentType: "image/png" });
    const link = made.content.find(({ type }) => type === "resource_link") as { uri: string };
    const { contents } = await client.readResource({ uri: link.uri });
    expect(contents[0]).toMatchObject({ mimeType: "image/png" });
  });

  test("refuses files outside of the folder, and replaces none", async () => {
    const { structuredContent } = await call("generate", { message: "a red fox" });
    const { jobId } = structuredContent as { jobId: string };
    await writeFile(join(home, "kept.png"), "kept");
    const refused: readonly (readonly [string, Record<string, unknown>, string])[] = [
      ["add_file", { path: "../gme" }, "outside the folder"],
      ["add_file", { path: "link/gme" }, "outside the folder"],
      ["add_file", { path: "/etc/hostname" }, "outside the folder"],
      ["add_file", { path: "sub" }, "not a file"],
      ["add_file", { path: "missing.png" }, "cannot be read"],
      ["add_file", { path: "kept.png" }, "asset_invalid"],
      ["save_output", { job_id: jobId, path: "../fox.png" }, "outside the folder"],
      ["save_output", { job_id: jobId, path: "link/" }, "outside the folder"],
      ["save_output", { job_id: jobId, path: "kept.png" }, "Choose another name"],
      ["save_output", { job_id: "job_unknown", path: "fox.png" }, "job_not_found"],
      ["save_output", { path: "fox.png" }, "job_id"],
    ];
    for (const [name, args, text] of refused) {
      const result = await call(name, args);
      expect({ isError: result.isError, text: textOf(result) }).toEqual({
        isError: true,
        text: expect.stringContaining(text),
      });
    }
    expect(await readFile(join(home, "kept.png"), "utf8")).toBe("kept");
  });

  test("cancels the job of a call that the client cancels", async () => {
    studio.behave(() => ({ kind: "held" }));
    const before = studio.submissions.size;
    const stop = new AbortController();
    const called = call("generate", { message: "a red fox" }, stop.signal);
    await expect.poll(() => studio.submissions.size, patience).toBeGreaterThan(before);
    stop.abort();
    await expect(called).rejects.toThrow(/abort/i);
    const newest = { orderBy: { id: "desc" }, limit: 1 } as const;
    const findNewest = async () => engine.orm.em.fork().find(Job, {}, newest);
    await expect
      .poll(async () => (await findNewest()).map(({ status }) => status), patience)
      .toEqual(["canceled"]);
  });
});

test("gme mcp reports an engine that cannot be reached, and lines that are no messages", async () => {
  const input = `nonsense\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n`;
  const child = spawn(process.execPath, [source, "mcp"], {
    cwd: folder,
    env: environment({ GME_BASE_URL: "http://127.0.0.1:9" }),
  });
  const end = ended(child);
  child.stdin.write(input);
  const out = createInterface({ input: child.stdout });
  const lines: { id: unknown; error: { message: string } }[] = [];
  for await (const line of out) {
    lines.push(JSON.parse(line) as (typeof lines)[number]);
    if (lines.length === 2) child.stdin.end();
  }
  expect((await end).code).toBe(0);
  expect(lines).toMatchObject([
    { id: null, error: { code: -32_600 } },
    { id: 1, error: { message: expect.stringContaining("could not be reached") } },
  ]);
});

test("shells complete commands, options and models", async () => {
  await printed(["models", "ls"]);
  expect(await printed(["completion", "bash"])).toContain("gme");
  const suggest = async (...words: string[]) => printed(["complete", "--", ...words]);
  expect(await suggest("webh")).toContain("webhooks");
  expect(await suggest("webhooks", "li")).toContain("listen");
  expect(await suggest("generate", "--model", "studio-")).toContain("studio-");
});

test("npx runs the packed packages without a network", async () => {
  const home = join(folder, "packed");
  await mkdir(join(home, "client"), { recursive: true });
  const node = process.execPath;
  await execute(node, ["clients/typescript/build.ts", "--out", join(home, "client")]);
  await execute(node, ["clients/cli/build.ts", "--out", join(home, "cli")]);
  const modules = resolve("clients/cli/node_modules");
  const dependency = (name: string) =>
    existsSync(join(modules, name)) ? join(modules, name) : resolve("node_modules", name);
  const folders = [
    join(home, "client"),
    join(home, "cli"),
    dependency("commander"),
    dependency("@bomb.sh/tab"),
  ];
  const tarballs: string[] = [];
  for (const one of folders) {
    const { stdout } = await execute("npm", [
      "pack",
      "--ignore-scripts",
      "--pack-destination",
      home,
      one,
    ]);
    tarballs.push(join(home, stdout.trim().split("\n").at(-1) ?? ""));
  }
  const app = join(home, "app");
  await mkdir(app);
  const packages = tarballs.map((tarball) => `--package=${tarball}`);
  const npx = async (...args: string[]) =>
    execute("npx", ["--yes", "--offline", "--ignore-scripts", ...packages, "--", "gme", ...args], {
      cwd: app,
      env: environment({
        PATH: `${resolve(node, "..")}${delimiter}${process.env["PATH"]}`,
        npm_config_cache: join(home, "npm-cache"),
      }),
    });

  expect((await npx("--version")).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect((await npx("a red fox", "-o", "fox.png")).stdout).toBe("fox.png\n");
  expect(isImage(await readFile(join(app, "fox.png")))).toBe(true);
});
