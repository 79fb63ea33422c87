import { expect, test } from "vitest";

import {
  countTests,
  failCrashedFiles,
  filesToRerun,
  mergeReports,
  type FileResult,
} from "./test-results.ts";

function file(name: string, ...tests: ("passed" | "failed")[]): FileResult {
  const status = tests.every((each) => each === "passed") ? "passed" : "failed";
  const assertionResults = tests.map((each) => ({ status: each }));
  return { name, status, startTime: 0, endTime: 1_000, assertionResults };
}

test("few failed files are run again", () => {
  const report = { testResults: [file("/a", "passed"), file("/b", "passed", "failed")] };

  expect(filesToRerun(report)).toEqual(["/b"]);
});

test("nothing is run again after many failures or a violation that chaos found", () => {
  const many = ["/a", "/b", "/c", "/d"].map((name) => file(name, "failed"));
  const chaos = [file("/repository/test/chaos/chaos.test.ts", "failed")];

  expect(filesToRerun({ testResults: many })).toEqual([]);
  expect(filesToRerun({ testResults: chaos })).toEqual([]);
});

test("the second result of a file counts", () => {
  const first = { testResults: [file("/a", "passed"), file("/b", "passed", "failed")] };
  const again = { testResults: [file("/b", "passed", "passed")] };

  expect(countTests(first)).toEqual({ passed: 2, failed: 1 });
  expect(countTests(mergeReports(first, again))).toEqual({ passed: 3, failed: 0 });
});

test("a file that cannot be loaded counts as one failure", () => {
  const broken = { ...file("/a"), status: "failed" };

  expect(countTests({ testResults: [broken] })).toEqual({ passed: 0, failed: 1 });
});

test("files whose process crashed count as one failure each and are run again", () => {
  const pending = { ...file("/b"), assertionResults: [{ status: "pending" }] };

  const report = failCrashedFiles({ testResults: [file("/a", "passed"), pending] }, [
    "/a",
    "/b",
    "/c",
  ]);

  expect(countTests(report)).toEqual({ passed: 1, failed: 2 });
  expect(filesToRerun(report)).toEqual(["/b", "/c"]);
});
