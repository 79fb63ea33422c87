import { ElevenLabsClient, ElevenLabsError } from "@elevenlabs/elevenlabs-js";
import { beforeEach, expect, test } from "vitest";

import { startElevenlabs } from "#test/support/providers/elevenlabs.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

/** The simulated provider, judged by the provider's own client. */
const simulator = useSimulator(startElevenlabs);
let client: ElevenLabsClient;
beforeEach(() => {
  client = new ElevenLabsClient({
    apiKey: simulatorKey,
    baseUrl: simulator.url,
    maxRetries: 0,
  });
});

const voice = "JBFqnCBsd6RMkjVDRZzb";
const recording = () => ({
  data: mediaFile("mp3"),
  filename: "speech.mp3",
  contentType: "audio/mpeg",
});

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  return Buffer.from(await new Response(stream).arrayBuffer());
}

test("the official client lists models", async () => {
  const models = await client.models.list();

  expect(models.map(({ modelId }) => modelId)).toContain("eleven_v3");
});

test("the official client speaks", async () => {
  const { data, rawResponse } = await client.textToSpeech
    .convert(voice, {
      text: "hello",
      modelId: "eleven_flash_v2_5",
      outputFormat: "mp3_44100_128",
      languageCode: "en",
      seed: 1,
      voiceSettings: { stability: 0.5, speed: 1.1 },
    })
    .withRawResponse();

  expect((await bytesOf(data)).equals(mediaFile("mp3"))).toBe(true);
  expect(rawResponse.headers.get("request-id")).toBe("req_sim");
});

test("the official client changes a voice", async () => {
  const stream = await client.speechToSpeech.convert(voice, {
    audio: recording(),
    modelId: "eleven_multilingual_sts_v2",
    outputFormat: "wav_44100",
    voiceSettings: JSON.stringify({ stability: 0.5 }),
    removeBackgroundNoise: true,
  });

  expect((await bytesOf(stream)).equals(mediaFile("wav"))).toBe(true);
});

test("the official client isolates a voice", async () => {
  const stream = await client.audioIsolation.convert({ audio: recording() });

  expect((await bytesOf(stream)).equals(mediaFile("mp3"))).toBe(true);
});

test.each([{ file: recording() }, { sourceUrl: "https://example.com/a.mp3" }])(
  "the official client transcribes",
  async (source) => {
    const transcript = await client.speechToText.convert({
      modelId: "scribe_v2",
      diarize: true,
      timestampsGranularity: "word",
      ...source,
    });

    expect(transcript).toMatchObject({
      text: "A red fox.",
      languageCode: "eng",
      words: [{ text: "A", speakerId: "speaker_0" }, {}, {}],
    });
  },
);

test.each([
  ["balance", 401, "quota_exceeded"],
  ["plan", 402, "paid_plan_required"],
  ["moderated", 403, "content_against_policy"],
  ["rate_limited", 429, "too_many_concurrent_requests"],
  ["busy", 429, "system_busy"],
])("the official client reads the refusal %s", async (refusal, statusCode, code) => {
  simulator.play({ refusal });

  const attempt = client.textToSpeech.convert(voice, { text: "hello" });

  const error: unknown = await attempt.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(ElevenLabsError);
  expect(error).toMatchObject({ statusCode, body: { detail: { code } } });
  expect(simulator.submissions()).toBe(1);
});

test("the official client reads what does not fit the types", async () => {
  simulator.play({ refusal: "invalid" });

  const attempt = client.textToSpeech.convert(voice, { text: "hello" });

  await expect(attempt).rejects.toMatchObject({
    name: "UnprocessableEntityError",
    body: { detail: [{ msg: "Field required" }] },
  });
});
