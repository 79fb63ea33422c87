import { DeepgramClient, DeepgramError } from "@deepgram/sdk";
import { beforeEach, expect, test } from "vitest";

import { startDeepgram } from "#test/support/providers/deepgram.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

/** Tests the simulated provider with the provider's official client. */
const simulator = useSimulator(startDeepgram);
let client: DeepgramClient;
beforeEach(() => {
  client = new DeepgramClient({ apiKey: simulatorKey, baseUrl: simulator.url, maxRetries: 0 });
});

test("the official client lists projects", async () => {
  const { projects } = await client.manage.v1.projects.list();

  expect(projects).toMatchObject([{ name: "simulated" }]);
});

test("the official client transcribes from a URL", async () => {
  const transcript = await client.listen.v1.media.transcribeUrl({
    url: "https://example.com/a.mp3",
    model: "nova-3",
    smart_format: true,
    detect_language: true,
    keyterm: ["fox", "snow"],
  });

  expect(transcript).toMatchObject({
    results: {
      channels: [{ detected_language: "en", alternatives: [{ transcript: "A red fox." }] }],
    },
  });
});

test("the official client transcribes a recording", async () => {
  const transcript = await client.listen.v1.media.transcribeFile(mediaFile("mp3"), {
    model: "nova-3-medical",
    language: "en",
    diarize: true,
    utterances: true,
  });

  expect(transcript).toMatchObject({
    results: {
      channels: [{ alternatives: [{ words: [{ word: "A", speaker: 0 }, {}, {}] }] }],
      utterances: [{ transcript: "A red fox." }],
    },
  });
});

test("the official client speaks", async () => {
  const speech = await client.speak.v1.audio.generate({
    text: "hello",
    model: "aura-2-thalia-en",
    encoding: "linear16",
    container: "wav",
    sample_rate: 24_000,
    speed: 1.2,
  });

  expect(Buffer.from(await speech.arrayBuffer()).equals(mediaFile("wav"))).toBe(true);
});

test.each([
  ["balance", 402, { err_code: "ASR_PAYMENT_REQUIRED" }],
  ["rate_limited", 429, { err_code: "TOO_MANY_REQUESTS" }],
  ["invalid", 400, { err_code: "Bad Request" }],
  ["malformed", 400, { category: "INVALID_JSON" }],
  ["no_access", 403, { err_code: "INSUFFICIENT_PERMISSIONS" }],
])("the official client reads the refusal %s", async (refusal, statusCode, body) => {
  simulator.play({ refusal });

  const attempt = client.listen.v1.media.transcribeUrl({ url: "https://example.com/a.mp3" });

  const error: unknown = await attempt.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(DeepgramError);
  expect(error).toMatchObject({ statusCode, body });
  expect(simulator.submissions()).toBe(1);
});
