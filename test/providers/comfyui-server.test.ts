import { setTimeout as delay } from "node:timers/promises";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { PollResult, ProviderCall, SubmitResult } from "#activities/providers/adapter.ts";
import { comfyui } from "#activities/providers/comfyui/comfyui.ts";
import { promptIdOf } from "#activities/providers/comfyui/definition.ts";
import type { ProviderHandle } from "#domain/requests/generation.ts";
import { sniffMediaType } from "#storage/media-type.ts";
import { handleOf } from "#test/support/providers/answers.ts";
import { comfyCatalogOf, comfyFile, drawing } from "#test/support/providers/comfyui-models.ts";
import { startComfyui, type ComfySimulator } from "#test/support/providers/comfyui.ts";
import { requestsTo } from "#test/support/providers/sample-request.ts";

/**
 * Behaviour of ComfyUI that the adapter relies on. `npm run test:comfyui -- <URL>` runs the same tests against a real server,
 * which keeps the simulator true. No workflow here needs weights.
 */
let simulator: ComfySimulator | null = null;
let url = process.env["COMFYUI_TEST_URL"] ?? "";
beforeAll(async () => {
  if (url !== "") return;
  simulator = await startComfyui({ isOpen: true, interruptPolls: 2 });
  ({ url } = simulator);
});
afterAll(async () => {
  await simulator?.close();
});

const [provider] = comfyCatalogOf(comfyFile("http://127.0.0.1:9")).providers;
if (provider === undefined) throw new Error("the file has a provider");
const sample = requestsTo(provider);
const run = crypto.randomUUID();

function requestFor(...[id, capability, change = {}]: Parameters<typeof sample>) {
  const definition = provider?.models.find((each) => each.id === id)?.definition;
  return sample(id, capability, { definition, ...change });
}

function call(key: string): ProviderCall {
  return {
    baseUrl: url,
    credential: "",
    idempotencyKey: `${run}:${key}`,
    signal: AbortSignal.timeout(60_000),
  };
}

async function untilDone(handle: ProviderHandle, until = pollsMax): Promise<PollResult> {
  for (let turn = 0; turn < until; turn += 1) {
    const polled = await comfyui.poll!(handle, call("poll"));
    if (polled.state !== "running") return polled;
    await delay(simulator === null ? 250 : 0);
  }
  throw new Error("not done in time");
}
const pollsMax = 480;

async function files(answer: SubmitResult) {
  const done = await untilDone(handleOf(answer));
  if (done.state !== "succeeded") throw new Error(done.state);
  return done.result.files;
}

/** Entries of the history by the id of their prompt, and other objects of the server. */
type RawAnswer = Record<string, { outputs: Record<string, { images: { filename: string }[] }> }>;

async function raw(path: string, body?: object): Promise<RawAnswer> {
  const post = (sent: object) => ({
    method: "POST",
    body: JSON.stringify(sent),
    headers: { "content-type": "application/json" },
  });
  const response = await fetch(`${url}${path}`, body === undefined ? {} : post(body));
  return response.json() as Promise<RawAnswer>;
}

/** Enough work that a prompt is still running when the test looks at it. */
function slowPrompt(color: number): object {
  const scale = { ...drawing["2"], inputs: { ...drawing["2"].inputs, scale_by: 2 } };
  const image = { width: 2_048, height: 2_048, batch_size: 12, color };
  return { ...drawing, "1": { class_type: "EmptyImage", inputs: image }, "2": scale };
}

test("a workflow without weights makes one file for each image of its batch", async () => {
  const request = requestFor("drawing-own", "text-to-image", { parameters: { count: 2 } });

  const made = await files(await comfyui.submit(request, call("drawing")));

  expect(made.map(({ contentType }) => contentType)).toEqual(["image/png", "image/png"]);
  for (const { source } of made) {
    const bytes = "bytes" in source ? source.bytes : new Uint8Array();
    expect(sniffMediaType(bytes)).toBe("image/png");
    expect(Buffer.from(bytes).includes("class_type")).toBe(false);
  }
}, 120_000);

test("an image is uploaded, loaded by the workflow and saved; its preview is no result", async () => {
  const request = requestFor("enlarging-own", "upscaling");

  const made = await files(await comfyui.submit(request, call("enlarging")));

  expect(made).toHaveLength(1);
}, 120_000);

test("a submission that is repeated while it runs, and after its end, runs once", async () => {
  const request = requestFor("drawing-own", "text-to-image");
  const first = await comfyui.submit(request, call("once"));
  const again = await comfyui.submit(request, call("once"));
  const before = await files(first);
  const late = await comfyui.submit(request, call("once"));

  expect([handleOf(again), handleOf(late)]).toEqual([handleOf(first), handleOf(first)]);
  const id = promptIdOf(`${run}:once`);
  const { outputs } = (await raw(`/history/${id}`))[id] ?? {};
  expect(await comfyui.poll!({ id }, call("once"))).toEqual({
    state: "succeeded",
    result: { files: before },
  });
  expect(outputs?.["9"]?.images).toHaveLength(1);
}, 120_000);

test("the server itself runs a repeated id twice, and the second result replaces the first", async () => {
  const id = promptIdOf(`${run}:twice`);
  const results: string[] = [];
  for (const color of [11, 12]) {
    const image = { ...drawing["1"].inputs, color };
    const prompt = { ...drawing, "1": { class_type: "EmptyImage", inputs: image } };
    expect(await raw("/prompt", { prompt, prompt_id: id })).toMatchObject({ prompt_id: id });
    await untilDone({ id });
    results.push((await raw(`/history/${id}`))[id]?.outputs["9"]?.images[0]?.filename ?? "");
  }

  expect(results[0]).not.toBe(results[1]);
}, 120_000);

test("the history is empty for an unknown id, and a lookup finds nothing", async () => {
  const id = promptIdOf(`${run}:unknown`);

  expect(await raw(`/history/${id}`)).toEqual({});
  expect(await comfyui.lookup!(`${run}:unknown`, call("unknown"))).toBeNull();
});

test("a value out of bounds is named by node and input, and nothing runs", async () => {
  const parameters = { modelParameters: { factor: 50 } };
  const attempt = comfyui.submit(
    requestFor("drawing-own", "text-to-image", { parameters }),
    call("bounds"),
  );

  await expect(attempt).rejects.toMatchObject({
    code: "provider_rejected",
    details: { reason: "node 2, input scale_by (factor): value_bigger_than_max" },
  });
  expect(await comfyui.lookup!(`${run}:bounds`, call("bounds"))).toBeNull();
});

/** The row of a model whose workflow does not fit the server. */
function definitionWith(nodes: object): object {
  const { definition } = requestFor("drawing-own", "text-to-image");
  const { workflow, ...rest } = definition as { workflow: object };
  return { ...rest, workflow: { ...workflow, ...nodes } };
}

test("a node that the server lacks makes the model unavailable", async () => {
  const definition = definitionWith({ "5": { class_type: "NodeOfNobody", inputs: {} } });
  const attempt = comfyui.submit(
    requestFor("drawing-own", "text-to-image", { definition }),
    call("lacking"),
  );

  await expect(attempt).rejects.toMatchObject({ code: "model_not_available" });
});

test("a workflow of which one output cannot run is refused, and the server runs no rest of it", async () => {
  const definition = definitionWith({
    "5": { class_type: "EmptyImage", inputs: { width: 0, height: 8, batch_size: 1, color: 0 } },
    "6": { class_type: "SaveImage", inputs: { images: ["5", 0], filename_prefix: "gme" } },
  });
  // A running prompt keeps the rest in the queue, from which it is deleted.
  const slow = promptIdOf(`${run}:before`);
  simulator?.play({ runningPolls: 6 });
  await raw("/prompt", { prompt: slowPrompt(21), prompt_id: slow });
  const attempt = comfyui.submit(
    requestFor("drawing-own", "text-to-image", { definition }),
    call("partly"),
  );

  await expect(attempt).rejects.toMatchObject({
    code: "model_not_available",
    details: { reason: "node 5, input width: value_smaller_than_min" },
  });
  expect(await comfyui.lookup!(`${run}:partly`, call("partly"))).toBeNull();
  await comfyui.cancel!({ id: slow }, call("before"));
  await untilDone({ id: slow });
}, 240_000);

test("a waiting prompt is deleted without a history, and a running one is interrupted, sooner or later", async () => {
  simulator?.play({ runningPolls: 20 });
  const [running, waiting] = [promptIdOf(`${run}:running`), promptIdOf(`${run}:waiting`)];
  await raw("/prompt", { prompt: slowPrompt(31), prompt_id: running });
  await raw("/prompt", { prompt: slowPrompt(32), prompt_id: waiting });
  expect(await comfyui.poll!({ id: waiting }, call("waiting"))).toEqual({ state: "running" });
  expect(await raw(`/history/${running}`)).toEqual({});

  await comfyui.cancel!({ id: waiting }, call("waiting"));
  await comfyui.cancel!({ id: running }, call("running"));

  expect(await raw(`/history/${waiting}`)).toEqual({});
  await expect(comfyui.poll!({ id: waiting }, call("waiting"))).rejects.toMatchObject({
    code: "provider_failed",
  });
  expect(await untilDone({ id: running })).toEqual({ state: "canceled" });
}, 240_000);

test("the health check passes", async () => {
  await comfyui.checkHealth(call("health"));
});
