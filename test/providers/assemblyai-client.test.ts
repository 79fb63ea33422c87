import { AssemblyAI } from "assemblyai";
import { beforeEach, expect, test } from "vitest";

import { startAssemblyai, unreadableRecording } from "#test/support/providers/assemblyai.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

/** Tests the simulated provider with the provider's official client. */
const simulator = useSimulator(startAssemblyai);
let client: AssemblyAI;
beforeEach(() => {
  client = new AssemblyAI({ apiKey: simulatorKey, baseUrl: simulator.url });
});

const request = { audio: "https://example.com/a.mp3", speech_models: ["universal-3-5-pro"] };
const atOnce = { pollingInterval: 1 };

test("the official client transcribes from a URL", async () => {
  const transcript = await client.transcripts.transcribe(
    { ...request, language_detection: true },
    atOnce,
  );

  expect(transcript).toMatchObject({
    status: "completed",
    text: "A red fox.",
    language_code: "en",
    audio_duration: 2,
    words: [{ text: "A", start: 0, end: 400 }, {}, {}],
  });
  expect(simulator.submissions()).toBe(1);
});

test("the official client uploads a recording and transcribes it", async () => {
  const transcript = await client.transcripts.transcribe(
    { ...request, audio: mediaFile("mp3"), language_code: "de" },
    atOnce,
  );

  expect(transcript).toMatchObject({ status: "completed", language_code: "de" });
  expect(simulator.requests.map(({ url }) => url.pathname).slice(0, 2)).toEqual([
    "/v2/upload",
    "/v2/transcript",
  ]);
});

test("the official client lists transcripts", async () => {
  expect((await client.transcripts.list({ limit: 1 })).transcripts).toEqual([]);
});

test("the official client reports a failed transcript", async () => {
  simulator.play({ status: unreadableRecording });

  const transcript = await client.transcripts.transcribe(request, atOnce);

  expect(transcript).toMatchObject({ status: "error", error: "Audio duration is too short." });
});

test.each([
  ["balance", "Your current account balance is negative"],
  ["rate_limited", "Too Many Requests"],
  ["invalid", "format_text must be a Boolean"],
  ["foreign_upload", "Cannot access uploaded file"],
])("the official client reads the refusal %s", async (refusal, message) => {
  simulator.play({ refusal });

  await expect(client.transcripts.submit(request)).rejects.toThrow(message);
  expect(simulator.submissions()).toBe(1);
});
