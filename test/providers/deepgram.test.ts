import { afterEach, beforeEach, expect, test } from "vitest";

import { deepgram } from "#activities/providers/deepgram.ts";
import provider from "#catalog/providers/deepgram.ts";
import { startDeepgram } from "#test/support/providers/deepgram.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { sampleInput, sampleRequest } from "#test/support/providers/sample-request.ts";
import { simulatorKey, type Received, type Simulator } from "#test/support/providers/simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

describeAdapter({
  provider,
  adapter: deepgram,
  start: startDeepgram,
  refusals: {
    balance: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    invalid: "provider_rejected",
    malformed: "provider_rejected",
    unreadable: "provider_rejected",
    interrupted: "provider_overloaded",
    no_access: "model_not_available",
    permissions: "provider_credential_invalid",
  },
  failures: {},
  textModels: ["nova-3", "nova-3-medical"],
});

let simulator: Simulator;
beforeEach(async () => {
  simulator = await startDeepgram();
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

function asked(): Record<string, string> {
  return Object.fromEntries(onlyRequest().url.searchParams);
}

test("a recording that can be fetched is an address in the body", async () => {
  const request = sampleRequest(modelOf("nova-3"), "speech-to-text");

  await deepgram.submit(request, call());

  expect(receivedJson(onlyRequest())).toEqual({ url: request.inputs[0]?.url });
});

test("a recording that nobody can fetch is the body", async () => {
  const request = sampleRequest(modelOf("nova-3"), "speech-to-text", { inputsAreReachable: false });

  await deepgram.submit(request, call());

  expect(onlyRequest().headers["content-type"]).toBe("audio/mpeg");
  expect(onlyRequest().body.equals(mediaFile("mp3"))).toBe(true);
});

test.each([
  ["nova-3", {}, { detect_language: "true" }],
  ["nova-3", { language: "de" }, { language: "de" }],
  ["nova-3-medical", {}, {}],
])(
  "%s hears the language that is said, else finds it out: %j",
  async (id, parameters, expected) => {
    await deepgram.submit(sampleRequest(modelOf(id), "speech-to-text", { parameters }), call());

    expect(asked()).toEqual({ model: id, smart_format: "true", ...expected });
  },
);

test("key terms are asked for one by one, and a switch of the caller wins", async () => {
  const request = sampleRequest(modelOf("nova-3"), "speech-to-text", {
    parameters: { modelParameters: { keyterm: ["fox & hound", "snow"], smart_format: false } },
  });

  await deepgram.submit(request, call());

  expect(onlyRequest().url.searchParams.getAll("keyterm")).toEqual(["fox & hound", "snow"]);
  expect(onlyRequest().url.searchParams.getAll("smart_format")).toEqual(["false"]);
});

test.each([
  ["times", { timestamps: true }],
  ["speakers", { modelParameters: { diarize: true } }],
])("%s come as a second file to who asks for them", async (_, parameters) => {
  const request = sampleRequest(modelOf("nova-3"), "speech-to-text", { parameters });

  const answer = await deepgram.submit(request, call());

  if (answer.state !== "succeeded") throw new Error("not done");
  const [text, details] = answer.result.files;
  expect(text).toMatchObject({ text: "A red fox.", contentType: "text/plain" });
  expect(details?.contentType).toBe("application/json");
  if (details === undefined || !("bytes" in details.source)) throw new Error("no bytes");
  expect(JSON.parse(Buffer.from(details.source.bytes).toString())).toMatchObject({
    results: { channels: [{ alternatives: [{ words: [{ word: "A", start: 0 }, {}, {}] }] }] },
  });
});

test("silence is a failure that says so", async () => {
  const inputs = [{ ...sampleInput("audio"), url: "https://media.example.com/silence.mp3" }];

  const attempt = deepgram.submit(
    sampleRequest(modelOf("nova-3"), "speech-to-text", { inputs }),
    call(),
  );

  await expect(attempt).rejects.toMatchObject({
    code: "provider_failed",
    details: { reason: "no speech was found" },
  });
  expect(simulator.submissions()).toBe(1);
});

test("a recording that is too large is refused before anything is paid", async () => {
  const inputs = [{ ...sampleInput("audio"), bytes: 2_000_000_001 }];

  const attempt = deepgram.submit(
    sampleRequest(modelOf("nova-3"), "speech-to-text", { inputs }),
    call(),
  );

  await expect(attempt).rejects.toMatchObject({ code: "input_too_large" });
  expect(simulator.submissions()).toBe(0);
});

test.each([
  ["mp3", { encoding: "mp3" }, "audio/mpeg"],
  ["wav", { encoding: "linear16" }, "audio/wav"],
  ["pcm", { encoding: "linear16", container: "none" }, "audio/pcm"],
  ["flac", { encoding: "flac" }, "audio/flac"],
  ["ogg", { encoding: "opus" }, "audio/ogg"],
  ["aac", { encoding: "aac" }, "audio/aac"],
])("speech as %s is asked for and named as what it is", async (format, options, contentType) => {
  const request = sampleRequest(modelOf("aura-2-thalia-en"), "text-to-speech", {
    parameters: { format },
  });

  const answer = await deepgram.submit(request, call());

  expect(asked()).toEqual({ model: "aura-2-thalia-en", ...options });
  expect(receivedJson(onlyRequest())).toEqual({ text: "a red fox in the snow" });
  expect(answer).toMatchObject({ result: { files: [{ contentType }] } });
});

test.each([
  ["mulaw", "audio/basic"],
  ["alaw", "audio/pcma"],
])("speech as bare %s is %s", async (encoding, contentType) => {
  const request = sampleRequest(modelOf("aura-2-celeste-es"), "text-to-speech", {
    parameters: { modelParameters: { encoding, container: "none" } },
  });

  const answer = await deepgram.submit(request, call());

  expect(answer).toMatchObject({ result: { files: [{ contentType }] } });
});

test("what does not go together is the caller's to read", async () => {
  const request = sampleRequest(modelOf("aura-2-thalia-en"), "text-to-speech", {
    parameters: { modelParameters: { encoding: "mp3", sample_rate: 48_000 } },
  });

  const attempt = deepgram.submit(request, call());

  await expect(attempt).rejects.toMatchObject({
    code: "provider_rejected",
    details: { reason: "Bad Request: Unsupported audio format." },
  });
});

test("the provider's name of the request is kept", async () => {
  const answer = await deepgram.submit(sampleRequest(modelOf("nova-3"), "speech-to-text"), call());

  expect(answer).toMatchObject({ providerRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
});
