import { describe, expect, test } from "vitest";

import type { ProviderAdapter, ProviderCall } from "#activities/providers/adapter.ts";
import { openaiCompatible } from "#activities/providers/openai-compatible/openai-compatible.ts";
import { handleOf, resultOf } from "#test/support/providers/answers.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { listed, serverSecret, startOwnServer } from "#test/support/providers/openai-compatible.ts";
import { ownCatalogOf, ownFile } from "#test/support/providers/own-catalog.ts";
import { receivedForm, receivedJson } from "#test/support/providers/received-body.ts";
import { onlyRequest } from "#test/support/providers/received-requests.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { simulatorKey, type Simulator } from "#test/support/providers/simulator.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const [provider] = ownCatalogOf(ownFile("http://127.0.0.1:9/v1")).providers;
if (provider === undefined) throw new Error("the file has a provider");
const requestFor = requestsTo(provider);

/** An own server receives its key in a header of the call, not as a credential. */
function ownCall(call: ProviderCall): ProviderCall {
  return { ...call, credential: "", headers: { authorization: `Bearer ${call.credential}` } };
}

const adapter: ProviderAdapter = {
  ...openaiCompatible,
  submit: async (request, call) => openaiCompatible.submit(request, ownCall(call)),
  poll: async (handle, call) => openaiCompatible.poll?.(handle, ownCall(call)) ?? neverPolled(),
  checkHealth: async (call) => openaiCompatible.checkHealth(ownCall(call)),
};

function neverPolled(): never {
  throw new Error("videos are polled");
}

const simulator = useSimulator(async () => startOwnServer());
const call = (to: Pick<Simulator, "url"> = simulator) => ownCall(callTo(to));

describeAdapter({
  provider,
  adapter,
  simulator,
  refusals: {
    moderated: "content_refused",
    rate_limited: "provider_rate_limited",
    invalid: "provider_rejected",
    unknown_model: "model_not_available",
    no_route: "model_not_available",
    wrong_method: "model_not_available",
  },
  failures: { failed: "provider_failed" },
  textModels: ["whisper-own"],
  sendsRandomRequests: true,
});

test("a request has the fields of the model's entry and no others", async () => {
  await openaiCompatible.submit(
    requestFor("sd-turbo-own", "text-to-image", { prompt: "a fox" }),
    call(),
  );

  expect(receivedJson(onlyRequest(simulator))).toEqual({
    model: "sd-turbo",
    prompt: "a fox",
    response_format: "b64_json",
  });
});

test("several images of an edit are a list, one is not", async () => {
  const inputs = [sampleInput("image")];
  for (const given of [inputs, [...inputs, sampleInput("image")]]) {
    const request = requestFor("sd-turbo-own", "image-to-image", { inputs: given });
    await openaiCompatible.submit(request, call());
  }

  const [one, several] = await Promise.all(simulator.requests.map(receivedForm));
  expect(one?.getAll("image")).toHaveLength(1);
  expect(several?.getAll("image[]")).toHaveLength(2);
});

test("an image at a URL is passed on, for a server that ignores response_format", async () => {
  const server = await startOwnServer({ respondsWithUrls: true });

  const answer = await openaiCompatible.submit(
    requestFor("sd-turbo-own", "text-to-image"),
    call(server),
  );

  expect(answer).toMatchObject({
    state: "succeeded",
    result: {
      files: [{ source: { url: expect.stringContaining(server.url.slice(0, -3)) as string } }],
    },
  });
  await server.close();
});

test("speech is known by its bytes when the server states another type", async () => {
  const answer = await openaiCompatible.submit(
    requestFor("kokoro-own", "text-to-speech", { parameters: { format: "wav" } }),
    call(),
  );

  const [file] = resultOf(answer).files;
  expect(file?.contentType).toBe("audio/wav");
  expect(file?.source).toEqual({ bytes: mediaFile("wav") });
});

test.each(["invalid", "unknown_model", "moderated"])(
  "the server's message of a refusal (%s) reaches no caller",
  async (refusal) => {
    simulator.play({ refusal });

    const attempt = openaiCompatible.submit(requestFor("sd-turbo-own", "text-to-image"), call());

    const error: unknown = await attempt.catch((each: unknown) => each);
    expect(error).toBeInstanceOf(Error);
    expect(JSON.stringify(error)).not.toContain(serverSecret);
    expect(String(error)).not.toContain(simulatorKey);
  },
);

test("a video that the server has forgotten has expired, and the model stays available", async () => {
  const answer = await openaiCompatible.submit(requestFor("wan-own", "text-to-video"), call());
  const handle = { ...handleOf(answer), id: "video_of_another_run" };

  await expect(openaiCompatible.poll?.(handle, call())).rejects.toMatchObject({
    code: "provider_result_expired",
  });
});

describe("the list of models", () => {
  test("has the server's names", async () => {
    expect(await openaiCompatible.discover?.(call())).toEqual([
      "sd-turbo",
      "kokoro",
      "whisper",
      "wan",
    ]);
  });

  test.each([{ model_path: "Qwen/Qwen-Image", task_type: "T2I" }, [], "text", listed([""])])(
    "is unknown for another shape: %j",
    async (models) => {
      const server = await startOwnServer({ models });
      expect(await openaiCompatible.discover?.(call(server))).toBeNull();
      await server.close();
    },
  );

  test("is no condition of health", async () => {
    const server = await startOwnServer({ hasNoList: true });
    await openaiCompatible.checkHealth(call(server));
    await server.close();
  });
});

test("a server that is slow, because it loads a model, is healthy; one that refuses connections is not", async () => {
  simulator.play({ questionFault: "silent" });
  await openaiCompatible.checkHealth({ ...call(), signal: AbortSignal.timeout(300) });

  const gone = call();
  await simulator.close();
  await expect(openaiCompatible.checkHealth(gone)).rejects.toMatchObject({
    code: "provider_unreachable",
  });
});
