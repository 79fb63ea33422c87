import { ApiError, createFalClient, ValidationError, type FalClient } from "@fal-ai/client";
import { beforeEach, expect, test } from "vitest";

import { startFal } from "#test/support/providers/fal.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

/** Tests the simulated provider with the provider's official client, whose requests are redirected to it. */
const simulator = useSimulator(startFal);
let client: FalClient;
beforeEach(() => {
  client = clientWith(simulatorKey);
});

function clientWith(credentials: string): FalClient {
  return createFalClient({
    credentials,
    fetch: async (address, init) => {
      const url = address instanceof Request ? address.url : String(address);
      return fetch(url.replace("https://queue.fal.run", simulator.url), init);
    },
  });
}

async function finish(endpoint: string, requestId: string): Promise<void> {
  let status = "";
  while (status !== "COMPLETED") {
    ({ status } = await client.queue.status(endpoint, { requestId }));
  }
}

test("the official client makes an image", async () => {
  const { request_id: requestId, status } = await client.queue.submit("fal-ai/flux-lora", {
    input: { prompt: "a fox", num_images: 2, output_format: "png", image_size: "square" },
  });
  await finish("fal-ai/flux-lora", requestId);
  const { data, requestId: told } = await client.queue.result("fal-ai/flux-lora", { requestId });

  expect(status).toBe("IN_QUEUE");
  expect(data.images).toHaveLength(2);
  expect((await fetch(data.images[0]?.url ?? "")).headers.get("content-type")).toBe("image/png");
  expect(told).toBe(requestId);
  expect([simulator.submissions(), simulator.billed()]).toEqual([1, 1]);
});

test("the official client subscribes to a model with a longer path", async () => {
  const updates: string[] = [];

  const { data } = await client.subscribe("fal-ai/pika/v2.2/pikaframes", {
    input: {
      image_urls: ["https://example.com/a.png", "https://example.com/b.png"],
      transitions: [{ duration: 5, prompt: "slowly" }],
    },
    pollInterval: 10,
    onQueueUpdate: ({ status }) => updates.push(status),
  });

  expect(data.video.url).toMatch(/\.mp4$/);
  expect(updates).toEqual(["IN_PROGRESS", "COMPLETED"]);
});

test("the official client asks a question about an image", async () => {
  const { data } = await client.subscribe("fal-ai/moondream3-preview/query", {
    input: { image_url: "https://example.com/a.png", prompt: "What is this?" },
    pollInterval: 10,
  });

  expect(data.output).toBe("A red fox in the snow.");
});

test("the official client makes a 3D model", async () => {
  const { data } = await client.subscribe("fal-ai/hyper3d/rodin/v2", {
    input: { prompt: "a fox", geometry_file_format: "glb", seed: 1 },
    pollInterval: 10,
  });

  expect(data.model_mesh.url).toMatch(/\.glb$/);
});

test("the official client cancels", async () => {
  simulator.play({ runningPolls: 5 });
  const endpoint = "fal-ai/flux-lora";
  const { request_id: requestId } = await client.queue.submit(endpoint, {
    input: { prompt: "a fox" },
  });

  await client.queue.cancel(endpoint, { requestId });

  expect(await client.queue.status(endpoint, { requestId })).toMatchObject({ status: "COMPLETED" });
  const attempt = client.queue.result(endpoint, { requestId });
  await expect(attempt).rejects.toMatchObject({ status: 499 });
});

test("the official client reads an input error", async () => {
  const attempt = client.queue.submit("fal-ai/flux-lora", {
    input: { prompt: "a fox", num_images: 9 },
  });

  const error: unknown = await attempt.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(ValidationError);
  expect(error).toMatchObject({ status: 422, body: { detail: [{ type: "value_error" }] } });
});

test("the official client reads a refusal in place of the result", async () => {
  const { request_id: requestId } = await client.queue.submit("fal-ai/flux-lora", {
    input: { prompt: "a fox" },
  });
  simulator.play({ status: "content_policy_violation" });
  await finish("fal-ai/flux-lora", requestId);

  const attempt = client.queue.result("fal-ai/flux-lora", { requestId });

  const error: unknown = await attempt.catch((failure: unknown) => failure);
  expect(error).toMatchObject({ body: { detail: [{ type: "content_policy_violation" }] } });
});

test.each([
  ["balance", 403],
  ["locked", 403],
  ["unknown_model", 404],
])("the official client reads the refusal %s", async (refusal, status) => {
  simulator.play({ refusal });

  const attempt = client.queue.submit("fal-ai/flux-lora", { input: { prompt: "a fox" } });

  const error: unknown = await attempt.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status });
  expect(simulator.submissions()).toBe(1);
});

test("the official client reads the error of a wrong key", async () => {
  const attempt = clientWith("wrong").queue.submit("fal-ai/flux-lora", {
    input: { prompt: "a fox" },
  });

  await expect(attempt).rejects.toMatchObject({ status: 401 });
});
