import { mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { Client, Connection } from "@temporalio/client";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";

import { workflowIdOf } from "#domain/job.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine.ts";
import { startFakeStudio, type Behaviour, type FakeStudio } from "#test/support/fake-studio.ts";

/**
 * Records one history for each path of the workflow into test/replay/histories. Run it when a path is
 * added; a changed workflow must replay the recorded ones as they are, so never to make a test pass.
 */
const folder = fileURLToPath(new URL("../test/replay/histories/", import.meta.url));
const chat = { message: "a red fox", capability: "text-to-image" };

const studio = await startFakeStudio();
const engine = await startTestEngine({ studioUrl: studio.url });
try {
  await engine.startTemporal();
  await Promise.all([engine.startApi(), engine.startWorker()]);
  const connection = await Connection.connect({ address: engine.temporalAddress });
  const client = new Client({ connection });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, run] of Object.entries(paths(engine, studio))) {
    const jobId = await run();
    const history = await client.workflow.getHandle(workflowIdOf(jobId)).fetchHistory();
    await writeFile(`${folder}${name}.json`, `${portable(historyToJSON(history))}\n`);
    console.log(`recorded ${name}`);
  }
  await connection.close();
} finally {
  await engine.close();
  await studio.close();
}

function paths(engine: TestEngine, studio: FakeStudio): Record<string, () => Promise<string>> {
  const ended =
    (behaviour: Behaviour, body: object = chat) =>
    async () => {
      studio.behave(() => behaviour);
      const jobId = await engine.createJob(body);
      await engine.waitForJob(jobId);
      return jobId;
    };
  const parsed = (message: string) => ended({ kind: "instant" }, { message, parseIntent: true });
  const canceled = (finishFirst: boolean) => async () => {
    studio.behave(() => ({ kind: "held" }));
    const jobId = await engine.createJob(chat);
    await engine.waitForJob(jobId, ["processing"]);
    while (!studio.generations.has(`${jobId}:main:1`)) await new Promise(setImmediate);
    if (finishFirst) studio.release();
    await engine.call("POST", `/v1/jobs/${jobId}/cancel`);
    await engine.waitForJob(jobId);
    return jobId;
  };
  return {
    "completed-at-once": ended({ kind: "instant" }),
    "completed-after-polls": ended({ kind: "polls", count: 3 }),
    "completed-after-parsing": parsed("Create an image of a red fox"),
    "completed-after-busy-provider": ended({ kind: "busy", times: 2 }),
    "completed-after-lost-answer": ended({ kind: "loses-answer", times: 1 }),
    "failed-at-provider": ended({ kind: "fails", message: "broken" }),
    "failed-refused": ended({ kind: "refuses", message: "no" }),
    "failed-unsupported-message": parsed("Book me a flight to Tokyo next Tuesday"),
    "needs-input": parsed("make it 4x bigger"),
    "canceled-while-generating": canceled(false),
    "completed-in-spite-of-cancel": canceled(true),
  };
}

/** Stack traces name folders of the machine that recorded; replay does not read them. */
function portable(json: string): string {
  const parsed: unknown = JSON.parse(json, (name, value: unknown) =>
    name === "stackTrace" ? "" : value,
  );
  return JSON.stringify(parsed, null, 1);
}
