import { execFile } from "node:child_process";
import { createServer, request as forward, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import { beginJob, completeJob, noteStage } from "#db/jobs/job-steps.ts";
import { jobStages } from "#domain/jobs/job.ts";
import { listCodeBlocks } from "#scripts/docs/code-blocks.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";

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

test.concurrent("a standard EventSource with an interrupted connection misses no event, and does not reconnect after the end", async () => {
  const { jobId, proxy, url } = await startJob();

  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--experimental-eventsource", "-e", client, `${url}/v1/jobs/${jobId}/events`],
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

test.concurrent("the reader of docs/events.md misses no event of an interrupted connection, and ends with the job", async () => {
  const { jobId, proxy, url } = await startJob();
  const blocks = listCodeBlocks().filter(({ page }) => page === "docs/events.md");
  const code = blocks.find(({ language }) => language === "js")?.code;
  const program = `
    const { fetch: send } = globalThis;
    globalThis.fetch = (path, options) => send(process.argv[1] + path, options);
    ${code}
    const sequences = [];
    const onEvent = ({ sequence }) => sequences.push(sequence);
    follow(process.argv[2], { token: () => "", onEvent }).then(() => console.log(sequences.join(" ")));`;

  const { stdout } = await promisify(execFile)(process.execPath, ["-e", program, url, jobId], {
    timeout: 50_000,
  });

  expect(stdout.trim()).toBe(Array.from({ length: last }, (_, index) => index + 1).join(" "));
  expect(proxy.statuses).toEqual([200, 200, 204]);
  proxy.server.close();
});

/** The job is queued, started, goes through the stages and completes. */
const last = jobStages.length + 3;

/** Starts a job that completes when the proxy interrupts its stream. */
async function startJob() {
  const jobId = await queueJob(database.orm, owner, 1);
  const em = () => database.orm.em.fork();
  await beginJob(em(), jobId);
  for (const stage of jobStages) await noteStage(em(), { jobId, stage });
  const proxy = await startCuttingProxy(async () => {
    await completeJob(em(), { jobId, step: "main", generation: 1 });
  });
  const { port } = proxy.server.address() as AddressInfo;
  return { jobId, proxy, url: `http://127.0.0.1:${port}` };
}

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
    const { authorization, ...given } = incoming.headers;
    expect([undefined, "Bearer"]).toContain(authorization?.trim());
    const headers = { ...given, "x-api-key": owner.key };
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
