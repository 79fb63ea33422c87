import { expect, test } from "vitest";

import { linkToRun } from "./link-to-run.ts";

const addresses = { temporalUi: "http://127.0.0.1:8233", temporalNamespace: "media" };

test("the run of a job is linked where the engine stays", () => {
  expect(linkToRun("job_1", addresses, { stays: true })).toBe(
    "http://127.0.0.1:8233/namespaces/media/workflows/job%2Fjob_1",
  );
});

test("no link is printed for an engine that stops after the demo", () => {
  expect(linkToRun("job_1", addresses, { stays: false })).toBeUndefined();
});
