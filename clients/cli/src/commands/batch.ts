import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import type { Batch, BatchItem, MediaEngine, NewBatch, NewBatchItem } from "@gme/client";

import { CliError, exitCodes } from "../cli-error.ts";
import { connect, type ConnectionOptions } from "../connection.ts";
import { note, printJson, printTable } from "../console.ts";
import { readInputs, readTextFile } from "../read-inputs.ts";
import type { JobOptions } from "../run-job.ts";
import { checkTarget, saveOutputs } from "../save-outputs.ts";

export interface BatchOptions extends ConnectionOptions, JobOptions {
  readonly budget?: number;
  readonly name?: string;
  readonly capability?: string;
  readonly model?: string;
}

const itemsMax = 1_000;
const pauseMs = { first: 1_000, growth: 1.3, longest: 15_000 };
const batchesSearched = 200;

/**
 * Runs a file of requests, one a line. A batch has a name, by default that of the file and its content: the same command
 * continues with the batch that exists.
 */
export async function runBatch(file: string, options: BatchOptions): Promise<void> {
  if (options.output !== undefined)
    await checkTarget(`${options.output.replace(/\/+$/, "")}/`, true);
  const text = await readTextFile(file);
  const { engine } = await connect(options);
  const hash = createHash("sha256").update(text).digest("hex");
  const name = options.name ?? `${basename(file)} ${hash.slice(0, 8)}`;
  const found = await findBatch(engine, name);
  if (found !== undefined) note(`Continuing the batch "${name}" (${found.batchId}).`);
  const batch = found ?? (await createBatch(engine, { text, hash, name }, options));
  const ended = await followBatch(engine, batch, options);
  await printItems(engine, ended, options);
  const { failed, canceled } = ended.counts;
  if (failed + canceled > 0) {
    throw new CliError(`${failed} failed, ${canceled} canceled.`, exitCodes.jobFailed);
  }
}

async function findBatch(engine: MediaEngine, name: string): Promise<Batch | undefined> {
  let seen = 0;
  for await (const batch of engine.batches.list()) {
    if (batch.name === name) return batch;
    seen += 1;
    if (seen >= batchesSearched) return undefined;
  }
  return undefined;
}

async function createBatch(
  engine: MediaEngine,
  { text, hash, name }: { text: string; hash: string; name: string },
  { budget, capability, model, yes }: BatchOptions,
): Promise<Batch> {
  const items = parseItems(text);
  if (budget === undefined && yes !== true) {
    throw new CliError(
      "Say what the batch may cost: --budget <credits>, or --yes for no limit.",
      exitCodes.credits,
    );
  }
  for (const item of items) await uploadFiles(engine, item);
  const defaults = {
    ...(capability === undefined ? {} : { capability }),
    ...(model === undefined ? {} : { model }),
  } as NewBatch["defaults"];
  const body = {
    name,
    items: items as NewBatchItem[],
    ...(defaults === undefined || Object.keys(defaults).length === 0 ? {} : { defaults }),
    ...(budget === undefined ? {} : { budget }),
  };
  const key = createHash("sha256").update(`${name}\n${hash}`).digest("hex");
  const created = await engine.batches.create(body, {
    idempotencyKey: `gme-batch-${key.slice(0, 32)}`,
  });
  return engine.batches.get((created as { batchId: string }).batchId);
}

type Item = Record<string, unknown> & { inputs?: unknown };

/** Reads JSON lines; a line that is not JSON is a prompt. */
export function parseItems(text: string): Item[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) throw new CliError("The file has no requests.");
  if (lines.length > itemsMax)
    throw new CliError(`A batch has at most ${itemsMax} requests; the file has ${lines.length}.`);
  return lines.map((line, index) => {
    if (!line.trimStart().startsWith("{")) return { prompt: line.trim() };
    try {
      return JSON.parse(line) as Item;
    } catch {
      throw new CliError(`Line ${index + 1} is not JSON.`);
    }
  });
}

/** Replaces `"inputs": ["photo.png"]` by uploaded assets; other inputs stay. */
async function uploadFiles(engine: MediaEngine, item: Item): Promise<void> {
  if (!Array.isArray(item.inputs)) return;
  const inputs: unknown[] = [];
  for (const input of item.inputs as unknown[]) {
    if (typeof input === "string") inputs.push(...(await readInputs(engine, [input])));
    else inputs.push(input);
  }
  item.inputs = inputs;
}

async function followBatch(
  engine: MediaEngine,
  { batchId }: Batch,
  { progress }: BatchOptions,
): Promise<Batch> {
  const interrupt = () => {
    note(`\nThe batch goes on: ${batchId}. The same command continues with it.`);
    process.exit(exitCodes.interrupted);
  };
  process.on("SIGINT", interrupt);
  let before = "";
  try {
    for (let pause = pauseMs.first; ; pause = Math.min(pauseMs.longest, pause * pauseMs.growth)) {
      const batch = (await engine.batches.get(batchId)) as Batch;
      const line = toLine(batch);
      if (line !== before && progress !== "none") showLine(line, batch, progress);
      before = line;
      if (batch.finishedAt !== undefined) {
        if (process.stderr.isTTY) process.stderr.write("\n");
        return batch;
      }
      await delay(pause);
    }
  } finally {
    process.off("SIGINT", interrupt);
  }
}

function showLine(line: string, batch: Batch, progress: string | undefined): void {
  if (progress === "json") process.stderr.write(`${JSON.stringify(batch)}\n`);
  else if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${line}`);
  else note(line);
}

function toLine({ counts, progress, billing }: Batch): string {
  const { items, completed, failed, processing, queued } = counts;
  return (
    `${String(progress.percent).padStart(3)} %  ${completed} of ${items} done, ${failed} failed, ` +
    `${processing} running, ${queued} waiting · ${billing.capturedCredits} credits`
  );
}

async function printItems(
  engine: MediaEngine,
  { batchId }: Batch,
  options: BatchOptions,
): Promise<void> {
  const items: BatchItem[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { limit: 100, ...(cursor === undefined ? {} : { cursor }) };
    const { data, nextCursor } = (await engine.batches.get(batchId, query)).items;
    items.push(...data);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  const places: string[] = [];
  for (const item of items) places.push(await placeOf(engine, item, options));
  if (options.json === true) return printJson(items);
  printTable(
    ["LINE", "STATUS", "CREDITS", "JOB", "RESULT"],
    items.map((item, index) => [
      String(item.index + 1),
      item.status,
      String(item.credits),
      item.jobId,
      places[index] ?? "",
    ]),
  );
}

async function placeOf(
  engine: MediaEngine,
  { jobId, output, error, index }: BatchItem,
  { output: folder, force = false }: BatchOptions,
): Promise<string> {
  if (output === undefined) return error?.message ?? "";
  if (folder === undefined) return output.url;
  const number = String(index + 1).padStart(4, "0");
  const outputs = await engine.jobs.attach(jobId).outputs();
  return (await saveOutputs(outputs, { target: join(folder, number), jobId, force })).join(" ");
}
