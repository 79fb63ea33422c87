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
/** Why each history does not replay, by file. */
let failures: Record<string, string>;

beforeAll(async () => {
  failures = await replayAll([...current, ...released]);
});

function listHistories(place: string): string[] {
  return readdirSync(`${folder}${place}`)
    .filter((name) => name.endsWith(".json"))
    .map((name) => `${place}/${name}`);
}

test("every path has a current history and a released one", () => {
  expect(current.length).toBeGreaterThanOrEqual(50);
  expect(released.length).toBeGreaterThanOrEqual(33);
});

test.each([...current, ...released])("%s replays with the current workflows", (file) => {
  expect(failures).toMatchObject({ [file]: "none" });
});

/** Replays all histories in one worker, because a worker for each of them takes longer than the replay. */
async function replayAll(files: readonly string[]): Promise<Record<string, string>> {
  const { code } = await loadWorkflowBundle(process.env["CACHE_DIR"] ?? ".cache");
  const histories = files.map((file) => ({
    workflowId: file,
    history: historyFromJSON(JSON.parse(readFileSync(`${folder}${file}`, "utf8"))),
  }));
  const failures: Record<string, string> = {};
  for await (const { workflowId, error } of Worker.runReplayHistories(
    { workflowBundle: { code } },
    histories,
  )) {
    failures[workflowId] = error === undefined ? "none" : String(error);
  }
  return failures;
}
