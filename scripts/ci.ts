import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm } from "node:fs/promises";
import { relative } from "node:path";
import { promisify } from "node:util";

import {
  countTests,
  failCrashedFiles,
  filesToRerun,
  mergeReports,
  type TestReport,
} from "./ci/test-results.ts";

/**
 * Runs all tests as `npm test` does, or those of the paths given. Up to three failed files are run a second time, alone, and reported as
 * unstable: on a slow machine, one of thousands of tests may meet a pause that it does not expect. Prints the
 * slowest files and, at the end, the number of passed and failed tests.
 */
const reportFile = ".cache/test-results.json";
const slowestMax = 20;

let report = await runTests(process.argv.slice(2));
const unstable = report === null ? [] : filesToRerun(report);
if (report !== null && unstable.length > 0) {
  console.log(`\nFailed; running again, alone:\n${listFiles(unstable)}\n`);
  const again = await runTests(["--no-file-parallelism", ...unstable]);
  if (again !== null) report = mergeReports(report, again);
}
if (report !== null) console.log(`\nThe slowest test files, in seconds:\n${listSlowest(report)}`);
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
  const vitest = spawn("npm", ["test", "--", ...reporters, ...options], { stdio: "inherit" });
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
  const list = ["vitest", "list", ...options, "--filesOnly", "--json"];
  const { stdout } = await promisify(execFile)("npx", list);
  // Safe to cast: this is Vitest's format.
  return (JSON.parse(stdout) as { file: string }[]).map(({ file }) => file);
}

function listFiles(files: readonly string[]): string {
  return files.map((name) => `  ${relative("", name)}`).join("\n");
}

function listSlowest({ testResults }: TestReport): string {
  return testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1_000 }))
    .toSorted((left, right) => right.seconds - left.seconds)
    .slice(0, slowestMax)
    .map(({ name, seconds }) => `${seconds.toFixed(0).padStart(5)}  ${relative("", name)}`)
    .join("\n");
}
