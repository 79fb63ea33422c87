import { createHmac } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { beforeAll, beforeEach, expect, test } from "vitest";

import { isSignedWithTime } from "#api/provider-webhooks/hmac-signature.ts";
import { workspaceWebhook } from "#test/support/providers/elevenlabs-transcripts.ts";
import { startElevenlabs } from "#test/support/providers/elevenlabs.ts";
import { installClient } from "#test/support/providers/install-client.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";
import { problemsOfService } from "#test/support/providers/typed-exchanges.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";
import { listenOnFreePort } from "#test/support/servers/listen-on-free-port.ts";

/** The part of the package's types that these tests use. */
interface Package {
  readonly ElevenLabsClient: new (options: Options) => Client;
  readonly ElevenLabsError: new () => Error;
}
interface Options {
  readonly apiKey: string;
  readonly baseUrl?: string;
  readonly maxRetries?: number;
}
type Fields = Readonly<Record<string, unknown>>;
type Bytes = ReadableStream<Uint8Array>;
interface Client {
  readonly models: { list(): Promise<readonly { readonly modelId: string }[]> };
  readonly textToSpeech: {
    convert(
      voice: string,
      fields: Fields,
    ): Promise<Bytes> & {
      withRawResponse(): Promise<{ readonly data: Bytes; readonly rawResponse: Response }>;
    };
  };
  readonly speechToSpeech: { convert(voice: string, fields: Fields): Promise<Bytes> };
  readonly audioIsolation: { convert(fields: Fields): Promise<Bytes> };
  readonly speechToText: {
    convert(fields: Fields): Promise<{ readonly transcriptionId?: string }>;
    readonly transcripts: { get(transcriptionId: string): Promise<unknown> };
  };
  readonly webhooks: {
    constructEvent(body: string, signature: string, secret: string): Promise<unknown>;
  };
}

/** Tests the simulated provider with the provider's official client. */
const simulator = useSimulator(startElevenlabs);
let folder: string;
let elevenlabs: Package;
beforeAll(async () => {
  folder = await installClient("elevenlabs");
  const require = createRequire(join(folder, "package.json"));
  elevenlabs = require("@elevenlabs/elevenlabs-js") as Package;
});
let client: Client;
beforeEach(() => {
  client = createClient(simulator.url);
});

function createClient(baseUrl: string): Client {
  return new elevenlabs.ElevenLabsClient({ apiKey: simulatorKey, baseUrl, maxRetries: 0 });
}

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

test("the official client has a transcript made in the background and polls it", async () => {
  const accepted = await client.speechToText.convert({
    modelId: "scribe_v2",
    file: recording(),
    webhook: true,
    webhookId: workspaceWebhook,
    webhookMetadata: { submission: "t" },
  });
  simulator.play({ runningPolls: 1 });

  const ask = async () => client.speechToText.transcripts.get(accepted.transcriptionId ?? "none");

  await expect(ask()).rejects.toMatchObject({ statusCode: 404 });
  expect(await ask()).toMatchObject({ text: "A red fox." });
});

test("the official client accepts the signature of the workspace's webhooks", async () => {
  const workspace = await startElevenlabs();
  const own = createClient(workspace.url);
  await own.speechToText.convert({
    modelId: "scribe_v2",
    file: recording(),
    webhook: true,
    webhookMetadata: JSON.stringify({ submission: "t" }),
  });
  const { server, url, close } = await listenOnFreePort();
  const told: unknown[] = [];
  server.on("request", (request, response) => {
    const construct = async () =>
      own.webhooks.constructEvent(
        await text(request),
        String(request.headers["elevenlabs-signature"]),
        "ours",
      );
    construct()
      .then((event) => told.push(event))
      .finally(() => response.writeHead(204).end())
      .catch((error: unknown) => told.push(error));
  });

  expect(await workspace.sendWebhooks(url, "ours")).toEqual([204]);

  expect(told).toMatchObject([
    {
      type: "speech_to_text_transcription",
      data: { webhook_metadata: { submission: "t" }, transcription: { text: "A red fox." } },
    },
  ]);
  await Promise.all([close(), workspace.close()]);
});

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
  expect(error).toBeInstanceOf(elevenlabs.ElevenLabsError);
  expect(error).toMatchObject({ statusCode, body: { detail: { code } } });
  expect(simulator.submissions()).toBe(1);
});

test("the official client reads a validation error", async () => {
  simulator.play({ refusal: "invalid" });

  const attempt = client.textToSpeech.convert(voice, { text: "hello" });

  await expect(attempt).rejects.toMatchObject({
    name: "UnprocessableEntityError",
    body: { detail: [{ msg: "Field required" }] },
  });
});

test("the official client and the engine accept the same signatures", async () => {
  const body = Buffer.from('{"id":"task-1","status":"ÄReady"}');
  const now = new Date();
  const time = Math.floor(now.getTime() / 1_000);
  const signature = createHmac("sha256", "ours").update(`${time}.${body.toString()}`).digest("hex");
  const header = `t=${time},v0=${signature}`;
  const webhook = {
    header: (name: string) => (name === "elevenlabs-signature" ? header : undefined),
    body,
  };

  await expect(
    client.webhooks.constructEvent(body.toString(), header, "ours"),
  ).resolves.toMatchObject({ id: "task-1" });
  expect(
    isSignedWithTime(webhook, { name: "elevenlabs-signature", version: "v0", secret: "ours", now }),
  ).toBe(true);
});

test("the official client's types accept what the adapter sends", async () => {
  const wire = join(folder, "node_modules/@elevenlabs/elevenlabs-js/serialization/index.js");

  const problems = await problemsOfService("elevenlabs", {
    imports: [`import type * as Wire from "${wire}";`],
    types: [[/\/text-to-speech\//, "Wire.BodyTextToSpeechFull.Raw", null]],
  });

  expect(problems).toEqual([]);
});
