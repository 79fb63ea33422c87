import { expect, test } from "vitest";

import { deepgram } from "#activities/providers/deepgram/deepgram.ts";
import { transcriptSchema } from "#api/doors/openai/transcripts.ts";
import provider from "#catalog/providers/deepgram.ts";
import { jsonIn, resultOf } from "#test/support/providers/answers.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { startDeepgram } from "#test/support/providers/deepgram.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { onlyRequest } from "#test/support/providers/received-requests.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startDeepgram);

describeAdapter({
  provider,
  adapter: deepgram,
  simulator,
  sendsRandomRequests: true,
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

const requestFor = requestsTo(provider);

function asked(): Record<string, string> {
  return Object.fromEntries(onlyRequest(simulator).url.searchParams);
}

test("options that an encoding does not take are refused before anything is sent", async () => {
  const modelParameters = { encoding: "mp3", container: "wav", bit_rate: 4_000 };
  const request = requestFor("aura-2-thalia-en", "text-to-speech", {
    parameters: { modelParameters },
  });

  await expect(deepgram.submit(request, callTo(simulator))).rejects.toMatchObject({
    code: "parameter_not_supported",
    issues: [
      { message: "The encoding mp3 takes no container." },
      { message: "With the encoding mp3, bit_rate must be 32000 to 48000." },
    ],
  });
  expect(simulator.submissions()).toBe(0);
});

test("a reachable recording is sent as a URL in the body", async () => {
  const request = requestFor("nova-3", "speech-to-text");

  await deepgram.submit(request, callTo(simulator));

  expect(receivedJson(onlyRequest(simulator))).toEqual({ url: request.inputs[0]?.url });
});

test("an unreachable recording is sent as the body", async () => {
  const request = requestFor("nova-3", "speech-to-text", { inputsAreReachable: false });

  await deepgram.submit(request, callTo(simulator));

  expect(onlyRequest(simulator).headers["content-type"]).toBe("audio/mpeg");
  expect(onlyRequest(simulator).body.equals(mediaFile("mp3"))).toBe(true);
});

test.each([
  ["nova-3", {}, { detect_language: "true" }],
  ["nova-3", { language: "de" }, { language: "de" }],
  ["nova-3-medical", {}, {}],
])("%s gets the requested language, else detects it: %j", async (id, parameters, expected) => {
  await deepgram.submit(requestFor(id, "speech-to-text", { parameters }), callTo(simulator));

  expect(asked()).toEqual({ model: id, smart_format: "true", ...expected });
});

test("key terms are separate parameters, and an explicit option overrides the default", async () => {
  const request = requestFor("nova-3", "speech-to-text", {
    parameters: { modelParameters: { keyterm: ["fox & hound", "snow"], smart_format: false } },
  });

  await deepgram.submit(request, callTo(simulator));

  expect(onlyRequest(simulator).url.searchParams.getAll("keyterm")).toEqual([
    "fox & hound",
    "snow",
  ]);
  expect(onlyRequest(simulator).url.searchParams.getAll("smart_format")).toEqual(["false"]);
});

test.each([
  ["times", { timestamps: true }],
  ["speakers", { modelParameters: { diarize: true } }],
])("%s add a second file when requested", async (_, parameters) => {
  const request = requestFor("nova-3", "speech-to-text", { parameters });

  const answer = await deepgram.submit(request, callTo(simulator));

  const [text, details] = resultOf(answer).files;
  expect(text).toMatchObject({ text: "A red fox.", contentType: "text/plain" });
  expect(details?.contentType).toBe("application/json");
  expect(transcriptSchema.parse(jsonIn(details))).toMatchObject({
    text: "A red fox.",
    language: "en",
    duration: 1.5,
    segments: [{ start: 0, text: "A red fox." }],
    words: [{ word: "A", start: 0, end: 0.4, confidence: 0.99 }, {}, {}],
  });
});

test("silence fails with a clear reason", async () => {
  const inputs = [{ ...sampleInput("audio"), url: "https://media.example.com/silence.mp3" }];

  const attempt = deepgram.submit(
    requestFor("nova-3", "speech-to-text", { inputs }),
    callTo(simulator),
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
    requestFor("nova-3", "speech-to-text", { inputs }),
    callTo(simulator),
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
])(
  "speech as %s is requested and gets the matching content type",
  async (format, options, contentType) => {
    const request = requestFor("aura-2-thalia-en", "text-to-speech", {
      parameters: { format },
    });

    const answer = await deepgram.submit(request, callTo(simulator));

    expect(asked()).toEqual({ model: "aura-2-thalia-en", ...options });
    expect(receivedJson(onlyRequest(simulator))).toEqual({ text: "a red fox in the snow" });
    expect(answer).toMatchObject({ result: { files: [{ contentType }] } });
  },
);

test.each([
  ["mulaw", "audio/basic"],
  ["alaw", "audio/pcma"],
])("speech as raw %s is %s", async (encoding, contentType) => {
  const request = requestFor("aura-2-celeste-es", "text-to-speech", {
    parameters: { modelParameters: { encoding, container: "none" } },
  });

  const answer = await deepgram.submit(request, callTo(simulator));

  expect(answer).toMatchObject({ result: { files: [{ contentType }] } });
});

test("the provider's request id is kept", async () => {
  const answer = await deepgram.submit(requestFor("nova-3", "speech-to-text"), callTo(simulator));

  expect(answer).toMatchObject({ providerRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
});
