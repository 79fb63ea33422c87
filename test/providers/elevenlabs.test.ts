import { afterEach, beforeEach, expect, test } from "vitest";

import { elevenlabs } from "#activities/providers/elevenlabs.ts";
import provider from "#catalog/providers/elevenlabs.ts";
import { startElevenlabs } from "#test/support/providers/elevenlabs.ts";
import { receivedForm, receivedJson } from "#test/support/providers/received-body.ts";
import { sampleInput, sampleRequest } from "#test/support/providers/sample-request.ts";
import { simulatorKey, type Received, type Simulator } from "#test/support/providers/simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

describeAdapter({
  provider,
  adapter: elevenlabs,
  start: startElevenlabs,
  refusals: {
    balance: "provider_balance_empty",
    unpaid: "provider_balance_empty",
    old_balance: "provider_balance_empty",
    plan: "provider_rejected",
    format: "provider_rejected",
    moderated: "content_refused",
    rate_limited: "provider_rate_limited",
    concurrent: "provider_rate_limited",
    busy: "provider_overloaded",
    invalid: "provider_rejected",
    unknown_voice: "model_not_available",
    retired: "model_not_available",
    permissions: "provider_credential_invalid",
  },
  failures: {},
  textModels: ["scribe_v2"],
});

let simulator: Simulator;
beforeEach(async () => {
  simulator = await startElevenlabs();
});
afterEach(async () => {
  await simulator.close();
});

function call() {
  return {
    baseUrl: simulator.url,
    credential: simulatorKey,
    idempotencyKey: "k",
    signal: AbortSignal.timeout(20_000),
  };
}

function modelOf(id: string) {
  const model = provider.models.find((each) => each.id === id);
  if (model === undefined) throw new Error(`no ${id}`);
  return model;
}

function onlyRequest(): Received {
  const [request] = simulator.requests;
  if (request === undefined || simulator.requests.length > 1) throw new Error("not one request");
  return request;
}

test("a voice is in the path and a format in the query, and settings are one object", async () => {
  const request = sampleRequest(modelOf("eleven_multilingual_v2"), "text-to-speech", {
    parameters: { voice: { gender: "female" }, speed: 1.1, format: "wav", seed: 7 },
  });

  const answer = await elevenlabs.submit(request, call());

  const { url } = onlyRequest();
  expect(url.pathname).toBe("/v1/text-to-speech/EXAVITQu4vr4xnSDxMaL");
  expect(url.searchParams.get("output_format")).toBe("wav_44100");
  expect(receivedJson(onlyRequest())).toEqual({
    text: "a red fox in the snow",
    model_id: "eleven_multilingual_v2",
    seed: 7,
    voice_settings: { speed: 1.1 },
  });
  expect(answer).toMatchObject({
    state: "succeeded",
    providerRequestId: "req_sim",
    result: { files: [{ contentType: "audio/wav" }] },
  });
});

test.each([
  ["Sarah", "/v1/text-to-speech/EXAVITQu4vr4xnSDxMaL"],
  ["pNInz6obpgDQGcFmaJgB", "/v1/text-to-speech/pNInz6obpgDQGcFmaJgB"],
])("the voice %s is found by its name or its id", async (name, path) => {
  const request = sampleRequest(modelOf("eleven_v3"), "text-to-speech", {
    parameters: { voice: { name } },
  });

  await elevenlabs.submit(request, call());

  expect(onlyRequest().url.pathname).toBe(path);
});

test("a voice that does not exist cannot leave its place in the path", async () => {
  const request = sampleRequest(modelOf("eleven_v3"), "text-to-speech", {
    parameters: { voice: { name: "../../history?page_size=1" } },
  });

  const attempt = elevenlabs.submit(request, call());

  await expect(attempt).rejects.toMatchObject({ code: "provider_rejected" });
  expect(onlyRequest().url.pathname).toMatch(/^\/v1\/text-to-speech\/[^/]+$/);
  expect(onlyRequest().url.searchParams.has("page_size")).toBe(false);
});

test.each([
  ["of the caller's", { voice: { name: "nobody" } }, "provider_rejected"],
  ["of ours", { voice: { gender: "female" } }, "model_not_available"],
] as const)("a voice %s that the account does not have, %j, is %s", async (_, parameters, code) => {
  simulator.play({ refusal: "unknown_voice" });

  const attempt = elevenlabs.submit(
    sampleRequest(modelOf("eleven_v3"), "text-to-speech", { parameters }),
    call(),
  );

  await expect(attempt).rejects.toMatchObject({ code });
});

test.each([
  ["pcm_16000", "audio/pcm"],
  ["ulaw_8000", "audio/basic"],
  ["alaw_8000", "audio/pcma"],
  ["opus_48000_64", "audio/ogg"],
])("speech as %s is %s", async (format, contentType) => {
  const request = sampleRequest(modelOf("eleven_flash_v2_5"), "text-to-speech", {
    parameters: { modelParameters: { output_format: format } },
  });

  const answer = await elevenlabs.submit(request, call());

  expect(answer).toMatchObject({ result: { files: [{ contentType }] } });
});

test("a recording goes up as a file, with the settings of the voice as JSON", async () => {
  const request = sampleRequest(modelOf("eleven_multilingual_sts_v2"), "speech-to-speech", {
    parameters: { modelParameters: { "voice_settings.stability": 0.4 } },
  });

  await elevenlabs.submit(request, call());

  const form = await receivedForm(onlyRequest());
  expect((form.get("audio") as File).name).toBe("audio.mp3");
  expect(form.get("voice_settings")).toBe('{"stability":0.4}');
  expect(form.get("model_id")).toBe("eleven_multilingual_sts_v2");
});

test("a recording that is too large for the voice changer is refused before anything is paid", async () => {
  const inputs = [{ ...sampleInput("audio"), bytes: 50_000_001 }];

  const attempt = elevenlabs.submit(
    sampleRequest(modelOf("eleven_multilingual_sts_v2"), "speech-to-speech", { inputs }),
    call(),
  );

  await expect(attempt).rejects.toMatchObject({ code: "input_too_large" });
  expect(simulator.submissions()).toBe(0);
});

test.each([true, false])(
  "a recording that can be fetched (%s) is an address, else a file",
  async (isReachable) => {
    const request = sampleRequest(modelOf("scribe_v2"), "speech-to-text", {
      inputsAreReachable: isReachable,
    });

    await elevenlabs.submit(request, call());

    const form = await receivedForm(onlyRequest());
    expect([form.has("source_url"), form.has("file")]).toEqual([isReachable, !isReachable]);
  },
);

test("times and speakers come as a second file to who asks for them", async () => {
  const request = sampleRequest(modelOf("scribe_v2"), "speech-to-text", {
    parameters: { timestamps: true },
  });

  const answer = await elevenlabs.submit(request, call());

  if (answer.state !== "succeeded") throw new Error("not done");
  const [text, details] = answer.result.files;
  expect(text).toMatchObject({ text: "A red fox.", contentType: "text/plain" });
  expect(details?.contentType).toBe("application/json");
  if (details === undefined || !("bytes" in details.source)) throw new Error("no bytes");
  expect(JSON.parse(Buffer.from(details.source.bytes).toString())).toMatchObject({
    words: [{ text: "A", start: 0, speaker_id: "speaker_0" }, {}, {}],
  });
});

test("silence is a failure that says so", async () => {
  const inputs = [{ ...sampleInput("audio"), url: "https://media.example.com/silence.mp3" }];

  const attempt = elevenlabs.submit(
    sampleRequest(modelOf("scribe_v2"), "speech-to-text", { inputs }),
    call(),
  );

  await expect(attempt).rejects.toMatchObject({
    code: "provider_failed",
    details: { reason: "no speech was found" },
  });
  expect(simulator.submissions()).toBe(1);
});

test("an empty quota is a 401 that does not say that the key is wrong", async () => {
  simulator.play({ refusal: "balance" });

  const attempt = elevenlabs.submit(
    sampleRequest(modelOf("eleven_flash_v2_5"), "text-to-speech"),
    call(),
  );

  await expect(attempt).rejects.toMatchObject({
    code: "provider_balance_empty",
    details: { status: 401 },
  });
});
