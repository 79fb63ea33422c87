import { spawn } from "node:child_process";
import { isDeepStrictEqual } from "node:util";

import type { JobWithFiles, RequestInput } from "@gme/client";

import { CliError, exitCodes } from "../cli-error.ts";
import { connect, type ConnectionOptions } from "../connection.ts";
import { note, printJson, printResult, printTable } from "../console.ts";
import { followJob, printOutputs, type JobOptions } from "../run-job.ts";
import { checkTarget } from "../save-outputs.ts";
import { toAge } from "../terminal-text.ts";

type ListQuery = NonNullable<RequestInput<"listJobs">["query"]>;
type Options = ConnectionOptions & JobOptions;

export async function listJobs(
  options: Options & { status?: string; capability?: string; model?: string; limit?: number },
): Promise<void> {
  const { engine } = await connect(options);
  const { status, capability, model, limit = 20 } = options;
  const query = { status, capability, model, limit: Math.min(limit, 100) } as ListQuery;
  const jobs: JobWithFiles[] = [];
  for await (const job of engine.jobs.list(query)) {
    jobs.push(job as JobWithFiles);
    if (jobs.length >= limit) break;
  }
  if (options.json === true) return printJson(jobs);
  const now = new Date();
  printTable(
    ["JOB", "STATUS", "AGE", "PROMPT"],
    jobs.map((job) => [job.jobId, job.status, toAge(job.createdAt, now), promptOf(job)]),
  );
}

function promptOf({ request, intent }: JobWithFiles): string {
  const { prompt, message } = request as { prompt?: string; message?: string };
  return message ?? prompt ?? (intent as { subject?: string } | undefined)?.subject ?? "";
}

export async function showJob(jobId: string, options: Options): Promise<void> {
  const { engine } = await connect(options);
  const job = await engine.jobs.get(jobId);
  if (options.json === true) return printJson(job);
  const rows: [string, string | undefined][] = [
    ["job", job.jobId],
    ["status", job.status],
    ["progress", `${job.progress.percent} % ${job.progress.stage}`],
    ["prompt", promptOf(job)],
    ["model", job.model?.id],
    ["credits", `${job.billing.capturedCredits} charged, ${job.billing.heldCredits} held`],
    ["created", job.createdAt],
    ["finished", job.finishedAt],
    ["error", job.error === undefined ? undefined : `${job.error.message} ${job.error.cure}`],
    ["question", job.question?.text],
    ...job.outputs.map((output): [string, string] => ["output", output.url]),
  ];
  for (const [name, value] of rows) {
    if (value !== undefined && value !== "") printResult(`${name.padEnd(9)} ${value}`);
  }
}

/** Follows several jobs at once, a line for each change. Exits with the code of the worst end. */
export async function watchJobs(jobIds: readonly string[], options: Options): Promise<void> {
  const { engine } = await connect(options);
  const ends = await Promise.all(
    jobIds.map(async (jobId) => {
      let before: unknown;
      for await (const event of engine.jobs.attach(jobId).events()) {
        const { status, progress } = event;
        if (options.json === true) printResult(JSON.stringify(event));
        else if (!isDeepStrictEqual(before, [status, progress.stage])) {
          note(
            `${jobId}  ${status.padEnd(10)} ${String(progress.percent).padStart(3)} %  ${progress.stage}`,
          );
        }
        before = [status, progress.stage];
      }
      return (await engine.jobs.get(jobId)).status;
    }),
  );
  if (ends.some((status) => status === "failed" || status === "canceled")) {
    throw new CliError("Not every job completed.", exitCodes.jobFailed);
  }
  if (ends.includes("needs_input")) throw new CliError("A job has a question.", exitCodes.question);
}

export async function cancelJobs(jobIds: readonly string[], options: Options): Promise<void> {
  const { engine } = await connect(options);
  for (const jobId of jobIds) {
    const job = await engine.jobs.attach(jobId).cancel();
    if (options.json === true) printJson(job);
    else printResult(`${jobId}\t${job.status}`);
  }
}

export async function retryJob(jobId: string, options: Options): Promise<void> {
  const { engine } = await connect(options);
  await checkTarget(options.output, options.force === true);
  const { maxCredits } = options;
  const handle = await engine.jobs.retry(jobId, maxCredits === undefined ? {} : { maxCredits });
  await followJob(engine, handle, options);
}

export async function removeJobs(jobIds: readonly string[], options: Options): Promise<void> {
  const { engine } = await connect(options);
  for (const jobId of jobIds) {
    await engine.jobs.delete(jobId);
    note(`Deleted ${jobId}`);
  }
}

export async function openJob(jobId: string, options: Options): Promise<void> {
  const { engine, url } = await connect(options);
  const job = await engine.jobs.get(jobId);
  const address = `${url.replace(/\/+$/, "")}/jobs/${encodeURIComponent(job.jobId)}`;
  const [command, ...before] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(command ?? "xdg-open", [...before, address], {
    stdio: "ignore",
    detached: true,
  });
  child.on("error", () => undefined);
  child.unref();
  printResult(address);
}

const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

export async function getJob(jobId: string, options: Options): Promise<void> {
  const { engine } = await connect(options);
  await checkTarget(options.output, options.force === true);
  const handle = engine.jobs.attach(jobId);
  const job = await handle.refresh();
  if (["completed", "failed", "canceled", "needs_input"].includes(job.status)) {
    // Throws the error of any other end than a completed job.
    return printOutputs(await handle.wait(), options);
  }
  if (options.wait !== true) {
    throw new CliError(
      `The job is ${job.status} (${job.progress.percent} %). Add --wait to wait for it.`,
      exitCodes.waitedTooLong,
    );
  }
  await followJob(engine, handle, options);
}
