import { expect, test } from "vitest";

import type { ProviderAdapter, ProviderCall } from "#activities/providers/adapter.ts";
import { comfyui } from "#activities/providers/comfyui/comfyui.ts";
import { handleOf } from "#test/support/providers/answers.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { comfyCatalogOf, comfyFile } from "#test/support/providers/comfyui-models.ts";
import { comfySecret, startComfyui, type ComfySimulator } from "#test/support/providers/comfyui.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { requestsTo } from "#test/support/providers/sample-request.ts";
import type { Simulator } from "#test/support/providers/simulator.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const [provider] = comfyCatalogOf(comfyFile("http://127.0.0.1:9")).providers;
if (provider === undefined) throw new Error("the file has a provider");
const definitions = new Map(provider.models.map(({ id, definition }) => [id, definition]));
const sample = requestsTo(provider);

/** A request as the engine builds it from the model's row. */
const requestFor: typeof sample = (id, capability, change) =>
  sample(id, capability, { definition: definitions.get(id), ...change });

/** An own server receives its key in a header of the call, not as a credential. */
function ownCall(call: ProviderCall): ProviderCall {
  return { ...call, credential: "", headers: { authorization: `Bearer ${call.credential}` } };
}

const adapter: ProviderAdapter = {
  submit: async (request, call) =>
    comfyui.submit({ ...request, definition: definitions.get(request.modelId) }, ownCall(call)),
  poll: async (handle, call) => comfyui.poll!(handle, ownCall(call)),
  cancel: async (handle, call) => comfyui.cancel!(handle, ownCall(call)),
  lookup: async (key, call) => comfyui.lookup!(key, ownCall(call)),
  checkHealth: async (call) => comfyui.checkHealth(ownCall(call)),
};

const simulator = useSimulator(async () => startComfyui());
const call = (to: Pick<Simulator, "url"> = simulator, change: Partial<ProviderCall> = {}) =>
  ownCall(callTo(to, change));

describeAdapter({
  provider,
  adapter,
  simulator,
  refusals: {
    unknown_node: "model_not_available",
    no_output: "model_not_available",
    no_route: "model_not_available",
    rate_limited: "provider_rate_limited",
    too_large: "input_too_large",
  },
  failures: { execution_error: "provider_failed", execution_interrupted: "canceled" },
});

async function withServer(
  options: Parameters<typeof startComfyui>[0],
  action: (server: ComfySimulator) => Promise<void>,
): Promise<void> {
  const server = await startComfyui(options);
  try {
    await action(server);
  } finally {
    await server.close();
  }
}

test("a request replaces the values of declared inputs and nothing else of the workflow", async () => {
  await comfyui.submit(
    requestFor("drawing-own", "text-to-image", {
      prompt: "a fox",
      parameters: { width: 128, seed: 7, modelParameters: { method: "bilinear" } },
    }),
    call(),
  );

  const sent = receivedJson(simulator.requests.find(({ method }) => method === "POST")!);
  expect(sent["prompt"]).toEqual({
    "1": {
      class_type: "EmptyImage",
      inputs: { width: 128, height: 64, batch_size: 1, color: 7 },
    },
    "2": {
      class_type: "ImageScaleBy",
      inputs: { image: ["1", 0], upscale_method: "bilinear", scale_by: 1 },
    },
    "9": { class_type: "SaveImage", inputs: { images: ["2", 0], filename_prefix: "gme" } },
  });
});

test("a job without a seed gets its own, and a repeated submission the same", async () => {
  const sent = async (idempotencyKey: string) => {
    await withServer({}, async (server) => {
      await comfyui.submit(
        requestFor("drawing-own", "text-to-image"),
        call(server, { idempotencyKey }),
      );
      const posted = receivedJson(server.requests.find(({ method }) => method === "POST")!);
      const prompt = posted["prompt"] as Record<string, { inputs: { color: number } }>;
      colors.push(prompt["1"]!.inputs.color);
    });
  };
  const colors: number[] = [];
  for (const key of ["job_1:generate:1", "job_1:generate:1", "job_2:generate:1"]) await sent(key);

  expect(colors[0]).toBe(colors[1]);
  expect(colors[0]).not.toBe(colors[2]);
  expect(colors.every((each) => each >= 0 && each <= 16_777_215)).toBe(true);
});

test("a submission that is repeated finds its prompt in the queue or the history, and runs once", async () => {
  await withServer({}, async (server) => {
    const request = requestFor("drawing-own", "text-to-image");
    const first = await comfyui.submit(request, call(server));
    await comfyui.submit(request, call(server));
    while ((await comfyui.poll!(handleOf(first), call(server))).state === "running");
    await comfyui.submit(request, call(server));

    expect(server.runs()).toHaveLength(1);
  });
});

test("a refused value is named by its node, its input and the parameter, without the server's texts", async () => {
  const attempt = comfyui.submit(
    requestFor("drawing-own", "text-to-image", { parameters: { modelParameters: { factor: 50 } } }),
    call(),
  );

  const error: unknown = await attempt.catch((each: unknown) => each);
  expect(error).toMatchObject({
    code: "provider_rejected",
    details: { reason: "node 2, input scale_by (factor): value_bigger_than_max" },
  });
  expect(JSON.stringify(error)).not.toContain(comfySecret);
});

test("a workflow that can only run in part is refused, and its rest is stopped", async () => {
  const whole = definitions.get("enlarging-own") as { workflow: Record<string, object> };
  const workflow = {
    ...whole.workflow,
    "5": { class_type: "EmptyImage", inputs: { width: 0, height: 8, batch_size: 1, color: 0 } },
    "6": { class_type: "SaveImage", inputs: { images: ["5", 0], filename_prefix: "gme" } },
  };
  await withServer({}, async (server) => {
    const attempt = comfyui.submit(
      requestFor("enlarging-own", "upscaling", { definition: { ...whole, workflow } }),
      call(server),
    );

    await expect(attempt).rejects.toMatchObject({
      code: "model_not_available",
      details: { reason: "node 5, input width: value_smaller_than_min" },
    });
    const id = server.runs()[0] ?? "";
    expect(await comfyui.poll!({ id }, call(server))).toEqual({ state: "canceled" });
  });
});

test("a prompt that waits is removed from the queue, and the one that runs goes on", async () => {
  simulator.play({ runningPolls: 8 });
  const request = requestFor("drawing-own", "text-to-image");
  const running = await comfyui.submit(request, call());
  const waiting = await comfyui.submit(request, call(simulator, { idempotencyKey: "job_2:1" }));

  await comfyui.cancel!(handleOf(waiting), call());

  await expect(comfyui.poll!(handleOf(waiting), call())).rejects.toMatchObject({
    code: "provider_failed",
  });
  expect(await comfyui.poll!(handleOf(running), call())).toMatchObject({ state: "running" });
  expect(simulator.requests.filter(({ url }) => url.pathname === "/interrupt")).toEqual([]);
});

test("an interruption that takes effect late is polled until then", async () => {
  await withServer({ interruptPolls: 3 }, async (server) => {
    const handle = handleOf(
      await comfyui.submit(requestFor("drawing-own", "text-to-image"), call(server)),
    );
    await comfyui.cancel!(handle, call(server));

    const states = [];
    for (let turn = 0; turn < 5; turn += 1) {
      states.push((await comfyui.poll!(handle, call(server))).state);
    }
    expect(states).toEqual(["running", "running", "running", "canceled", "canceled"]);
  });
});

test("a prompt that the server has lost in a restart has failed", async () => {
  await withServer({}, async (server) => {
    const answer = await comfyui.submit(requestFor("drawing-own", "text-to-image"), call(server));
    server.restart();

    await expect(comfyui.poll!(handleOf(answer), call(server))).rejects.toMatchObject({
      code: "provider_failed",
      details: { reason: expect.stringContaining("restarted") as string },
    });
  });
});

test("a failure names the node, and no text of the server", async () => {
  const answer = await comfyui.submit(requestFor("drawing-own", "text-to-image"), call());
  simulator.play({ status: "execution_error" });

  const error: unknown = await comfyui.poll!(handleOf(answer), call()).catch((each) => each);
  expect(error).toMatchObject({ details: { reason: "node 2 of the workflow failed" } });
  expect(JSON.stringify(error)).not.toContain(comfySecret);
});

test("the workflow that ComfyUI stores in an image reaches no caller", async () => {
  const answer = await comfyui.submit(requestFor("drawing-own", "text-to-image"), call());
  await comfyui.poll!(handleOf(answer), call());
  const done = await comfyui.poll!(handleOf(answer), call());

  const [file] = done.state === "succeeded" ? done.result.files : [];
  const bytes = file !== undefined && "bytes" in file.source ? file.source.bytes : new Uint8Array();
  expect(Buffer.from(bytes).equals(mediaFile("png"))).toBe(true);
});

test("a server that is slow, because it loads a model, is healthy", async () => {
  simulator.play({ questionFault: "silent" });
  await comfyui.checkHealth({ ...call(), signal: AbortSignal.timeout(300) });
});
