import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { onTestFinished } from "vitest";

import type { CheckReport } from "#scripts/providers-check/check-report.ts";

const entry = fileURLToPath(new URL("../../../scripts/providers-check.ts", import.meta.url));

export interface ChecksProcess {
  /** Output so far on both standard output and standard error. */
  said(): string;
  kill(signal: NodeJS.Signals): void;
  /** The exit code; null when a signal ended the process. */
  readonly ended: Promise<number | null>;
}

/** Runs `npm run providers:check` with these settings as a process; ends with the test. */
export function startProvidersCheck(
  args: readonly string[],
  { settings, answers = "" }: { settings: Readonly<Record<string, string>>; answers?: string },
): ChecksProcess {
  const { NODE_COMPILE_CACHE, PATH } = process.env;
  const env = { NODE_COMPILE_CACHE, PATH, ...settings };
  const child = spawn(process.execPath, [entry, ...args], { env });
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", (code) => resolve(code));
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
    });
  }
  child.stdin.on("error", () => undefined);
  child.stdin.end(answers);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { said: () => text, kill: (signal) => void child.kill(signal), ended };
}

/** Creates a folder for a report, with readers of its content. */
export async function createReportFolder() {
  const folder = await mkdtemp(join(tmpdir(), "gme-providers-check-"));
  onTestFinished(async () => rm(folder, { recursive: true }));
  const read = async (name: string) => readFile(join(folder, name), "utf8").catch(() => "");
  return {
    folder,
    report: async (): Promise<CheckReport> => {
      const text = await read("report.json");
      return text === "" ? { services: {} } : (JSON.parse(text) as CheckReport);
    },
    /** The recorded call of a service; empty when there is none. */
    recorded: async (slug: string): Promise<string> => read(`recorded/${slug}.json`),
    /** The report in both formats. */
    text: async (): Promise<string> => `${await read("report.json")}${await read("report.md")}`,
  };
}
