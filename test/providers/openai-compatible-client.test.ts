import OpenAI, { APIError, toFile } from "openai";
import { beforeEach, expect, test } from "vitest";

import { mediaFile } from "#test/support/providers/media-files.ts";
import { startOwnServer } from "#test/support/providers/openai-compatible.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

/** Tests the simulated own server with the official client, which has no videos since its version 7. */
const simulator = useSimulator(async () => startOwnServer());
let client: OpenAI;
beforeEach(() => {
  client = new OpenAI({ apiKey: simulatorKey, baseURL: simulator.url, maxRetries: 0 });
});

test("the official client lists models", async () => {
  const { data } = await client.models.list();

  expect(data.map(({ id }) => id)).toContain("kokoro");
});

test("the official client makes and edits images", async () => {
  const made = await client.images.generate({
    model: "sd-turbo",
    prompt: "a fox",
    size: "512x512",
    n: 2,
    response_format: "b64_json",
  });
  const image = await toFile(mediaFile("png"), "image.png", { type: "image/png" });
  const edited = await client.images.edit({
    model: "sd-turbo",
    prompt: "a fox",
    image: [image, image],
    response_format: "b64_json",
  });

  expect(made.data).toHaveLength(2);
  expect(Buffer.from(edited.data?.[0]?.b64_json ?? "", "base64").equals(mediaFile("png"))).toBe(
    true,
  );
});

test("the official client speaks and transcribes", async () => {
  const speech = await client.audio.speech.create({
    model: "kokoro",
    voice: "af_heart",
    input: "hello",
    response_format: "wav",
  });
  const file = await toFile(mediaFile("mp3"), "speech.mp3", { type: "audio/mpeg" });
  const transcript = await client.audio.transcriptions.create({
    model: "whisper",
    file,
    response_format: "json",
  });

  expect(Buffer.from(await speech.arrayBuffer()).equals(mediaFile("wav"))).toBe(true);
  expect(transcript.text).toBe("A red fox in the snow.");
});

test("the official client reads a refusal", async () => {
  const attempt = client.images.generate({ model: "unknown", prompt: "a fox" });

  await expect(attempt).rejects.toBeInstanceOf(APIError);
  await expect(attempt).rejects.toMatchObject({ status: 404, code: "model_not_found" });
});
