import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";

import type { TestEngine } from "#test/support/engine/engine.ts";

/** The computer of a reader who runs the code of a page next to an engine. */
export interface DocumentWorld {
  readonly engine: Pick<TestEngine, "url" | "key" | "orm">;
  /** Has the commands `gme` and `curl`. */
  readonly bin: string;
  /** Has one folder for each page. Below the repository, where the packages are installed. */
  readonly home: string;
}

const execute = promisify(execFile);
const pageTimeoutMs = 200_000;
/** URL of the engine in all pages, as `npm start` serves it. */
const publishedUrl = "http://localhost:8080";
/** Precedes the status of each response, which `curl -sS` does not report. */
export const statusPrefix = "status-of-response";

export async function createDocumentWorld(engine: DocumentWorld["engine"]): Promise<DocumentWorld> {
  await mkdir(".cache", { recursive: true });
  const home = await mkdtemp(resolve(".cache", "documents-"));
  const bin = join(home, "bin");
  await mkdir(bin);
  const { stdout } = await execute("sh", ["-c", "command -v curl"]);
  const report = `%{stderr}${statusPrefix} %{http_code} %{url_effective}\\n`;
  await writeCommand(join(bin, "curl"), `exec "${stdout.trim()}" -w '${report}' "$@"`);
  const cli = resolve("clients/cli/src/gme.ts");
  await writeCommand(join(bin, "gme"), `exec "${process.execPath}" "${cli}" "$@"`);
  return { engine, bin, home };
}

export async function removeDocumentWorld({ home }: DocumentWorld): Promise<void> {
  await rm(home, { recursive: true });
}

async function writeCommand(path: string, line: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\n${line}\n`);
  await chmod(path, 0o755);
}

/** Creates the folder in which the blocks of a page run: later blocks read files of earlier ones. */
export async function openPageFolder({ home, engine }: DocumentWorld, page: string) {
  const folder = join(home, page.replaceAll("/", "-"));
  await mkdir(join(folder, ".data"), { recursive: true });
  await writeFile(join(folder, ".data/api-key"), engine.key);
  return folder;
}

/** Replaces the URL of the pages by that of the engine. */
export function withEngineUrl({ engine }: DocumentWorld, code: string): string {
  return code.replaceAll(publishedUrl, engine.url);
}

/** Runs a command as the reader; throws with its output when it fails. */
export async function runAsReader(
  { engine, bin, home }: DocumentWorld,
  command: string,
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const settings = {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env["PATH"]}`,
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_CACHE_HOME: join(home, "cache"),
    GME_BASE_URL: engine.url,
    GME_API_KEY: engine.key,
    API_KEY: engine.key,
    ...env,
  };
  const options = { cwd, env: settings, timeout: pageTimeoutMs, maxBuffer: 100_000_000 };
  return execute(command, args, options).catch(
    async (error: Error & { stdout: string; stderr: string }) => {
      const jobs = await describeLastJobs(engine).catch((reason: unknown) => String(reason));
      throw new Error(`${error.message}\n${error.stdout}\n${jobs}`, { cause: error });
    },
  );
}

/** The last jobs with their events: a command that failed may only have waited for one of them. */
async function describeLastJobs({ url, key }: DocumentWorld["engine"]): Promise<string> {
  const read = async (path: string): Promise<string> => {
    const response = await fetch(`${url}${path}`, { headers: { "x-api-key": key } });
    return response.text();
  };
  const jobs = await read("/v1/jobs?limit=5");
  // Safe to cast: the tests of the API's contract check its responses.
  const { data } = JSON.parse(jobs) as { data: { jobId: string }[] };
  const events = await Promise.all(data.map(async ({ jobId }) => read(`/v1/jobs/${jobId}/events`)));
  return [jobs, ...events].join("\n");
}
