import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { historyFromJSON } from "@temporalio/common/lib/proto-utils.js";
import { Worker } from "@temporalio/worker";
import { beforeAll, expect, test } from "vitest";

import { loadWorkflowBundle } from "#activities/workflow-bundle.ts";

const folder = fileURLToPath(new URL("histories/", import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
let code: string;

beforeAll(async () => {
  ({ code } = await loadWorkflowBundle(process.env["CACHE_DIR"] ?? ".cache"));
});

test("there is a history for every path", () => {
  expect(files.length).toBeGreaterThanOrEqual(33);
});

test.each(files)("%s replays with the workflow of today", async (file) => {
  const history = historyFromJSON(JSON.parse(readFileSync(`${folder}${file}`, "utf8")));

  await expect(
    Worker.runReplayHistory({ workflowBundle: { code } }, history),
  ).resolves.toBeUndefined();
});
