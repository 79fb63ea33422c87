import { expect, test } from "vitest";

import { isPortFree } from "#scripts/embedded/ports.ts";
import type { ProcessIdentity } from "#scripts/embedded/processes.ts";
import {
  type LaunchedEngine,
  readKey,
  until,
  untilNothingLives,
  untilReady,
  useLauncher,
} from "#test/support/engine/launched-engines.ts";

const launchStart = useLauncher();

function killOne(found: ProcessIdentity | undefined): void {
  if (!found) throw new Error("The run does not name this process.");
  process.kill(found.pid, "SIGKILL");
}

async function createJob(engine: LaunchedEngine): Promise<string> {
  const response = await fetch(`${engine.api}/v1/generations`, {
    method: "POST",
    headers: { "X-API-Key": await readKey(engine), "Content-Type": "application/json" },
    body: JSON.stringify({ capability: "text-to-image", prompt: "a red fox" }),
  });
  const { jobId } = (await response.json()) as { jobId: string };
  return jobId;
}

async function readJob(engine: LaunchedEngine, jobId: string): Promise<number> {
  const response = await fetch(`${engine.api}/v1/jobs/${jobId}`, {
    headers: { "X-API-Key": await readKey(engine) },
  });
  return response.status;
}

test("an engine keeps its data when its launcher, its guard or a part is killed, and runs next to another engine", async () => {
  // One sequence, because most of the time is spent on starts.
  const first = await launchStart("one");
  const firstRun = await untilReady(first);
  const jobId = await createJob(first);
  const key = await readKey(first);

  killOne(first.process.identity);
  await untilNothingLives(firstRun);
  expect(await Promise.all(first.ports.map((port) => isPortFree(port)))).toEqual([true, true]);

  const second = await launchStart("one");
  const secondRun = await untilReady(second);
  expect(await readKey(second)).toBe(key);
  expect(await readJob(second, jobId)).toBe(200);

  killOne(secondRun.guard);
  killOne(second.process.identity);
  await second.process.exited;
  const [one, two] = [await launchStart("one"), await launchStart("two")];
  const [runOfOne] = [await untilReady(one), await untilReady(two)];
  await untilNothingLives(secondRun);
  expect(one.output()).toMatch(/Ended what an earlier run left behind: .*postgres/);

  const statuses = [one, two].map(async ({ internal }) => (await fetch(`${internal}/live`)).status);
  expect(await Promise.all(statuses)).toEqual([200, 200]);

  killOne(runOfOne.parts.find(({ name }) => name === "api"));
  await until(() => (one.output().includes("api runs again") ? true : undefined));
  expect((await fetch(`${one.internal}/ready`)).status).toBe(200);
});
