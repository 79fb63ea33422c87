import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { parseArgs, promisify } from "node:util";

import {
  countTests,
  failCrashedFiles,
  filesToRerun,
  mergeReports,
  type TestReport,
} from "./ci/test-results.ts";

/**
 * Runs all tests as `npm test` does, with `--long` as `npm run test:long` does, or those of the paths given. Up to three failed files are run a second time, alone, and reported as
 * unstable: on a slow machine, one of thousands of tests may meet a pause that it does not expect. Prints the
 * files that need most processor time and, at the end, the number of passed and failed tests.
 */
const reportFile = ".cache/test-results.json";
/** Lines of `test/support/measurements/record-processor-time.ts`. */
const processorTimeFile = resolve(".cache/processor-time.jsonl");
const listedMax = 20;

const {
  values: { long: isLong },
  positionals: paths,
} = parseArgs({ allowPositionals: true, options: { long: { type: "boolean", default: false } } });

await rm(processorTimeFile, { force: true });
let report = await runTests(paths);
const unstable = report === null ? [] : filesToRerun(report);
if (report !== null && unstable.length > 0) {
  console.log(`\nFailed; running again, alone:\n${listFiles(unstable)}\n`);
  const again = await runTests(["--no-file-parallelism", ...unstable]);
  if (again !== null) report = mergeReports(report, again);
}
if (report !== null) {
  console.log(
    `\nProcessor time and duration of test files, in seconds:\n${await listTimes(report)}`,
  );
}
const { passed, failed } = report === null ? { passed: 0, failed: 1 } : countTests(report);
if (unstable.length > 0 && failed === 0) {
  console.log(`\nUNSTABLE: failed at first, passed alone:\n${listFiles(unstable)}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

/** Returns null when the run made no report. */
async function runTests(options: readonly string[]): Promise<TestReport | null> {
  await mkdir(".cache", { recursive: true });
  await rm(reportFile, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`];
  const env = { ...process.env, PROCESSOR_TIME_FILE: processorTimeFile };
  const vitest = spawn(
    "npm",
    ["run", isLong ? "test:long" : "test", "--", ...reporters, ...options],
    {
      stdio: "inherit",
      env,
    },
  );
  const [code] = await once(vitest, "exit");
  const text = await readFile(reportFile, "utf8").catch(() => null);
  if (text === null) return null;
  // Safe to cast: Vitest wrote the file.
  const found = failCrashedFiles(JSON.parse(text) as TestReport, await listTestFiles(options));
  // For example an unhandled error outside of every test.
  if (code !== 0 && countTests(found).failed === 0) return null;
  return found;
}

async function listTestFiles(options: readonly string[]): Promise<string[]> {
  const project = isLong ? "--project=long" : "--project=!long";
  const list = ["vitest", "list", ...options, project, "--filesOnly", "--json"];
  const { stdout } = await promisify(execFile)("npx", list);
  // Safe to cast: this is Vitest's format.
  return (JSON.parse(stdout) as { file: string }[]).map(({ file }) => file);
}

function listFiles(files: readonly string[]): string {
  return files.map((name) => `  ${relative("", name)}`).join("\n");
}

/** Lists the sums, and the files that need most processor time. */
async function listTimes({ testResults }: TestReport): Promise<string> {
  const text = await readFile(processorTimeFile, "utf8").catch(() => "");
  // Safe to cast: the set-up file of the tests wrote the lines.
  const lines = text.split("\n").filter((line) => line !== "");
  const needed = lines.map((line) => JSON.parse(line) as { name: string; seconds: number });
  // A file that was run again has two lines, of which the first one belongs to the whole run.
  const processorSeconds = new Map(
    needed.toReversed().map(({ name, seconds }) => [name, seconds] as const),
  );
  const files = testResults.map(({ name, startTime, endTime }) => ({
    name: relative("", name),
    processor: processorSeconds.get(name) ?? 0,
    duration: (endTime - startTime) / 1_000,
  }));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const all = {
    name: "all files",
    processor: sum(files.map(({ processor }) => processor)),
    duration: sum(files.map(({ duration }) => duration)),
  };
  const shown = files.toSorted((left, right) => right.processor - left.processor);
  return [all, ...shown.slice(0, listedMax)]
    .map(({ name, processor, duration }) =>
      [processor, duration, name]
        .map((value) => (typeof value === "number" ? value.toFixed(0).padStart(6) : `  ${value}`))
        .join(""),
    )
    .join("\n");
}
