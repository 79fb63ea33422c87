import { randomBytes } from "node:crypto";
import { request as httpRequest } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { ChatOpenAI, DallEAPIWrapper } from "@langchain/openai";
import { generateImage, generateText, streamText } from "ai";
import * as fc from "fast-check";
import OpenAI, { toFile } from "openai";
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";

import { openaiDoor } from "#api/doors/openai/door.ts";
import { Asset } from "#db/entities/asset.ts";
import { Job } from "#db/entities/job.ts";
import { PendingResponse } from "#db/entities/pending-response.ts";
import { beginJob, endWithoutResult, requestClarification } from "#db/jobs/job-steps.ts";
import { addJob, createJob } from "#db/jobs/jobs.ts";
import { joinOrCreateJob } from "#db/jobs/join-or-create-job.ts";
import { listModels } from "#db/providers/catalog.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { startApi } from "#test/support/api.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { finishJob } from "#test/support/jobs/finished-jobs.ts";
import { newPicture } from "#test/support/jobs/jobs.ts";
import { pngOf, wavOf } from "#test/support/media.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { keySettings } from "#test/support/routing/provider-settings.ts";

/** The door as the official client drives it. The test ends the jobs, as a worker would. */

const database = useDatabase();
const api = useApi(database);
/** Every model has its key here; no request is sent to a provider. */
const catalogApi = useApi(database, {
  settings: {
    providerSettings: {
      ...Object.fromEntries(keySettings.map((name) => [name, "set"])),
      STUDIO_URL: "http://127.0.0.1:9",
    },
  },
});
const owner = useOrganization(database, { credits: 1_000 });

const tinyPng = pngOf(100);
const tinyWav = wavOf(100);
const seen = new Set<string>();
let ends = true;
const loop = new AbortController();

async function endJobs(): Promise<void> {
  while (!loop.signal.aborted) {
    await delay(50);
    if (!ends) continue;
    const jobs = await database.orm.em
      .fork()
      .find(Job, { organizationId: owner.organizationId, status: "queued" });
    for (const job of jobs) {
      if (seen.has(job.id)) continue;
      seen.add(job.id);
      await endJob(job);
    }
  }
}

const wav = { bytes: tinyWav, contentType: "audio/wav" };
const png = { bytes: tinyPng, contentType: "image/png" };
const mp4 = { bytes: mediaFile("mp4"), contentType: "video/mp4" };
const text = { bytes: Buffer.from("hello there"), contentType: "text/plain" };
const times = {
  text: "hello there",
  language: "en",
  duration: 1.5,
  segments: [{ start: 0, end: 1.5, text: "hello there" }],
  words: [
    { word: "hello", start: 0, end: 0.5 },
    { word: "there", start: 0.6, end: 1.5 },
  ],
};

/** Ends a job by what it makes; a message with a question mark ends with a question, and a greeting with a refusal. */
async function endJob({ id: jobId, capability, contentType, request }: Job): Promise<void> {
  const { orm } = database;
  if (request.message?.startsWith("hello") === true) {
    const details = { reason: "Say what to make." };
    await endWithoutResult(orm.em.fork(), {
      jobId,
      status: "failed",
      error: { code: "intent_unsupported", message: "No.", details },
    });
    return;
  }
  if (request.message?.includes("?") === true) {
    await beginJob(orm.em.fork(), jobId);
    const options = [
      { label: "An image", request: { method: "POST" as const, path: "/v1", body: {} } },
    ];
    const question = { text: "What shall it be?", options };
    await requestClarification(orm.em.fork(), { jobId, question, intent: null });
    return;
  }
  const details = { bytes: Buffer.from(JSON.stringify(times)), contentType: "application/json" };
  const result =
    capability === "speech-to-text"
      ? { ...text, others: request.parameters.timestamps === true ? [details] : [] }
      : capability === "text-to-speech"
        ? wav
        : contentType === "video"
          ? mp4
          : png;
  await finishJob(orm, api.storage, owner.organizationId, { jobId, ...result });
}

let ending: Promise<void> | null = null;
beforeEach(() => {
  ends = true;
  ending ??= endJobs();
});
afterAll(async () => {
  loop.abort();
  await ending;
});

function client(options: { maxRetries?: number } = {}): OpenAI {
  return new OpenAI({
    apiKey: owner.key,
    baseURL: `${api.url}/openai/v1`,
    maxRetries: 0,
    ...options,
  });
}

async function listJobs(prompt: string): Promise<Job[]> {
  const jobs = await database.orm.em.fork().find(Job, { organizationId: owner.organizationId });
  return jobs.filter(({ request }) => request.prompt === prompt);
}

async function until<T>(find: () => Promise<T>): Promise<T> {
  return vi.waitFor(find, { timeout: 15_000, interval: 50 });
}

describe("models", () => {
  test("are those that can be called, auto, and the names that tools have built in", async () => {
    const { data } = await client().models.list();
    const ids = data.map(({ id }) => id);

    expect(ids).toEqual(expect.arrayContaining(["auto", "dall-e-3", "whisper-1", "studio-image"]));
    expect(ids).not.toContain("kling-3.0");
    expect(await client().models.retrieve("studio-image")).toMatchObject({ owned_by: "studio" });
    expect(await client().models.retrieve("dall-e-3")).toMatchObject({ id: "dall-e-3" });
    const unknown = client().models.retrieve("no-such-model");
    await expect(unknown).rejects.toMatchObject({ status: 404, param: "model" });
    await expect(client().models.retrieve("nothing")).rejects.toMatchObject({
      status: 404,
      code: "model_not_found",
    });
  });
});

describe("images", () => {
  test("are generated with URL and base64, and name their job and model", async () => {
    const { data, response } = await client()
      .images.generate({
        model: "dall-e-3",
        prompt: "a red fox",
        size: "1024x1024",
        style: "vivid",
      })
      .withResponse();

    const [image] = data.data ?? [];
    expect(Buffer.from(image?.b64_json ?? "", "base64").equals(tinyPng)).toBe(true);
    expect(image?.url).toContain("/files/out_");
    expect(response.headers.get("x-gme-model")).toMatch(/^studio-/);
    expect(response.headers.get("x-gme-ignored")).toBe("style");
    const [job] = await listJobs("a red fox");
    expect(job).toMatchObject({ id: response.headers.get("x-gme-job-id"), door: "openai" });
    expect(job?.request.parameters).toEqual({ width: 1024, height: 1024 });
  });

  test("have only the format that was asked for", async () => {
    const { data } = await client().images.generate({
      prompt: "a blue fox",
      response_format: "url",
    });

    expect(data?.[0]).toEqual({ url: expect.stringContaining("/files/") });
  });

  test("arrive as events of a stream", async () => {
    const stream = await client().images.generate({ prompt: "a green fox", stream: true });
    const events = [];
    for await (const event of stream) events.push(event);

    expect(events).toEqual([
      expect.objectContaining({
        type: "image_generation.completed",
        b64_json: tinyPng.toString("base64"),
      }),
    ]);
  });

  test("of an edit are refused beyond what the models take, by the name of their field", async () => {
    const one = async () => toFile(tinyPng, "fox.png", { type: "image/png" });
    const image = await Promise.all(Array.from({ length: 16 }, one));

    await expect(client().images.edit({ image, prompt: "a collage" })).rejects.toMatchObject({
      status: 400,
      type: "invalid_request_error",
    });
    await expect(
      client().images.edit({ image: [...image, await one()], prompt: "a collage" }),
    ).rejects.toMatchObject({ status: 400, message: expect.stringContaining("at most 16 files") });
    expect(await listJobs("a collage")).toHaveLength(0);
  });

  test("are edited from the file of a form, which becomes an asset", async () => {
    const { data } = await client().images.edit({
      model: "gpt-image-1",
      image: [await toFile(tinyPng, "fox.png", { type: "image/png" })],
      prompt: "make the fox blue",
    });

    expect(data?.[0]?.b64_json).toBe(tinyPng.toString("base64"));
    const [job] = await listJobs("make the fox blue");
    expect(job?.request.inputs).toEqual([
      { kind: "image", assetId: expect.stringMatching(/^ast_/) },
    ]);
  });

  test("refuse what cannot be had, with the field in param", async () => {
    const refused = { prompt: "a fox", background: "transparent" as const };
    await expect(client().images.generate(refused)).rejects.toMatchObject({
      status: 400,
      param: "background",
      code: "unsupported_parameter",
    });
    await expect(
      client().images.generate({ prompt: "a fox", model: "nothing" }),
    ).rejects.toMatchObject({ status: 404, code: "model_not_found", param: "model" });
    await expect(client().images.generate({ prompt: "", n: 90 })).rejects.toMatchObject({
      status: 400,
      param: "prompt",
      message: expect.stringContaining("n:"),
    });
  });
});

describe("edits", () => {
  const dataUrl = `data:image/png;base64,${tinyPng.toString("base64")}`;

  async function edit(body: object): Promise<Response> {
    return api.call("/openai/v1/images/edits", { key: owner.key, body });
  }

  test("take a mask that marks its area by transparency", async () => {
    const image = await toFile(tinyPng, "fox.png", { type: "image/png" });
    const mask = await toFile(pngOf(100), "mask.png", { type: "image/png" });

    await client().images.edit({ image, mask, prompt: "a masked fox" });

    const [job] = await listJobs("a masked fox");
    expect(job).toMatchObject({ capability: "inpainting" });
    expect(job?.request.inputs).toEqual([
      { kind: "image", assetId: expect.stringMatching(/^ast_/) },
      { kind: "mask", markedBy: "alpha", assetId: expect.stringMatching(/^ast_/) },
    ]);
  });

  test("take several files of a form, in their order, with a mask between them", async () => {
    const files = [
      ["image[]", pngOf(101)],
      ["mask", pngOf(102)],
      ["image[]", pngOf(103)],
      ["image[]", pngOf(104)],
    ] as const;
    const form = new FormData();
    const fields = { model: "gpt-image-2", prompt: "foxes in a form", response_format: "url" };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    for (const [name, bytes] of files) form.append(name, new Blob([bytes]), `${bytes.length}.png`);
    const headers = { Authorization: `Bearer ${owner.key}` };

    const url = `${catalogApi.url}/openai/v1/images/edits`;
    const response = await fetch(url, { method: "POST", headers, body: form });

    expect(response.status).toBe(200);
    const [job] = await listJobs("foxes in a form");
    const inputs = (job?.request.inputs ?? []) as { kind: string; assetId: string }[];
    const sizes = inputs.map(async ({ kind, assetId }) => {
      const { bytes } = await database.orm.em.fork().findOneOrFail(Asset, assetId);
      return `${kind} of ${bytes} bytes`;
    });
    expect(await Promise.all(sizes)).toEqual(
      ["image of 101", "image of 103", "image of 104", "mask of 102"].map((one) => `${one} bytes`),
    );
  });

  test.each([
    ["images/edits", "image", "prompt", "a\0fox", "prompt"],
    ["images/edits", "image", "metadata", '{"project":"\\u0000"}', "metadata.project"],
    ["videos", "input_reference", "prompt", "a\0fox", "prompt"],
  ])(
    "%s: text of a form that cannot be stored is refused (%s, %s)",
    async (path, file, field, value, param) => {
      const form = new FormData();
      form.set(file, new Blob([tinyPng]), "fox.png");
      form.set("prompt", "a fox");
      form.set(field, value);
      const headers = { Authorization: `Bearer ${owner.key}` };

      const url = `${catalogApi.url}/openai/v1/${path}`;
      const response = await fetch(url, { method: "POST", headers, body: form });

      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: { code: "invalid_request_error", param },
      });
    },
  );

  test("take JSON with data URLs, assets and URLs", async () => {
    const images = [{ image_url: dataUrl }];
    const mask = { image_url: "https://example.com/mask.png" };
    const first = await edit({ prompt: "a fox in JSON", images, mask });
    const [job] = await listJobs("a fox in JSON");
    const [image] = job?.request.inputs ?? [];
    const assetId = image !== undefined && "assetId" in image ? image.assetId : "";
    const second = await edit({ prompt: "a known fox", images: [{ file_id: assetId }] });

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(job?.request.inputs[1]).toEqual({
      kind: "mask",
      markedBy: "alpha",
      url: "https://example.com/mask.png",
    });
    const [known] = await listJobs("a known fox");
    expect(known?.request.inputs).toEqual([{ kind: "image", assetId }]);
  });

  test.each([
    ["images", { images: [] }],
    ["images[0]", { images: [{}] }],
    ["images[0]", { images: [{ image_url: "data:image/png;base64,*not base64*" }] }],
    ["images[0].image_url", { images: [{ image_url: "ftp://example.com/fox.png" }] }],
    ["mask", { images: [{ image_url: dataUrl }], mask: { image_url: "data:image/png;base64,AA" } }],
  ])("refuse a wrong %s", async (param, body) => {
    const response = await edit({ prompt: "a wrong fox", ...body });

    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { param: string | null; code: string } };
    expect(error.param === param || error.code === "asset_invalid").toBe(true);
  });
});

describe("audio", () => {
  test("has lists of models and voices, as Open WebUI asks for them", async () => {
    const models = await api.call("/openai/v1/audio/models", { key: owner.key });
    const voices = await api.call("/openai/v1/audio/voices", { key: owner.key });

    expect(await models.json()).toEqual({
      models: expect.arrayContaining([{ id: "auto" }, { id: "studio-voice" }]),
    });
    expect(await voices.json()).toEqual({
      voices: expect.arrayContaining([{ id: "slt", name: "slt" }]),
    });
  });

  test("is spoken as bytes with their own type", async () => {
    const response = await client().audio.speech.create({
      model: "tts-1",
      voice: "alloy",
      input: "Welcome.",
    });

    expect(response.headers.get("content-type")).toBe("audio/wav");
    expect(response.headers.get("x-gme-ignored")).toBe("voice");
    expect(Buffer.from(await response.arrayBuffer()).equals(tinyWav)).toBe(true);
  });

  test("is transcribed", async () => {
    const file = await toFile(tinyWav, "hello.wav", { type: "audio/wav" });

    const found = await client().audio.transcriptions.create({ model: "whisper-1", file });

    expect(found).toEqual({ text: "hello there" });
  });

  test("is transcribed with the times of segments and words, and as subtitles", async () => {
    const file = await toFile(tinyWav, "hello.wav", { type: "audio/wav" });
    const order = { model: "whisper-1", file };

    const verbose = await client().audio.transcriptions.create({
      ...order,
      response_format: "verbose_json",
      timestamp_granularities: ["word", "segment"],
    });
    const srt = await client().audio.transcriptions.create({ ...order, response_format: "srt" });

    const { segments, ...facts } = times;
    expect(verbose).toMatchObject(facts);
    expect(verbose.segments).toEqual([expect.objectContaining({ id: 0, ...segments[0] })]);
    expect(srt).toBe("1\n00:00:00,000 --> 00:00:01,500\nhello there\n");
  });

  test("is transcribed as events, and from JSON with base64", async () => {
    const file = await toFile(tinyWav, "hello.wav", { type: "audio/wav" });
    const stream = await client().audio.transcriptions.create({
      model: "auto",
      file,
      stream: true,
    });
    const events = [];
    for await (const event of stream) events.push(event);
    const input_audio = { data: tinyWav.toString("base64"), format: "wav" };
    const path = "/openai/v1/audio/transcriptions";

    const response = await api.call(path, { key: owner.key, body: { input_audio } });

    expect(events).toEqual([
      { type: "transcript.text.delta", delta: "hello there" },
      expect.objectContaining({ type: "transcript.text.done", text: "hello there" }),
    ]);
    expect(await response.json()).toEqual({ text: "hello there" });
  });

  test("is spoken as events", async () => {
    const body = { input: "Welcome again.", stream_format: "sse" };

    const response = await api.call("/openai/v1/audio/speech", { key: owner.key, body });

    const events = [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(
      ([, data = ""]) => JSON.parse(data) as { type: string; audio?: string },
    );
    expect(events.map(({ type }) => type)).toEqual(["speech.audio.delta", "speech.audio.done"]);
    expect(Buffer.from(events[0]?.audio ?? "", "base64").equals(tinyWav)).toBe(true);
  });
});

describe("chat", () => {
  const messages = (content: string) => [{ role: "user" as const, content }];
  const model = "auto";

  test("responds with Markdown links and images, and says what is left out", async () => {
    const { data, response } = await client()
      .chat.completions.create({
        model,
        temperature: 0.2,
        messages: messages("a fox to chat with"),
      })
      .withResponse();

    const [choice] = data.choices;
    const url = /^!\[a fox to chat with\]\((\S+\/files\/out_\S+)\)/.exec(
      choice?.message.content ?? "",
    )?.[1];
    expect(choice).toMatchObject({
      finish_reason: "stop",
      message: { role: "assistant", images: [{ type: "image_url", image_url: { url } }] },
    });
    expect(data.id).toBe(`chatcmpl-${response.headers.get("x-gme-job-id")}`);
    expect(response.headers.get("x-gme-ignored")).toBe("temperature");
  });

  test("streams chunks, and the usage on request", async () => {
    const stream = await client().chat.completions.create({
      model,
      messages: messages("a fox that streams"),
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);

    const content = chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("");
    expect(content).toMatch(/^!\[a fox that streams\]\(/);
    expect(chunks[0]?.choices[0]?.delta).toMatchObject({ role: "assistant", content: "" });
    expect(chunks.map(({ choices }) => choices[0]?.finish_reason ?? null)).toContain("stop");
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 0 } });
  });

  test("asks its question, and goes on in the same conversation", async () => {
    const asked = await client().chat.completions.create({ model, messages: messages("a what?") });
    const { content } = asked.choices[0]?.message ?? {};

    await client().chat.completions.create({
      model,
      messages: [
        ...messages("a what?"),
        { role: "assistant", content: content ?? "" },
        ...messages("an image of a fox, please"),
      ],
    });

    expect(content).toContain("What shall it be?\n\n1. An image");
    const jobs = await database.orm.em.fork().find(Job, { organizationId: owner.organizationId });
    const [first] = jobs.filter(({ request }) => request.message === "a what?");
    const [second] = jobs.filter(({ request }) => request.message === "an image of a fox, please");
    expect(second?.conversationId).toBe(first?.id.replace("job_", "cnv_"));
  });

  test("responds to a greeting with a message that says what can be asked for, and charges nothing", async () => {
    const order = client().chat.completions.create({ model, messages: messages("hello there") });
    const { choices, ...rest } = await order;

    expect(choices[0]?.message.content).toMatch(/^Say what to make\. Request an image, a video/);
    expect(rest).toMatchObject({ gme: { credits: 0 } });
  });

  test("goes on without the messages of another organization's conversation", async () => {
    const { jobId } = await createJob(database.orm.em.fork(), {
      ...newPicture(await createOrganization(database.orm)),
      source: "chat",
    });
    const mark = `[//]: # (${jobId.replace("job_", "cnv_")})`;

    const answer = await client().chat.completions.create({
      model,
      messages: [{ role: "assistant", content: `Hello.\n\n${mark}` }, ...messages("my own fox")],
    });

    expect(answer.choices[0]?.message.content).toContain("/files/out_");
  });

  test("takes images of the last message", async () => {
    const image_url = { url: `data:image/png;base64,${tinyPng.toString("base64")}` };
    const content = [
      { type: "text" as const, text: "make this fox blue" },
      { type: "image_url" as const, image_url },
    ];

    await client().chat.completions.create({ model, messages: [{ role: "user", content }] });

    const jobs = await database.orm.em.fork().find(Job, { organizationId: owner.organizationId });
    const job = jobs.find(({ request }) => request.message === "make this fox blue");
    expect(job?.request.inputs).toEqual([
      { kind: "image", assetId: expect.stringMatching(/^ast_/) },
    ]);
  });

  test.each([
    ["model", { model: "gpt-4o", messages: messages("a fox") }],
    ["messages", { messages: [{ role: "system", content: "Be brief." }] }],
    ["messages[0].content", { messages: messages(" ") }],
    [
      "messages[0].content[1]",
      { messages: [{ role: "user", content: [{ type: "text", text: "a" }, { type: "file" }] }] },
    ],
    ["n", { messages: messages("a fox"), n: 2 }],
    ["response_format", { messages: messages("a fox"), response_format: { type: "json_object" } }],
    ["tool_choice", { messages: messages("a fox"), tool_choice: "required" }],
    ["max_credits", { messages: messages("a fox"), max_credits: 0 }],
  ])("refuses a wrong %s", async (param, body) => {
    const response = await api.call("/openai/v1/chat/completions", { key: owner.key, body });

    expect(response.status).toBe(param === "model" ? 404 : 400);
    expect(await response.json()).toMatchObject({ error: { param } });
  });
});

describe("videos", () => {
  test("are ordered, retrieved, downloaded, listed, changed and deleted", async () => {
    ends = false;
    const order = { prompt: "waves of a film", size: "1280x720" as const };
    const ordered = await client().videos.create(order);
    ends = true;

    const { data: video, response } = await client().videos.retrieve(ordered.id).withResponse();
    const content = await client().videos.downloadContent(video.id);
    const listed = await client().videos.list({ limit: 1 });
    const edited = await client().videos.edit({ prompt: "wavy", video: { id: video.id } });
    const deleted = await client().videos.delete(video.id);

    expect(ordered).toMatchObject({ object: "video", status: "queued", size: "1280x720" });
    expect(video).toMatchObject({ id: ordered.id, status: "completed", progress: 100 });
    expect(response.headers.get("x-gme-model")).toBe("studio-video");
    expect(Buffer.from(await content.arrayBuffer()).equals(mp4.bytes)).toBe(true);
    expect(listed.data.map(({ id }) => id)).toEqual([video.id]);
    expect(edited.id).not.toBe(video.id);
    expect(deleted).toEqual({ id: video.id, object: "video.deleted", deleted: true });
    await expect(client().videos.retrieve(video.id)).rejects.toMatchObject({ status: 404 });
  });

  test("begin with an image of a form or of JSON", async () => {
    const input_reference = await toFile(tinyPng, "fox.png", { type: "image/png" });
    const first = await client().videos.create({ prompt: "it moves", input_reference });
    const second = await client().videos.create({
      prompt: "it moves too",
      input_reference: { image_url: "https://example.com/fox.png" },
    });

    const found = async (jobId: string) => database.orm.em.fork().findOneOrFail(Job, jobId);
    expect(await found(first.id)).toMatchObject({ capability: "image-to-video" });
    expect((await found(second.id)).request.inputs).toEqual([
      { kind: "image", url: "https://example.com/fox.png" },
    ]);
  });

  test("that are being made are canceled before they are deleted", async () => {
    ends = false;
    const { id } = await client().videos.create({ prompt: "a film that nobody wants" });

    expect(await client().videos.delete(id)).toMatchObject({ deleted: true });
    const [entry] = await database.orm.em.execute<{ held: string }[]>(
      `select coalesce(sum(case kind when 'hold' then amount when 'release' then -amount end), 0)::text as held
       from credit_entries where job_id = ?`,
      [id],
    );
    expect(entry?.held).toBe("0");
  });

  test("join a retry until the caller has asked for the video by its id", async () => {
    ends = false;
    const order = async (retries: string) => {
      const headers = { "X-Stainless-Retry-Count": retries };
      return (await client().videos.create({ prompt: "a film to retry" }, { headers })).id;
    };
    const first = await order("0");
    await until(async () => {
      const row = await database.orm.em.fork().findOneOrFail(PendingResponse, { jobId: first });
      expect(row.heldUntil.getTime()).toBeGreaterThan(Date.now() + 600_000);
    });

    expect(await order("1")).toBe(first);
    expect(await order("0")).not.toBe(first);
    ends = true;
    await client().videos.retrieve(first);
    expect(await order("1")).not.toBe(first);
  });
});

test("the names of OpenAI's models are unknown where the operator has switched them off", async () => {
  const plain = await startApi(database, { settings: { openaiAliases: false } });
  onTestFinished(async () => plain.close());
  const strict = new OpenAI({
    apiKey: owner.key,
    baseURL: `${plain.url}/openai/v1`,
    maxRetries: 0,
  });
  const { data } = await strict.models.list();

  expect(data.map(({ id }) => id)).toContain("auto");
  expect(data.map(({ id }) => id)).not.toContain("dall-e-3");
  await expect(
    strict.images.generate({ prompt: "a fox", model: "dall-e-3" }),
  ).rejects.toMatchObject({ status: 404, param: "model" });
});

test("responses and errors have the rate limit in OpenAI's headers", async () => {
  for (const path of ["/openai/v1/models", "/openai/v1/models/nothing"]) {
    const { headers } = await api.call(path, { key: owner.key });

    expect(headers.get("x-ratelimit-limit-requests")).toBe("1000000");
    expect(Number(headers.get("x-ratelimit-remaining-requests"))).toBeLessThan(1_000_000);
    expect(headers.get("x-ratelimit-reset-requests")).toMatch(/^(\d+m)?\d+s$/);
  }
});

test("prompts may have 32,000 characters where the model takes them", async () => {
  const send = async (path: string, body: object) => {
    const poor = await createOrganization(database.orm, { credits: 0 });
    return (await catalogApi.call(path, { key: poor.key, body })).json();
  };
  const long = async (model: string, length: number) => {
    const body = { model, prompt: "a".repeat(length) };
    return (await send("/openai/v1/images/generations", body)) as { error: object };
  };
  const longOf = async (length: number) => {
    const prompt = "a".repeat(length);
    return send("/v1/generations", { capability: "text-to-image", model: "gpt-image-2", prompt });
  };

  // Without credits, a request that could be made is refused by its price.
  const isMakeable = { error: { code: "insufficient_quota" } };
  const isTooLong = { error: { param: "prompt" } };
  expect(await long("gpt-image-2", 32_000)).toMatchObject(isMakeable);
  expect(await long("gpt-image-2", 32_001)).toMatchObject(isTooLong);
  expect(await long("studio-image", 20_000)).toMatchObject(isMakeable);
  expect(await long("studio-image", 20_001)).toMatchObject(isTooLong);
  expect(await longOf(32_000)).toMatchObject({ code: "insufficient_credits" });
  expect(await longOf(32_001)).toMatchObject({ errors: [{ pointer: "/prompt" }] });
});

describe("other clients", () => {
  test("the AI SDK generates an image, and changes one", async () => {
    const provider = createOpenAICompatible({
      name: "gme",
      apiKey: owner.key,
      baseURL: `${api.url}/openai/v1`,
    });
    const model = provider.imageModel("auto");

    const made = await generateImage({ model, prompt: "a fox of the AI SDK", size: "1024x1024" });
    const changed = await generateImage({
      model,
      prompt: { text: "make the AI SDK fox blue", images: [made.image.uint8Array] },
    });

    expect(Buffer.from(made.image.uint8Array).equals(tinyPng)).toBe(true);
    expect(Buffer.from(changed.image.uint8Array).equals(tinyPng)).toBe(true);
    const [job] = await listJobs("make the AI SDK fox blue");
    expect(job?.request.inputs).toHaveLength(1);
  });

  test("the AI SDK chats", async () => {
    const provider = createOpenAICompatible({
      name: "gme",
      apiKey: owner.key,
      baseURL: `${api.url}/openai/v1`,
    });

    const { text: answer } = await generateText({
      model: provider.chatModel("auto"),
      prompt: "a chatting fox of the AI SDK",
    });
    const streamed = streamText({
      model: provider.chatModel("auto"),
      prompt: "a streaming fox of the AI SDK",
    });

    expect(answer).toContain("![a chatting fox of the AI SDK](");
    expect(await streamed.text).toContain("![a streaming fox of the AI SDK](");
  });

  test("the chat model of LangChain responds and streams", async () => {
    const model = new ChatOpenAI({
      apiKey: owner.key,
      model: "auto",
      configuration: { baseURL: `${api.url}/openai/v1` },
    });

    const answer = await model.invoke("a chatting fox of LangChain");
    const parts: string[] = [];
    for await (const part of await model.stream("a streaming fox of LangChain")) {
      parts.push(part.text);
    }

    expect(answer.text).toContain("![a chatting fox of LangChain](");
    expect(parts.join("")).toContain("![a streaming fox of LangChain](");
  });

  test("the image tool of LangChain receives a URL", async () => {
    const options = { apiKey: owner.key, model: "dall-e-3", baseUrl: `${api.url}/openai/v1` };

    const url: unknown = await new DallEAPIWrapper(options).invoke("a fox of LangChain");

    expect(url).toContain("/files/out_");
  });
});

describe("every endpoint", () => {
  const calls = openaiDoor.routes.map(
    (route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const,
  );

  test.each(calls)("%s needs a credential and its permission", async (_name, route) => {
    const method = route.method.toUpperCase();
    const path = route.path.replace("{modelId}", "auto").replace("{videoId}", "job_1");
    const body = route.body === null ? {} : { body: {} };
    const access = route.access as { permission: string };
    const another = access.permission === "models:read" ? "generations:create" : "models:read";
    const { key } = await createOrganization(database.orm, { permissions: [another] });

    const anonymous = await api.call(path, { method, ...body });
    const forbidden = await api.call(path, { method, key, ...body });

    expect(anonymous.status).toBe(401);
    expect(forbidden.status).toBe(403);
    expect(await forbidden.json()).toMatchObject({ error: { code: "permission_denied" } });
  });

  const withBody = openaiDoor.routes.flatMap(({ path, body }) =>
    body instanceof z.ZodObject ? [[path, Object.keys(body.shape)] as const] : [],
  );

  test.each(withBody)("%s refuses any body, never with 500", async (path, names) => {
    const poor = await createOrganization(database.orm, { credits: 0 });
    const fields = fc.record(Object.fromEntries(names.map((name) => [name, fc.jsonValue()])), {
      requiredKeys: [],
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(fields, fc.jsonValue()), async (body) => {
        const given = JSON.stringify(body);
        const response = await api.call(path, { method: "POST", key: poor.key, body: given });

        expect([400, 402, 404]).toContain(response.status);
        expect(await response.json()).toMatchObject({
          error: {
            message: expect.any(String),
            type: expect.any(String),
            code: expect.any(String),
          },
        });
      }),
      { numRuns: 20 },
    );
  });

  const url = "https://example.com/fox.png";
  const ofImages = [
    { size: "1024x1024" },
    { size: "1792x1024" },
    { n: 4 },
    { quality: "hd" },
    { output_format: "webp" },
    { aspect_ratio: "16:9" },
    { resolution: "2K" },
    { seed: 7 },
    { negative_prompt: "text" },
    { background: "transparent" },
  ];
  const ofVideos = [
    { seconds: "4" },
    { seconds: "11" },
    { size: "1280x720" },
    { aspect_ratio: "9:16" },
    { resolution: "1080p" },
    { seed: 7 },
    { negative_prompt: "text" },
  ];
  test.each([
    ["images/generations", "text-to-image", { prompt: "a red fox" }, ofImages],
    [
      "images/edits",
      "image-to-image",
      { prompt: "a blue fox", images: [{ image_url: url }] },
      ofImages,
    ],
    [
      "images/edits",
      "inpainting",
      { prompt: "a hat", images: [{ image_url: url }], mask: { image_url: url } },
      ofImages,
    ],
    [
      "audio/speech",
      "text-to-speech",
      { input: "Welcome." },
      [
        { voice: "alloy" },
        { voice: "nobody" },
        { response_format: "opus" },
        { speed: 2 },
        { language: "de" },
        { seed: 7 },
        { stream_format: "sse" },
        { input: "a".repeat(32_000) },
      ],
    ],
    [
      "audio/transcriptions",
      "speech-to-text",
      { input_audio: { data: tinyWav.toString("base64") } },
      [
        { language: "de" },
        { response_format: "srt" },
        { response_format: "verbose_json" },
        { timestamp_granularities: ["word"] },
        { stream: true, response_format: "vtt" },
      ],
    ],
    ["videos", "text-to-video", { prompt: "waves" }, ofVideos],
    [
      "videos",
      "image-to-video",
      { prompt: "waves", input_reference: { image_url: url } },
      ofVideos,
    ],
    ["videos/edits", "video-editing", { prompt: "black and white", video: "a file" }, ofVideos],
  ] as const)(
    "%s (%s) decides each model and field: it could be made, or 400 names the field",
    async (path, capability, base, fields) => {
      // Without credits, a request that could be made is refused by its price and makes nothing.
      const poor = await createOrganization(database.orm, { credits: 0 });
      const { providerSettings } = catalogApi.settings;
      const filter = { capability };
      const models = await listModels(database.orm.em.fork(), providerSettings, filter);
      expect(models.length).toBeGreaterThan(2);
      for (const { model } of models) {
        const decisions = fields.map(async (field) => {
          const response = await send(path, { model: model.id, ...base, ...field }, poor.key);
          const { error } = (await response.json()) as { error: { param: string | null } };

          const isMakeable = response.status === 402;
          const isExplained = response.status === 400 && error.param !== null;
          const isFine = isMakeable || isExplained;
          expect({ model: model.id, field, isFine, error }).toMatchObject({ isFine: true });
        });
        await Promise.all(decisions);
      }
    },
  );

  /** Sends JSON, or a form when the order has a video, which JSON names by the id of a job only. */
  async function send(path: string, fields: object, key: string): Promise<Response> {
    const target = `/openai/v1/${path}`;
    if (!("video" in fields)) return catalogApi.call(target, { key, body: fields });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
    form.set("video", new Blob([mp4.bytes], { type: mp4.contentType }), "waves.mp4");
    const headers = { Authorization: `Bearer ${key}` };
    return fetch(`${catalogApi.url}${target}`, { method: "POST", headers, body: form });
  }
});

describe("a repetition", () => {
  const path = "/openai/v1/images/generations";

  /** Sends an order and hangs up once its job is accepted. */
  async function hangUp(prompt: string): Promise<string> {
    const url = new URL(path, api.url);
    const headers = {
      Authorization: `Bearer ${owner.key}`,
      "Content-Type": "application/json",
    };
    const sent = httpRequest(url, { method: "POST", headers });
    sent.on("error", () => undefined);
    sent.end(JSON.stringify({ prompt }));
    const [job] = await until(async () => {
      const jobs = await listJobs(prompt);
      expect(jobs).toHaveLength(1);
      return jobs;
    });
    sent.destroy();
    const jobId = job?.id ?? "";
    await until(async () => {
      const row = await database.orm.em.fork().findOneOrFail(PendingResponse, { jobId });
      expect(row.heldUntil.getTime()).toBe(0);
    });
    return jobId;
  }

  test("without a key joins the job whose response never arrived, and pays once", async () => {
    ends = false;
    const jobId = await hangUp("a lost fox");
    ends = true;

    const { response } = await client().images.generate({ prompt: "a lost fox" }).withResponse();

    expect(response.headers.get("x-gme-job-id")).toBe(jobId);
    expect(await listJobs("a lost fox")).toHaveLength(1);
  });

  test("joins after the process that held the connection was killed", async () => {
    // The state that a SIGKILL between commit and response leaves: no process renews or releases the row.
    ends = false;
    const jobId = await hangUp("a killed fox");
    const past = new Date(Date.now() - 1_000);
    await database.orm.em.fork().nativeUpdate(PendingResponse, { jobId }, { heldUntil: past });
    ends = true;

    const { response } = await client().images.generate({ prompt: "a killed fox" }).withResponse();

    expect(response.headers.get("x-gme-job-id")).toBe(jobId);
  });

  test("of a delivered response is a new order", async () => {
    const order = async () => client().images.generate({ prompt: "a second fox" }).withResponse();
    const first = await order();
    const firstId = first.response.headers.get("x-gme-job-id") ?? "";
    await until(async () => {
      const row = await database.orm.em.fork().findOne(PendingResponse, { jobId: firstId });
      expect(row).toBeNull();
    });

    const second = await order();

    expect(second.response.headers.get("x-gme-job-id")).not.toBe(firstId);
    expect(await listJobs("a second fox")).toHaveLength(2);
  });

  test("joins a standing connection only when it says that it is a retry", async () => {
    ends = false;
    const body = { prompt: "a double fox" };
    const headers = { Authorization: `Bearer ${owner.key}` };
    const first = api.call(path, { method: "POST", body, headers });
    await until(async () => expect(await listJobs("a double fox")).toHaveLength(1));

    const retry = api.call(path, {
      method: "POST",
      body,
      headers: { ...headers, "X-Stainless-Retry-Count": "1" },
    });
    const order = api.call(path, { method: "POST", body, headers });
    await until(async () => expect(await listJobs("a double fox")).toHaveLength(2));
    ends = true;
    const ids = (await Promise.all([first, retry, order])).map((response) =>
      response.headers.get("x-gme-job-id"),
    );

    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  test("with an Idempotency-Key gets the job of the key, and another request is refused", async () => {
    const order = async (prompt: string) =>
      client().images.generate({ prompt }, { headers: { "Idempotency-Key": "fox-7" } });
    await order("a keyed fox");
    await order("a keyed fox");

    expect(await listJobs("a keyed fox")).toHaveLength(1);
    await expect(order("another fox")).rejects.toMatchObject({
      status: 400,
      code: "idempotency_mismatch",
    });
  });

  const wavBase64 = tinyWav.toString("base64");
  const images = [{ image_url: `data:image/png;base64,${tinyPng.toString("base64")}` }];
  const streams = [
    ["images/generations", (name: string) => ({ prompt: name, stream: true })],
    ["images/edits", (name: string) => ({ prompt: name, images, stream: true })],
    ["audio/speech", (name: string) => ({ input: name, stream_format: "sse" })],
    [
      "audio/transcriptions",
      (name: string) => ({ metadata: { name }, input_audio: { data: wavBase64 }, stream: true }),
    ],
  ] as const;

  /** Orders a stream, whose headers name the job before it has ended. */
  async function open(target: string, body: object, isRetry = false) {
    const hangUp = new AbortController();
    const response = await api.call(`/openai/v1/${target}`, {
      key: owner.key,
      body,
      headers: isRetry ? { "X-Stainless-Retry-Count": "1" } : {},
      signal: hangUp.signal,
    });
    expect(response.status).toBe(200);
    return { jobId: response.headers.get("x-gme-job-id") ?? "", response, hangUp };
  }

  async function lose({ jobId, hangUp }: Awaited<ReturnType<typeof open>>): Promise<void> {
    hangUp.abort();
    await until(async () => {
      const row = await database.orm.em.fork().findOneOrFail(PendingResponse, { jobId });
      expect(row.lost).toBe(true);
    });
  }

  test.each(streams)("of %s joins with many others at the same instant", async (target, toBody) => {
    ends = false;
    const body = toBody(`a crowd at ${target}`);
    const first = await open(target, body);
    await lose(first);

    const repeated = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => open(target, body, index % 2 === 0)),
    );
    ends = true;
    await Promise.all(repeated.map(async ({ response }) => response.text()));

    expect(new Set(repeated.map(({ jobId }) => jobId))).toEqual(new Set([first.jobId]));
  });

  test("that says so joins with many others whose first attempt never arrived", async () => {
    ends = false;
    const body = { prompt: "a crowd of retries", stream: true };

    const retries = await Promise.all(
      Array.from({ length: 12 }, async () => open("images/generations", body, true)),
    );
    ends = true;
    await Promise.all(retries.map(async ({ response }) => response.text()));

    expect(await listJobs("a crowd of retries")).toHaveLength(1);
  });

  test("of a chat message that starts a run pays once", async () => {
    ends = false;
    const message = { role: "user", content: "a picture of a fox and a 5 s video of waves" };
    const body = { messages: [message], stream: true };
    const first = await open("chat/completions", body);
    // No worker runs its steps here.
    seen.add(first.jobId);
    await lose(first);

    const again = await open("chat/completions", body);
    again.hangUp.abort();

    expect(again.jobId).toBe(first.jobId);
    const run = await database.orm.em.fork().findOneOrFail(Job, first.jobId);
    expect(run).toMatchObject({ pipelineId: expect.any(String), runStep: null, door: "openai" });
  });

  test("makes no job when the client has disconnected before", async () => {
    const job = { ...newPicture(owner), apiKeyId: owner.keyId };
    const request = { apiKeyId: owner.keyId, requestHash: randomBytes(32), isRetry: false };
    const order = async (isGone: boolean) =>
      joinOrCreateJob(database.orm.em.fork(), { ...request, isGone: () => isGone }, async (tx) =>
        addJob(tx, { ...job, pendingResponse: request }),
      );

    await expect(order(true)).rejects.toMatchObject({ code: "request_aborted" });
    const rows = async () =>
      database.orm.em.fork().count(PendingResponse, { requestHash: request.requestHash });
    expect(await rows()).toBe(0);
    expect(await order(false)).toMatchObject({ replayed: false });
    expect(await rows()).toBe(1);
  });

  test("of several lost orders finds a job for each", async () => {
    ends = false;
    const body = { prompt: "three lost foxes", stream: true };
    const order = async () => open("images/generations", body);
    const lost = await Promise.all([order(), order(), order()]);
    for (const one of lost) await lose(one);

    const repeated = await Promise.all([order(), order(), order()]);
    ends = true;
    await Promise.all(repeated.map(async ({ response }) => response.text()));

    const idsOf = (orders: typeof lost) => orders.map(({ jobId }) => jobId).toSorted();
    expect(new Set(idsOf(lost)).size).toBe(3);
    expect(idsOf(repeated)).toEqual(idsOf(lost));
  });

  test.each(streams)(
    "of %s pays once in any order of orders, losses, retries and deliveries",
    async (target, toBody) => {
      ends = false;
      const step = fc.constantFrom("order", "retry", "lose", "deliver");
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 7 }), async (steps) => {
          run += 1;
          const body = toBody(`run ${run} of ${target}`);
          /** Jobs whose response was not delivered, in their order. */
          let jobs: {
            jobId: string;
            isLost: boolean;
            standing: Awaited<ReturnType<typeof open>>[];
          }[] = [];
          for (const each of steps) {
            if (each === "order" || each === "retry") {
              const able = jobs.filter(({ isLost }) => isLost || each === "retry");
              const expected = able.find(({ standing }) => standing.length === 0) ?? able[0];
              const opened = await open(target, body, each === "retry");
              if (expected === undefined) {
                expect(jobs.map(({ jobId }) => jobId)).not.toContain(opened.jobId);
                jobs.push({ jobId: opened.jobId, isLost: false, standing: [opened] });
              } else {
                expect(opened.jobId).toBe(expected.jobId);
                expected.standing.push(opened);
              }
            } else if (each === "lose") {
              const job = jobs.find(({ standing }) => standing.length > 0);
              const opened = job?.standing.pop();
              if (job === undefined || opened === undefined) continue;
              await lose(opened);
              job.isLost = true;
            } else {
              const job = jobs.find(({ standing }) => standing.length > 0);
              if (job === undefined) continue;
              const { jobId, standing } = job;
              await endJob(await database.orm.em.fork().findOneOrFail(Job, jobId));
              await Promise.all(standing.map(async ({ response }) => response.text()));
              await until(async () => {
                const row = await database.orm.em.fork().findOne(PendingResponse, { jobId });
                expect(row).toBeNull();
              });
              jobs = jobs.filter((other) => other !== job);
            }
          }
          for (const { standing } of jobs) for (const { hangUp } of standing) hangUp.abort();
        }),
        { numRuns: 5 },
      );
    },
  );
});
