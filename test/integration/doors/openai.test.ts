import { request as httpRequest } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { DallEAPIWrapper } from "@langchain/openai";
import { generateImage } from "ai";
import * as fc from "fast-check";
import OpenAI, { toFile } from "openai";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";

import { openaiDoor } from "#api/doors/openai/door.ts";
import { Job } from "#db/entities/job.ts";
import { PendingResponse } from "#db/entities/pending-response.ts";
import { listModels } from "#db/providers/catalog.ts";
import { finishJob } from "#test/support/finished-jobs.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { pngOf, wavOf } from "#test/support/media.ts";
import { createOrganization } from "#test/support/organization.ts";

/** The door as the official client drives it. The test ends the jobs, as a worker would. */

const database = useDatabase();
const api = useApi(database);
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
    for (const { id, capability } of jobs) {
      if (seen.has(id)) continue;
      seen.add(id);
      const isAudio = capability === "text-to-speech";
      const isText = capability === "speech-to-text";
      await finishJob(database.orm, api.storage, owner.organizationId, {
        jobId: id,
        bytes: isText ? Buffer.from("hello there") : isAudio ? tinyWav : tinyPng,
        contentType: isText ? "text/plain" : isAudio ? "audio/wav" : "image/png",
      });
    }
  }
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
    ).rejects.toMatchObject({ status: 400, message: expect.stringContaining("too many parts") });
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
    const image = await toFile(tinyPng, "fox.png", { type: "image/png" });
    const mask = await toFile(tinyPng, "mask.png", { type: "image/png" });
    await expect(client().images.edit({ image, mask, prompt: "a fox" })).rejects.toMatchObject({
      status: 400,
      param: "mask",
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
    const path = route.path.replace("{modelId}", "auto");
    const body = route.method === "get" ? {} : { body: {} };
    const access = route.access as { permission: string };
    const another = access.permission === "models:read" ? "generations:create" : "models:read";
    const { key } = await createOrganization(database.orm, { permissions: [another] });

    const anonymous = await api.call(path, { method, ...body });
    const forbidden = await api.call(path, { method, key, ...body });

    expect(anonymous.status).toBe(401);
    expect(forbidden.status).toBe(403);
    expect(await forbidden.json()).toMatchObject({ error: { code: "permission_denied" } });
  });

  test("refuses any body with a documented error and never with 500", async () => {
    const poor = await createOrganization(database.orm, { credits: 0 });
    const paths = ["/openai/v1/images/generations", "/openai/v1/audio/speech"];
    const names = ["prompt", "input", "n", "size", "voice", "speed", "model", "seed", "metadata"];
    const bodies = fc.oneof(
      fc.record(Object.fromEntries(names.map((name) => [name, fc.jsonValue()])), {
        requiredKeys: [],
      }),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), bodies, async (path, body) => {
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
      { numRuns: 60 },
    );
  });

  test("decides each model and field: it could be made, or 400 names the field", async () => {
    // Without credits, a request that could be made is refused by its price and makes nothing.
    const poor = await createOrganization(database.orm, { credits: 0 });
    const models = await listModels(database.orm.em.fork(), api.settings.providerSettings, {
      contentType: "image",
    });
    const fields = [
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
    for (const { model } of models) {
      for (const field of fields) {
        const body = { model: model.id, prompt: "a red fox", ...field };
        const response = await api.call("/openai/v1/images/generations", { key: poor.key, body });
        const { error } = (await response.json()) as { error: { param: string | null } };

        const isMakeable = response.status === 402;
        const isExplained = response.status === 400 && error.param !== null;
        expect({ model: model.id, field, isFine: isMakeable || isExplained, error }).toMatchObject({
          isFine: true,
        });
      }
    }
  });
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
});
