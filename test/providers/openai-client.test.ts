import { text } from "node:stream/consumers";

import OpenAI, { APIError, toFile } from "openai";
import { beforeEach, expect, test } from "vitest";

import { mediaFile } from "#test/support/providers/media-files.ts";
import { startOpenai } from "#test/support/providers/openai.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";
import { listenOnFreePort } from "#test/support/servers/listen-on-free-port.ts";

/** Tests the simulated provider with the provider's official client. */
const simulator = useSimulator(startOpenai);
let client: OpenAI;
beforeEach(() => {
  client = new OpenAI({ apiKey: simulatorKey, baseURL: simulator.url, maxRetries: 0 });
});

test("the official client lists models", async () => {
  const { data } = await client.models.list();

  expect(data.map(({ id }) => id)).toContain("gpt-image-2");
});

test("the official client makes an image", async () => {
  const { data } = await client.images.generate({
    model: "gpt-image-2",
    prompt: "a fox",
    size: "1536x1024",
    n: 2,
  });

  expect(data).toHaveLength(2);
  expect(Buffer.from(data?.[0]?.b64_json ?? "", "base64").equals(mediaFile("png"))).toBe(true);
});

test("the official client edits", async () => {
  const image = await toFile(mediaFile("png"), "image.png", { type: "image/png" });
  const mask = await toFile(mediaFile("png"), "mask.png", { type: "image/png" });

  const { data } = await client.images.edit({
    model: "gpt-image-2",
    prompt: "a fox",
    image: [image, image],
    mask,
  });

  expect(data).toHaveLength(1);
});

test("the official client speaks and transcribes", async () => {
  const speech = await client.audio.speech.create({
    model: "gpt-4o-mini-tts",
    input: "hello",
    voice: "nova",
  });
  const file = await toFile(mediaFile("mp3"), "speech.mp3", { type: "audio/mpeg" });
  const transcript = await client.audio.transcriptions.create({
    model: "gpt-4o-transcribe",
    file,
    response_format: "json",
  });

  expect(Buffer.from(await speech.arrayBuffer()).equals(mediaFile("mp3"))).toBe(true);
  expect(transcript.text).toBe("A red fox in the snow.");
});

test("the official client analyzes an image", async () => {
  const response = await client.responses.create({
    model: "gpt-5.6-luna",
    input: [
      {
        role: "user",
        content: [
          { type: "input_text", text: "What is this?" },
          { type: "input_image", image_url: "https://example.com/a.png", detail: "auto" },
        ],
      },
    ],
  });

  expect(response.output_text).toBe("A red fox.");
});

test("the official client makes images in the background, polls them and cancels a running one", async () => {
  const draw = async () =>
    client.responses.create({
      model: "gpt-5.6-luna",
      background: true,
      input: [{ role: "user", content: [{ type: "input_text", text: "a fox" }] }],
      tools: [{ type: "image_generation", model: "gpt-image-2", action: "generate" }],
      tool_choice: { type: "image_generation" },
    });
  const [drawn, stopped] = [await draw(), await draw()];
  simulator.play({ runningPolls: 0 });

  const { status, output } = await client.responses.retrieve(drawn.id);
  const call = output.find(({ type }) => type === "image_generation_call");
  simulator.play({ runningPolls: 5 });

  expect([drawn.status, status]).toEqual(["queued", "completed"]);
  if (call?.type !== "image_generation_call") throw new Error("nothing was drawn");
  expect(Buffer.from(call.result ?? "", "base64").equals(mediaFile("png"))).toBe(true);
  expect(await client.responses.cancel(stopped.id)).toMatchObject({ status: "cancelled" });
  expect(await client.responses.cancel(drawn.id)).toMatchObject({ status: "completed" });
});

test("the official client accepts the signature of the project's webhooks", async () => {
  const project = await startOpenai();
  const own = new OpenAI({ apiKey: simulatorKey, baseURL: project.url, maxRetries: 0 });
  const secret = `whsec_${Buffer.from("a secret of the project").toString("base64")}`;
  const { id } = await own.responses.create({
    model: "gpt-5.6-luna",
    background: true,
    input: [{ role: "user", content: [{ type: "input_text", text: "a fox" }] }],
    tools: [{ type: "image_generation" }],
  });
  const { server, url, close } = await listenOnFreePort();
  const told: unknown[] = [];
  server.on("request", (request, response) => {
    const unwrap = async () => own.webhooks.unwrap(await text(request), request.headers, secret);
    unwrap()
      .then((event) => told.push(event))
      .finally(() => response.writeHead(204).end())
      .catch((error: unknown) => told.push(error));
  });

  expect(await project.sendWebhooks(url, secret)).toEqual([204]);

  expect(told).toMatchObject([{ type: "response.completed", data: { id } }]);
  await Promise.all([close(), project.close()]);
});

test.each([
  ["balance", 429, "insufficient_quota"],
  ["rate_limited", 429, "rate_limit_exceeded"],
  ["moderated", 400, "moderation_blocked"],
  ["retired", 404, "model_not_found"],
])("the official client reads the refusal %s", async (refusal, status, code) => {
  simulator.play({ refusal });

  const attempt = client.images.generate({ model: "gpt-image-2", prompt: "a fox" });

  const error: unknown = await attempt.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(APIError);
  expect(error).toMatchObject({ status, code, requestID: "req_sim" });
  expect(simulator.submissions()).toBe(1);
});
