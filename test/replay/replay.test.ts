import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { historyFromJSON } from "@temporalio/common/lib/proto-utils.js";
import { Worker } from "@temporalio/worker";
import { beforeAll, expect, test } from "vitest";

import { loadWorkflowBundle } from "#activities/worker/workflow-bundle.ts";

const folder = fileURLToPath(new URL("./", import.meta.url));
const current = listHistories("histories");
/** Runs of these versions may still be open. */
const released = readdirSync(`${folder}released`).flatMap((version) =>
  listHistories(`released/${version}`),
);
let code: string;

beforeAll(async () => {
  ({ code } = await loadWorkflowBundle(process.env["CACHE_DIR"] ?? ".cache"));
});

function listHistories(place: string): string[] {
  return readdirSync(`${folder}${place}`)
    .filter((name) => name.endsWith(".json"))
    .map((name) => `${place}/${name}`);
}

test("every path has a current history and a released one", () => {
  expect(current.length).toBeGreaterThanOrEqual(37);
  expect(released.length).toBeGreaterThanOrEqual(33);
});

test.each([...current, ...released])("%s replays with the current workflows", async (file) => {
  const history = historyFromJSON(JSON.parse(readFileSync(`${folder}${file}`, "utf8")));

  await expect(
    Worker.runReplayHistory({ workflowBundle: { code } }, history),
  ).resolves.toBeUndefined();
});
