import { execFile } from "node:child_process";
import { createServer, request as forward, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import { beginJob, completeJob, noteStage } from "#db/jobs/job-steps.ts";
import { jobStages } from "#domain/jobs/job.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { queueJob } from "#test/support/jobs.ts";

const database = useDatabase();
const api = useApi(database);
const owner = useOrganization(database);

/** Records the events of an EventSource until it closes by itself. */
const client = `
  const source = new EventSource(process.argv[1]);
  const told = { ids: [], opened: 0 };
  source.onopen = () => { told.opened += 1; };
  for (const type of ["queued", "started", "stage", "completed"]) {
    source.addEventListener("job." + type, (event) => told.ids.push(event.lastEventId));
  }
  source.onerror = () => {
    if (source.readyState !== EventSource.CLOSED) return;
    console.log(JSON.stringify(told));
    clearInterval(staying);
  };
  // While it waits to come back, nothing else keeps the process.
  const staying = setInterval(() => undefined, 1_000);`;

test("a standard EventSource with an interrupted connection misses no event, and does not reconnect after the end", async () => {
  const jobId = await queueJob(database.orm, owner, 1);
  const em = () => database.orm.em.fork();
  await beginJob(em(), jobId);
  for (const stage of jobStages) await noteStage(em(), { jobId, stage });
  const proxy = await startCuttingProxy(async () => {
    await completeJob(em(), { jobId, step: "main", generation: 1 });
  });
  const { port } = proxy.server.address() as AddressInfo;
  // The job is queued, started, goes through the stages and completes.
  const last = jobStages.length + 3;

  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      "--experimental-eventsource",
      "-e",
      client,
      `http://127.0.0.1:${port}/v1/jobs/${jobId}/events`,
    ],
    { timeout: 50_000 },
  );

  expect(JSON.parse(stdout)).toEqual({
    ids: Array.from({ length: last }, (_, index) => String(index + 1)),
    opened: 2,
  });
  expect(proxy.statuses).toEqual([200, 200, 204]);
  expect(proxy.places).toEqual([undefined, String(last - 1), String(last)]);
  proxy.server.close();
});

/** Adds the credential that an EventSource cannot send, and cuts off the first response once it is idle. */
async function startCuttingProxy(onCut: () => Promise<void>): Promise<{
  server: Server;
  statuses: number[];
  places: (string | undefined)[];
}> {
  const statuses: number[] = [];
  const places: (string | undefined)[] = [];
  const server = createServer((incoming, outgoing) => {
    places.push(incoming.headers["last-event-id"]?.toString());
    const headers = { ...incoming.headers, "x-api-key": owner.key };
    const upstream = forward(`${api.url}${incoming.url}`, { headers }, (answer) => {
      statuses.push(answer.statusCode ?? 0);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      let text = "";
      answer.on("data", (chunk: Buffer) => {
        outgoing.write(chunk);
        text += chunk.toString();
        if (statuses.length > 1 || !text.includes("id: 8\n")) return;
        // In the middle of the response, but after the reader has received the sent events.
        outgoing.socket?.end();
        upstream.destroy();
        void onCut();
      });
      answer.on("end", () => outgoing.end());
      answer.on("error", () => undefined);
    });
    upstream.on("error", () => undefined);
    upstream.end();
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return { server, statuses, places };
}
