import { expect, test } from "vitest";

import { countTests, filesToRerun, mergeReports, type FileResult } from "./test-results.ts";

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
