import { describe, expect, test } from "vitest";

import type { AdapterRequest } from "#activities/providers/adapter.ts";
import { elevenlabs } from "#activities/providers/elevenlabs/elevenlabs.ts";
import { transcriptSchema } from "#api/doors/openai/transcripts.ts";
import provider from "#catalog/providers/elevenlabs.ts";
import type { ProviderHandle } from "#domain/requests/generation.ts";
import { handleOf, jsonIn, resultOf } from "#test/support/providers/answers.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { workspaceWebhook } from "#test/support/providers/elevenlabs-transcripts.ts";
import { startElevenlabs } from "#test/support/providers/elevenlabs.ts";
import { soundOf } from "#test/support/providers/input-of.ts";
import { receivedForm, receivedJson } from "#test/support/providers/received-body.ts";
import { onlyRequest } from "#test/support/providers/received-requests.ts";
import { requestsTo, sampleInput } from "#test/support/providers/sample-request.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

const requestFor = requestsTo(provider);
const simulator = useSimulator(startElevenlabs);

const refusals = {
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
} as const;

describeAdapter({
  provider,
  adapter: elevenlabs,
  simulator,
  refusals,
  failures: {},
  textModels: ["scribe_v2"],
});

describe("in the background", () => {
  const inBackground = { ways: { ELEVENLABS_WEBHOOK_ID: workspaceWebhook } };
  const callback = { url: "https://engine.gme-tests.org/x", secret: "ours", token: "sub_1.signed" };
  const models = provider.models.filter(({ id }) => id === "scribe_v2");
  const submitted = async (change: Partial<AdapterRequest> = {}) =>
    elevenlabs.submit(
      requestFor("scribe_v2", "speech-to-text", { callback, ...change }),
      callTo(simulator, inBackground),
    );
  const ask = async (handle: ProviderHandle) => elevenlabs.poll?.(handle, callTo(simulator));

  describeAdapter({
    provider: { ...provider, models },
    adapter: elevenlabs,
    simulator,
    way: { request: { callback }, call: inBackground },
    // Background requests use no voice; an unknown one would be an error of the request.
    refusals: { ...refusals, unknown_voice: "provider_rejected" },
    failures: {},
    textModels: ["scribe_v2"],
  });

  test("the request names the workspace's webhook and the metadata that it returns", async () => {
    const answer = await submitted();

    expect(Object.fromEntries(await receivedForm(onlyRequest(simulator)))).toMatchObject({
      webhook: "true",
      webhook_id: workspaceWebhook,
      webhook_metadata: JSON.stringify({ submission: callback.token }),
    });
    expect(answer).toMatchObject({ providerRequestId: handleOf(answer)["id"] });
  });

  test("a transcript is polled and is recovered by the id in the webhook", async () => {
    const answer = await submitted({ parameters: { timestamps: true } });
    const handle = handleOf(answer);

    expect(await ask(handle)).toEqual({ state: "running" });
    const first = await ask(handle);

    const request = requestFor("scribe_v2", "speech-to-text", {
      parameters: { timestamps: true },
    });
    const id = String(handle["id"]);
    expect(await elevenlabs.recover?.(id, request, callTo(simulator))).toEqual(handle);
    expect(await ask(handle)).toEqual(first);
    expect(resultOf(first).files).toMatchObject([{ text: "A red fox." }, {}]);
    expect(simulator.billed()).toBe(1);
  });

  test("silence fails with a clear reason", async () => {
    simulator.play({ runningPolls: 0 });
    const inputs = [{ ...sampleInput("audio"), url: "https://media.example.com/silence.mp3" }];
    const handle = handleOf(await submitted({ inputs }));

    await expect(ask(handle)).rejects.toMatchObject({ code: "provider_failed" });
  });

  test.each([
    ["nobody can reach us", {}, inBackground],
    ["operators have not chosen it", { callback }, {}],
    [
      "the key is an organization's own",
      { callback },
      { ...inBackground, isOrganizationKey: true },
    ],
  ])("when %s, the response contains the transcript", async (_when, request, call) => {
    const answer = await elevenlabs.submit(
      requestFor("scribe_v2", "speech-to-text", request),
      callTo(simulator, call),
    );

    expect(answer.state).toBe("succeeded");
    expect((await receivedForm(onlyRequest(simulator))).has("webhook")).toBe(false);
  });

  test("only transcripts use webhooks", () => {
    const sends = (id: string, capability: "speech-to-text" | "text-to-speech") =>
      elevenlabs.sendsWord?.(
        requestFor(id, capability, { callback }),
        callTo(simulator, inBackground),
      );

    expect(sends("scribe_v2", "speech-to-text")).toBe(true);
    expect(sends("eleven_v3", "text-to-speech")).toBe(false);
  });
});

test("a voice is in the path, a format in the query, and the settings are one object", async () => {
  const request = requestFor("eleven_multilingual_v2", "text-to-speech", {
    parameters: { voice: { gender: "female" }, speed: 1.1, format: "wav", seed: 7 },
  });

  const answer = await elevenlabs.submit(request, callTo(simulator));

  const { url } = onlyRequest(simulator);
  expect(url.pathname).toBe("/v1/text-to-speech/EXAVITQu4vr4xnSDxMaL");
  // 44.1 kHz would need a higher plan.
  expect(url.searchParams.get("output_format")).toBe("wav_32000");
  expect(receivedJson(onlyRequest(simulator))).toEqual({
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
  const request = requestFor("eleven_v3", "text-to-speech", {
    parameters: { voice: { name } },
  });

  await elevenlabs.submit(request, callTo(simulator));

  expect(onlyRequest(simulator).url.pathname).toBe(path);
});

test("an unknown voice is escaped in the path", async () => {
  const request = requestFor("eleven_v3", "text-to-speech", {
    parameters: { voice: { name: "../../history?page_size=1" } },
  });

  const attempt = elevenlabs.submit(request, callTo(simulator));

  await expect(attempt).rejects.toMatchObject({ code: "provider_rejected" });
  expect(onlyRequest(simulator).url.pathname).toMatch(/^\/v1\/text-to-speech\/[^/]+$/);
  expect(onlyRequest(simulator).url.searchParams.has("page_size")).toBe(false);
});

test.each([
  ["of the caller's", { voice: { name: "nobody" } }, "provider_rejected"],
  ["of ours", { voice: { gender: "female" } }, "model_not_available"],
] as const)("an unknown voice %s, %j, fails with %s", async (_, parameters, code) => {
  simulator.play({ refusal: "unknown_voice" });

  const attempt = elevenlabs.submit(
    requestFor("eleven_v3", "text-to-speech", { parameters }),
    callTo(simulator),
  );

  await expect(attempt).rejects.toMatchObject({ code });
});

test.each([
  ["pcm_16000", "audio/pcm"],
  ["ulaw_8000", "audio/basic"],
  ["alaw_8000", "audio/pcma"],
  ["opus_48000_64", "audio/ogg"],
])("speech as %s is %s", async (format, contentType) => {
  const request = requestFor("eleven_flash_v2_5", "text-to-speech", {
    parameters: { modelParameters: { output_format: format } },
  });

  const answer = await elevenlabs.submit(request, callTo(simulator));

  expect(answer).toMatchObject({ result: { files: [{ contentType }] } });
});

test("a recording is uploaded as a file, with the voice settings as JSON", async () => {
  const request = requestFor("eleven_multilingual_sts_v2", "speech-to-speech", {
    parameters: { modelParameters: { "voice_settings.stability": 0.4 } },
  });

  await elevenlabs.submit(request, callTo(simulator));

  const form = await receivedForm(onlyRequest(simulator));
  expect((form.get("audio") as File).name).toBe("audio.mp3");
  expect(form.get("voice_settings")).toBe('{"stability":0.4}');
  expect(form.get("model_id")).toBe("eleven_multilingual_sts_v2");
});

test("a recording that is too large for the voice changer is refused before anything is paid", async () => {
  const inputs = [{ ...sampleInput("audio"), bytes: 50_000_001 }];

  const attempt = elevenlabs.submit(
    requestFor("eleven_multilingual_sts_v2", "speech-to-speech", { inputs }),
    callTo(simulator),
  );

  await expect(attempt).rejects.toMatchObject({ code: "input_too_large" });
  expect(simulator.submissions()).toBe(0);
});

test.each([true, false])(
  "a reachable recording (%s) is sent as a URL, otherwise as a file",
  async (isReachable) => {
    const request = requestFor("scribe_v2", "speech-to-text", {
      inputsAreReachable: isReachable,
    });

    await elevenlabs.submit(request, callTo(simulator));

    const form = await receivedForm(onlyRequest(simulator));
    expect([form.has("source_url"), form.has("file")]).toEqual([isReachable, !isReachable]);
  },
);

test("timestamps and speakers add a second file when requested", async () => {
  const request = requestFor("scribe_v2", "speech-to-text", {
    parameters: { timestamps: true },
  });

  const answer = await elevenlabs.submit(request, callTo(simulator));

  const [text, details] = resultOf(answer).files;
  expect(text).toMatchObject({ text: "A red fox.", contentType: "text/plain" });
  expect(details?.contentType).toBe("application/json");
  expect(transcriptSchema.parse(jsonIn(details))).toMatchObject({
    text: "A red fox.",
    language: "eng",
    duration: 1.5,
    segments: [{ start: 0, end: 1.4, text: "A red fox.", speaker: "speaker_0" }],
    words: [{ word: "A", start: 0, end: 0.4, speaker: "speaker_0" }, {}, {}],
  });
});

test("silence fails with a clear reason", async () => {
  const inputs = [{ ...sampleInput("audio"), url: "https://media.example.com/silence.mp3" }];

  const attempt = elevenlabs.submit(
    requestFor("scribe_v2", "speech-to-text", { inputs }),
    callTo(simulator),
  );

  await expect(attempt).rejects.toMatchObject({
    code: "provider_failed",
    details: { reason: "no speech was found" },
  });
  expect(simulator.submissions()).toBe(1);
});

test("a 401 for an empty quota is not reported as a wrong key", async () => {
  simulator.play({ refusal: "balance" });

  const attempt = elevenlabs.submit(
    requestFor("eleven_flash_v2_5", "text-to-speech"),
    callTo(simulator),
  );

  await expect(attempt).rejects.toMatchObject({
    code: "provider_balance_empty",
    details: { status: 401 },
  });
});

test("a recording whose transcript may outlast an attempt is not sent without the background", async () => {
  const inputs = [{ ...soundOf(1), open: hoursOfSilence }];
  const request = requestFor("scribe_v2", "speech-to-text", { inputs });

  await expect(elevenlabs.submit(request, callTo(simulator))).rejects.toMatchObject({
    code: "input_too_large",
    details: { reason: "the recording lasts 7200 s; the model takes at most 3600 s" },
  });

  expect(simulator.requests).toEqual([]);
});

/** WAV of 16,000 bytes a second, in pieces that cost no memory. */
async function* hoursOfSilence(): AsyncGenerator<Uint8Array> {
  const bytes = 7_200 * 16_000;
  for await (const file of soundOf(1).open()) {
    const head = Buffer.from(file.subarray(0, 44));
    head.writeUInt32LE(bytes, 40);
    yield head;
  }
  const piece = new Uint8Array(1_600_000);
  for (let sent = 0; sent < bytes; sent += piece.byteLength) yield piece;
}
