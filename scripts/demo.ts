import { mkdir, readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { createInterface } from "node:readline/promises";
import { setTimeout as delay } from "node:timers/promises";

import { ConfigError, loadConfigOrExit } from "#config.ts";

import { type DemoJob, type JobClient, createJobClient } from "./demo/job-client.ts";
import { linkToRun } from "./demo/link-to-run.ts";
import { outputName } from "./demo/output-name.ts";
import { preferPort } from "./embedded/ports.ts";
import { type EngineAddresses, readLiveRun } from "./embedded/run-record.ts";
import { recordFileOf, startEngine } from "./embedded/start-engine.ts";
import { createStopSignal, interruptedCode } from "./embedded/stop-signals.ts";
import { createTerminal } from "./embedded/terminal.ts";

const outputFolder = "demo-output";
const otherReadyTimeoutMs = 120_000;
const oneOfEach = [
  "a red fox in a snowy forest at night",
  "a short video of a sailing boat on the sea at sunset",
  'say "Welcome to the Generative Media Engine"',
  "a 3D model of a grand piano",
] as const;

/** Process: turns sentences into files, with an engine started for it or with a running one. */
const environment = await choosePorts(process.env);
const config = loadConfigOrExit(environment);
const terminal = createTerminal(process.stdout);
const signal = createStopSignal(() => terminal.line("Stopping."));
process.exit(await run(process.argv.slice(2).join(" ").trim()));

async function run(sentence: string): Promise<number> {
  try {
    const engine = await startEngine({ config, environment, terminal, signal });
    const addresses = engine?.addresses ?? (await untilOtherReady());
    if (!engine) terminal.line(`Using the engine that runs at ${addresses.api}.`);
    let failures = 0;
    try {
      for (const message of sentence === "" ? oneOfEach : [sentence]) {
        failures += await tryOne(message, addresses, { stays: engine === undefined });
      }
    } finally {
      if (engine) {
        terminal.progress("Stopping …");
        await engine.stop();
      }
    }
    if (engine) terminal.line("Everything is stopped and kept. `npm start` brings it up to stay.");
    return failures === 0 ? 0 : 1;
  } catch (error) {
    if (signal.aborted) return interruptedCode;
    terminal.clear();
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

/** Makes one file and returns the number of failures, so one failure does not stop the others. */
async function tryOne(
  message: string,
  addresses: EngineAddresses,
  engine: { readonly stays: boolean },
): Promise<0 | 1> {
  try {
    await makeOne(message, addresses, engine);
    return 0;
  } catch (error) {
    if (signal.aborted) throw error;
    terminal.clear();
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

/** Uses other ports when the default ones are taken, unless the environment sets them. */
async function choosePorts(given: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const usual = { PORT: 8080, INTERNAL_PORT: 8081 };
  const chosen: NodeJS.ProcessEnv = { ...given };
  for (const [name, port] of Object.entries(usual)) {
    chosen[name] ||= String(await preferPort(port));
  }
  return chosen;
}

async function makeOne(
  message: string,
  addresses: EngineAddresses,
  { stays }: { readonly stays: boolean },
): Promise<void> {
  const apiKey = (await readFile(addresses.keyFile, "utf8")).trim();
  const client = createJobClient({ url: addresses.local, apiKey, signal });
  terminal.line(`“${message}”`);
  const startedAt = Date.now();
  let jobId = await client.submit(message);
  let job = await follow(client, jobId, startedAt);
  let credits = job.billing.capturedCredits;
  while (job.status === "needs_input" && process.stdin.isTTY) {
    const answer = await askPerson(job);
    if (answer === null) break;
    jobId = await client.answer(answer.path, answer.body);
    job = await follow(client, jobId, startedAt);
    credits += job.billing.capturedCredits;
  }
  const run = linkToRun(job.jobId, addresses, { stays });
  if (job.status !== "completed") {
    throw new Error(`${describeFailure(job)} (job ${jobId}${run ? `, run ${run}` : ""})`);
  }

  await mkdir(outputFolder, { recursive: true });
  const file = join(outputFolder, outputName(message, job.output?.contentType ?? ""));
  await client.download(job, file);
  const preview = await client.downloadPreview(job, file);
  const { size } = await stat(file);
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  const facts = [
    ["file", `${relative(".", file)} (${formatBytes(size)} in ${seconds} s)`],
    ...(preview === null ? [] : [["preview", relative(".", preview)]]),
    ["job", jobId],
    job.run === undefined
      ? ["model", `${job.model?.id} by ${job.model?.provider}`]
      : ["pipeline", job.run.pipelineId],
    ["credits", String(credits)],
    ...(job.engine?.limitation ? [["note", job.engine.limitation]] : []),
    ...(run ? [["run", run]] : []),
  ];
  for (const [name = "", value] of facts) terminal.line(`  ${name.padEnd(8)} ${value}`);
}

/** Asks the question of a run in the terminal. Returns null for a question that no text or choice answers. */
async function askPerson({ question }: DemoJob): Promise<{ path: string; body: object } | null> {
  const options = question?.options ?? [];
  const [first] = options;
  if (question === undefined || first === undefined) return null;
  const key = /^\/answers\/([^/]+)\/text$/.exec(first.request.missing?.[0] ?? "")?.[1];
  const isChoice = options.every(({ request }) => request.missing === undefined);
  if (key === undefined && !isChoice) return null;
  terminal.line(`  ${question.text}`);
  for (const { url, text } of question.show ?? []) terminal.line(`    ${url ?? text ?? ""}`);
  if (key === undefined) {
    for (const [index, { label }] of options.entries()) terminal.line(`  ${index + 1} ${label}`);
  }
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const text = (await lines.question("  > ", { signal })).trim();
  lines.close();
  if (key !== undefined) {
    const { path, body } = first.request;
    return { path, body: { ...body, answers: { [key]: { text } } } };
  }
  return options[Number(text) - 1]?.request ?? null;
}

function follow(client: JobClient, jobId: string, startedAt: number): Promise<DemoJob> {
  const shown = new Map<string, string>();
  return client.follow(jobId, ({ status, progress, run: steps }) => {
    for (const { step, kind, status: state, items } of steps?.steps ?? []) {
      const count = items === undefined ? "" : ` ${items.completed} of ${items.total}`;
      const line = `${state}${count}`;
      if (shown.get(step) === line) continue;
      shown.set(step, line);
      terminal.line(`  ${step.padEnd(12)} ${kind.padEnd(10)} ${line}`);
    }
    const stage = progress.stage === "done" ? status : progress.stage;
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    terminal.progress(`  ${stage}`, ` ${progress.percent} % · ${seconds} s`);
  });
}

function describeFailure(job: DemoJob): string {
  if (job.question) {
    const options = job.question.options.map(({ label }) => label).join(", ");
    return `The engine asks back: ${job.question.text}${options && ` (${options})`}`;
  }
  if (job.error) {
    const reason = job.error.details?.["reason"];
    const words = typeof reason === "string" ? ` (${reason})` : "";
    return `The job failed: ${job.error.message}${words} ${job.error.cure}`;
  }
  return `The job is ${job.status}.`;
}

async function untilOtherReady(): Promise<EngineAddresses> {
  const deadline = Date.now() + otherReadyTimeoutMs;
  while (Date.now() < deadline) {
    const addresses = readLiveRun(recordFileOf(config))?.addresses;
    if (addresses) return addresses;
    terminal.progress("Waiting for the engine that is starting with this DATA_DIR …");
    await delay(200, undefined, { signal });
  }
  throw new ConfigError(
    `Another process holds DATA_DIR ${config.DATA_DIR}, but its engine is not ready: stop it first.`,
  );
}

function formatBytes(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.ceil(bytes / 1_000)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
