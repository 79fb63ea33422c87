import { expect, test } from "vitest";

import { assemblyai } from "#activities/providers/assemblyai/assemblyai.ts";
import { transcriptSchema } from "#api/doors/openai/transcripts.ts";
import provider, { webhookSecretHeader } from "#catalog/providers/assemblyai.ts";
import { handleOf, jsonIn } from "#test/support/providers/answers.ts";
import { startAssemblyai, unreadableRecording } from "#test/support/providers/assemblyai.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { receivedJson } from "#test/support/providers/received-body.ts";
import { onlyRequest } from "#test/support/providers/received-requests.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const simulator = useSimulator(startAssemblyai);

describeAdapter({
  provider,
  adapter: assemblyai,
  simulator,
  sendsRandomRequests: true,
  refusals: {
    balance: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    invalid: "provider_rejected",
    language: "provider_rejected",
    foreign_upload: "provider_credential_invalid",
  },
  failures: { error: "provider_failed" },
  textModels: ["universal-3-5-pro", "universal-2"],
});

const requestFor = requestsTo(provider);

async function resultFor(request: ReturnType<typeof requestFor>) {
  simulator.play({ runningPolls: 0 });
  const answer = await assemblyai.submit(request, callTo(simulator));
  return assemblyai.poll?.(handleOf(answer), callTo(simulator));
}

test.each([
  [{}, { language_detection: true }],
  [{ language: "de-AT" }, { language_code: "de" }],
  [{ timestamps: true }, { language_detection: true }],
])(
  "one model is requested, and the language is detected or stated: %j",
  async (parameters, sent) => {
    const request = requestFor("universal-3-5-pro", "speech-to-text", { parameters });

    await assemblyai.submit(request, callTo(simulator));

    expect(receivedJson(onlyRequest(simulator))).toEqual({
      audio_url: request.inputs[0]?.url,
      speech_models: ["universal-3-5-pro"],
      speaker_labels: false,
      ...sent,
    });
  },
);

test("an unreachable recording is uploaded first", async () => {
  const request = requestFor("universal-2", "speech-to-text", { inputsAreReachable: false });

  await assemblyai.submit(request, callTo(simulator));

  const [upload, create] = simulator.requests;
  expect(upload?.body.equals(mediaFile("mp3"))).toBe(true);
  expect(create && receivedJson(create)["audio_url"]).toMatch(/^https:\/\/cdn\.assemblyai\.com\//);
  expect(simulator.billed()).toBe(1);
});

test("a recording that is too large for an upload is refused before anything is sent", async () => {
  const inputs = [{ ...sampleInput("audio"), bytes: 2_200_000_001 }];
  const change = { inputs, inputsAreReachable: false };

  const attempt = assemblyai.submit(
    requestFor("universal-2", "speech-to-text", change),
    callTo(simulator),
  );

  await expect(attempt).rejects.toMatchObject({ code: "input_too_large" });
  expect(simulator.requests).toEqual([]);
});

test("the webhook's secret is sent as the value of the header that the row names", async () => {
  const callback = { url: "https://engine.example/hook", secret: "ours", token: "t" };

  await assemblyai.submit(
    requestFor("universal-2", "speech-to-text", { callback }),
    callTo(simulator),
  );

  expect(receivedJson(onlyRequest(simulator))).toMatchObject({
    webhook_url: "https://engine.example/hook",
    webhook_auth_header_name: webhookSecretHeader,
    webhook_auth_header_value: "ours",
  });
});

test("times in seconds are a second file when requested", async () => {
  const change = { parameters: { timestamps: true } };

  const answer = await resultFor(requestFor("universal-2", "speech-to-text", change));

  const [text, details] = answer?.state === "succeeded" ? answer.result.files : [];
  expect(text).toMatchObject({ text: "A red fox.", contentType: "text/plain" });
  expect(transcriptSchema.parse(jsonIn(details))).toMatchObject({
    text: "A red fox.",
    language: "en",
    duration: 2,
    segments: [{ start: 0, end: 1.4, text: "A red fox." }],
    words: [{ word: "A", start: 0, end: 0.4, confidence: 0.99 }, {}, {}],
  });
});

test("speakers come with the times of what they say", async () => {
  const change = { parameters: { modelParameters: { speaker_labels: true } } };

  const answer = await resultFor(requestFor("universal-2", "speech-to-text", change));

  const [, details] = answer?.state === "succeeded" ? answer.result.files : [];
  expect(transcriptSchema.parse(jsonIn(details))).toMatchObject({
    segments: [{ text: "A red fox.", speaker: "speaker_A" }],
    words: [{ word: "A", speaker: "speaker_A" }, {}, {}],
  });
});

test.each([
  ["universal-3-5-pro", {}, 0.21],
  ["universal-2", {}, 0.15],
  ["universal-2", { speaker_labels: true }, 0.17],
])("%s with %j reports the cost of the seconds that the vendor bills", async (id, own, hourUsd) => {
  const change = { parameters: { modelParameters: own } };

  const answer = await resultFor(requestFor(id, "speech-to-text", change));

  const cost = answer?.state === "succeeded" ? answer.result.costUsd : undefined;
  expect(cost).toBeCloseTo((2 * hourUsd) / 3_600, 9);
});

test("silence fails with a clear reason", async () => {
  const inputs = [{ ...sampleInput("audio"), url: "https://media.example.com/silence.mp3" }];

  const attempt = resultFor(requestFor("universal-2", "speech-to-text", { inputs }));

  await expect(attempt).rejects.toMatchObject({
    code: "provider_failed",
    details: { reason: "no speech was found" },
  });
});

test("a failure because of the recording is the caller's", async () => {
  const answer = await assemblyai.submit(
    requestFor("universal-2", "speech-to-text"),
    callTo(simulator),
  );
  simulator.play({ status: unreadableRecording });

  const attempt = assemblyai.poll?.(handleOf(answer), callTo(simulator));

  await expect(attempt).rejects.toMatchObject({
    code: "input_invalid",
    details: { reason: "Audio duration is too short." },
  });
});
