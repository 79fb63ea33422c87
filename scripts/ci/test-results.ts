/** The parts of Vitest's JSON report that are read. */
export interface TestReport {
  readonly testResults: readonly FileResult[];
}

export interface FileResult {
  /** Path of the file. */
  readonly name: string;
  readonly status: string;
  /** Milliseconds. */
  readonly startTime: number;
  readonly endTime: number;
  readonly assertionResults: readonly { readonly status: string }[];
}

/** Files that may be run again. More failed files mean a broken change. */
const rerunFilesMax = 3;
/** A guarantee that chaos found violated is violated, whatever a second run with another seed finds. */
const neverAgain = /\/test\/chaos\//;

/** Files to run again after a failed run: few, so that a broken change fails at once. */
export function filesToRerun({ testResults }: TestReport): string[] {
  const failed = testResults.filter(({ status }) => status !== "passed").map(({ name }) => name);
  const isOver = failed.length > rerunFilesMax || failed.some((name) => neverAgain.test(name));
  return isOver ? [] : failed;
}

/**
 * Marks files whose process crashed as failed: Vitest reports them as passed with pending tests, or not at all if
 * the process crashed before it knew their tests.
 */
export function failCrashedFiles(report: TestReport, files: readonly string[]): TestReport {
  const reported = new Set(report.testResults.map(({ name }) => name));
  const missing = files
    .filter((name) => !reported.has(name))
    .map((name) => ({ name, status: "failed", startTime: 0, endTime: 0, assertionResults: [] }));
  const found = report.testResults.map((file) =>
    file.assertionResults.some(({ status }) => status === "pending")
      ? { ...file, status: "failed" }
      : file,
  );
  return { testResults: [...found, ...missing] };
}

/** Replaces the results of the files that were run again. */
export function mergeReports(first: TestReport, again: TestReport): TestReport {
  const repeated = new Map(again.testResults.map((file) => [file.name, file]));
  return { testResults: first.testResults.map((file) => repeated.get(file.name) ?? file) };
}

export function countTests({ testResults }: TestReport): { passed: number; failed: number } {
  let passed = 0;
  let failed = 0;
  for (const { status, assertionResults } of testResults) {
    const failedHere = assertionResults.filter((test) => test.status === "failed").length;
    passed += assertionResults.filter((test) => test.status === "passed").length;
    // A file that cannot be loaded has no failed tests.
    failed += status === "passed" ? 0 : Math.max(1, failedHere);
  }
  return { passed, failed };
}
