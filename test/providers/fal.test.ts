import { describe, expect, onTestFinished, test } from "vitest";

import type { AdapterRequest } from "#activities/providers/adapter.ts";
import { fal } from "#activities/providers/fal/fal.ts";
import provider from "#catalog/providers/fal.ts";
import type { Capability } from "#domain/requests/capability.ts";
import type { ProviderHandle } from "#domain/requests/generation.ts";
import { handleOf } from "#test/support/providers/answers.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { startFal } from "#test/support/providers/fal.ts";
import { inputOf } from "#test/support/providers/input-of.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { startSimulator } from "#test/support/providers/simulator.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startFal);

describeAdapter({
  provider,
  adapter: fal,
  simulator,
  sendsRandomRequests: true,
  refusals: {
    balance: "provider_balance_empty",
    top_up: "provider_balance_empty",
    locked: "provider_credential_invalid",
    rate_limited: "provider_rate_limited",
    invalid: "provider_rejected",
    malformed: "provider_rejected",
    moderated: "content_refused",
    unknown_model: "model_not_available",
  },
  failures: {
    request_timeout: "provider_timeout",
    startup_timeout: "provider_timeout",
    runner_scheduling_failure: "provider_failed",
    runner_connection_timeout: "provider_failed",
    runner_disconnected: "provider_failed",
    runner_connection_refused: "provider_failed",
    runner_connection_error: "provider_failed",
    runner_incomplete_response: "provider_failed",
    runner_server_error: "provider_failed",
    client_disconnected: "canceled",
    client_cancelled: "canceled",
    bad_request: "provider_rejected",
    internal_error: "provider_failed",
  },
  textModels: ["moondream3-preview-query"],
});

const requestFor = requestsTo(provider);

async function submit(
  modelId: string,
  capability: Capability,
  change: Partial<AdapterRequest> = {},
): Promise<ProviderHandle> {
  return handleOf(await fal.submit(requestFor(modelId, capability, change), callTo(simulator)));
}

const draw = async (change: Partial<AdapterRequest> = {}) =>
  submit("flux-lora", "text-to-image", change);
const poll = async (handle: ProviderHandle) => fal.poll?.(handle, callTo(simulator));

async function finish(handle: ProviderHandle) {
  for (;;) {
    const answer = await poll(handle);
    if (answer?.state === "succeeded") return answer.result;
    if (answer?.state !== "running") throw new Error("not made");
  }
}

function sent(): Record<string, unknown> {
  const request = simulator.requests.find(({ method }) => method === "POST");
  if (request === undefined) throw new Error("nothing was sent");
  return receivedJson(request);
}

/** A GIF header, which begins with the image's size. */
function gif(width: number, height: number): Buffer {
  const head = Buffer.from("GIF89a....", "latin1");
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  return head;
}

describe("a request", () => {
  test("disables fal's retries and fallback models and sets a start deadline", async () => {
    await draw();

    expect(simulator.requests[0]?.headers).toMatchObject({
      "x-fal-no-retry": "1",
      "x-app-fal-disable-fallback": "1",
      "x-fal-request-timeout": "7200",
    });
    expect(simulator.submissions()).toBe(1);
  });

  test("stores files that expire, not permanent public ones", async () => {
    await draw();

    const header = simulator.requests[0]?.headers["x-fal-object-lifecycle-preference"];
    expect(JSON.parse(header ?? "")).toEqual({ expiration_duration_seconds: 86_400 });
  });

  test("is polled at the URLs from its response", async () => {
    const handle = await submit("flux-1-dev-redux", "image-to-image");

    await finish(handle);
    await fal.cancel?.(handle, callTo(simulator));

    const { requestId } = handle;
    const base = `/fal-ai/flux-1/requests/${String(requestId)}`;
    expect(simulator.requests.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
      "POST /fal-ai/flux-1/dev/redux",
      `GET ${base}/status`,
      `GET ${base}/status`,
      `GET ${base}/response`,
      `PUT ${base}/cancel`,
    ]);
  });

  test("is polled at fal's host when the response contains foreign URLs", async () => {
    const stranger = await startSimulator({
      isPaid: () => true,
      refusals: {},
      answer: () => ({
        json: {
          request_id: "a/b",
          status_url: "https://queue.fal.run.example.com/status",
          response_url: "http://queue.fal.run/response",
          cancel_url: null,
        },
      }),
    });
    onTestFinished(async () => stranger.close());

    const answer = await fal.submit(requestFor("flux-lora", "text-to-image"), callTo(stranger));

    const base = `${stranger.url}/fal-ai/flux-lora/requests/a%2Fb`;
    expect(answer).toMatchObject({
      handle: {
        statusUrl: `${base}/status`,
        responseUrl: base,
        cancelUrl: `${base}/cancel`,
      },
    });
  });

  test("with a foreign status URL is not polled, so its key is not sent there", async () => {
    const handle = { ...(await draw()), statusUrl: "https://fal.run.example.com/status" };

    await expect(poll(handle)).rejects.toMatchObject({ code: "provider_response_invalid" });
  });

  test("that fails inside fal may have been accepted, whatever the error says", async () => {
    const broken = await startSimulator({
      isPaid: () => true,
      refusals: {},
      answer: () => ({ status: 500, json: { detail: "Oops", error_type: "internal_error" } }),
    });
    onTestFinished(async () => broken.close());

    const attempt = fal.submit(requestFor("flux-lora", "text-to-image"), callTo(broken));

    await expect(attempt).rejects.toMatchObject({ code: "provider_outcome_unknown" });
  });

  test("cannot disable the safety checker", async () => {
    await expect(
      draw({ parameters: { modelParameters: { enable_safety_checker: false } } }),
    ).rejects.toMatchObject({ code: "parameter_not_supported" });
    expect(simulator.submissions()).toBe(0);
  });
});

describe("the paid size", () => {
  const fill = async (bytes: Uint8Array, parameters: AdapterRequest["parameters"] = {}) =>
    submit("flux-lora-fill", "inpainting", {
      inputs: [inputOf("image", bytes), sampleInput("mask")],
      parameters,
    });

  test.each([
    [4_032, 3_024, { width: 1_152, height: 864 }],
    [3_024, 4_032, { width: 864, height: 1_152 }],
    [1_000, 500, { width: 992, height: 496 }],
    [64, 64, { width: 512, height: 512 }],
  ])(
    "of an image of %i × %i is at most one megapixel, in its aspect ratio",
    async (width, height, size) => {
      await fill(gif(width, height));

      expect(sent()["image_size"]).toEqual(size);
      expect(size.width * size.height).toBeLessThanOrEqual(1_000_000);
    },
  );

  test("is the requested one", async () => {
    await fill(gif(4_032, 3_024), { aspectRatio: "1:1" });

    expect(sent()["image_size"]).toBe("square_hd");
  });

  test("is a preset when the image's size is unknown", async () => {
    await fill(Buffer.from("no picture"));

    expect(sent()["image_size"]).toBe("landscape_4_3");
  });

  test("of an edit by instruction does not grow with the image", async () => {
    await submit("flux-kontext-lora", "image-to-image");

    expect(sent()["resolution_mode"]).toBe("auto");
  });
});

describe("keyframes", () => {
  const move = async (count: number, parameters: AdapterRequest["parameters"] = {}) =>
    submit("pika-v2.2-pikaframes", "image-to-video", {
      inputs: Array.from({ length: count }, () => sampleInput("image")),
      parameters,
    });

  test.each([
    [2, {}, [5]],
    [2, { durationSeconds: 12 }, [12]],
    [5, {}, [2, 1, 1, 1]],
    [4, { durationSeconds: 25 }, [9, 8, 8]],
    [3, { durationSeconds: 60 }, [13, 12]],
  ])("%i images and %o share the charged duration", async (count, parameters, shares) => {
    await move(count, parameters);

    expect(sent()["transitions"]).toEqual(shares.map((duration) => ({ duration })));
    expect(sent()["image_urls"]).toHaveLength(count);
  });

  test("one image is the first and the last frame", async () => {
    await move(1);

    const [first, last] = sent()["image_urls"] as string[];
    expect(first).toBe(last);
    expect(sent()["transitions"]).toEqual([{ duration: 5 }]);
  });
});

describe("a result", () => {
  test.each([
    ["content_policy_violation", "content_refused"],
    ["image_too_large", "provider_rejected"],
    ["generation_timeout", "provider_timeout"],
    ["internal_server_error", "provider_failed"],
    ["unexplained", "provider_failed"],
  ])("that the model reports as %s fails with %s, permanently", async (status, code) => {
    const handle = await draw();
    simulator.play({ status });

    await expect(poll(handle)).rejects.toMatchObject({ code });
    expect([simulator.submissions(), simulator.billed()]).toEqual([1, 1]);
  });

  test("that the safety checker blackened is a refusal, although its status is 200", async () => {
    const handle = await draw({ parameters: { count: 2 } });
    simulator.play({ status: "unsafe_2", runningPolls: 0 });

    await expect(poll(handle)).rejects.toMatchObject({ code: "content_refused" });
  });

  test("contains only the images that passed the safety checker", async () => {
    const handle = await draw({ parameters: { count: 3 } });
    simulator.play({ status: "unsafe_1", runningPolls: 0 });

    const answer = await poll(handle);

    expect(answer).toMatchObject({ state: "succeeded", result: { files: [{}, {}], seed: 42 } });
    expect(answer).not.toHaveProperty("result.files.2");
  });

  test("that is temporarily unavailable is polled again", async () => {
    const handle = { ...(await draw()), responseUrl: `${simulator.url}/fal-ai/x/requests/1` };
    simulator.play({ runningPolls: 0 });

    await expect(poll(handle)).rejects.toMatchObject({ code: "provider_result_expired" });
  });

  test("is the reply to a question about an image", async () => {
    const result = await finish(
      await submit("moondream3-preview-query", "vision-analysis", { prompt: "" }),
    );

    expect(result.files).toMatchObject([
      { text: "A red fox in the snow.", contentType: "text/plain" },
    ]);
    expect(sent()["prompt"]).toBe("Describe this image.");
  });

  test.each([
    ["glb", "model/gltf-binary"],
    ["usdz", "model/vnd.usdz+zip"],
    ["stl", "model/stl"],
  ])("is the requested mesh: %s", async (format, contentType) => {
    const result = await finish(
      await submit("hyper3d-rodin-v2", "text-to-3d", { parameters: { format } }),
    );

    expect(result.files).toMatchObject([{ contentType }]);
  });
});

describe("a cancellation", () => {
  test("of an unknown request does not fail", async () => {
    const handle = await draw();
    const unknown = String(handle["cancelUrl"]).replace(/requests\/[^/]+/, "requests/unknown");

    await fal.cancel?.({ ...handle, cancelUrl: unknown }, callTo(simulator));

    expect(simulator.requests.at(-1)?.method).toBe("PUT");
  });

  test("that fails is retried", async () => {
    const handle = await draw();
    simulator.play({ questionFault: "error_after" });

    const attempt = fal.cancel?.(handle, callTo(simulator));

    await expect(attempt).rejects.toMatchObject({ code: "provider_overloaded" });
  });

  test("is also detected from the result", async () => {
    const handle = await draw();
    simulator.play({ runningPolls: 0 });
    await finish(handle);
    const canceled = await draw();
    await fal.cancel?.(canceled, callTo(simulator));

    // Combines a status that does not report the cancellation with the response of the canceled request.
    const mixed = { ...handle, responseUrl: canceled["responseUrl"] ?? null };

    expect(await poll(mixed)).toEqual({ state: "canceled" });
  });
});
