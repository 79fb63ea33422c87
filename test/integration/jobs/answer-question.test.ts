import { randomUUID } from "node:crypto";

import { describe, expect, test } from "vitest";

import { createParseIntent } from "#activities/generation/parse-intent.ts";
import type { Route } from "#api/http/route.ts";
import { createChatJob } from "#api/routes/chat/create-chat-job.ts";
import { createEstimate } from "#api/routes/estimates/create-estimate.ts";
import { getJob } from "#api/routes/jobs/get-job.ts";
import { retryJob } from "#api/routes/jobs/retry-job.ts";
import { Job } from "#db/entities/job.ts";
import { beginJob, endWithoutResult } from "#db/jobs/job-steps.ts";
import { servableCapabilities, type Capability } from "#domain/requests/capability.ts";
import type { Intent, MessageToParse, OpenIntent, ParsedMessage } from "#domain/requests/intent.ts";
import { askForCapability, askForInput, askForMedium, askForSubject } from "#intent/questions.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { runActivity } from "#test/support/engine/run-activity.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { emptyIntent } from "#test/support/jobs/jobs.ts";

const database = useDatabase();
const api = useApi(database, {
  dependencies: {
    parseMessage: async (message) => {
      received.push(message);
      return parsed;
    },
  },
});
const caller = useOrganization(database, { credits: 1_000 });

/** Outcome of the next parse, so that the tests do not depend on the rules of a parser. */
let parsed: ParsedMessage;
/** Messages that the parser received, newest last. */
const received: MessageToParse[] = [];

interface AnswerRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly missing?: readonly string[];
}
interface ShownJob {
  readonly status: string;
  readonly intent?: Partial<Intent>;
  readonly request: { readonly capability?: string; readonly prompt?: string; parameters: object };
  readonly question: { options: { label: string; capability?: string; request: AnswerRequest }[] };
  readonly routing: { readonly assumptions: readonly string[] };
}

const said: OpenIntent = {
  ...emptyIntent,
  subject: "a hedgehog",
  parameters: { aspectRatio: "21:9", style: "watercolor" },
};
const openMedium: ParsedMessage = {
  outcome: "needs_input",
  intent: said,
  question: askForMedium("a hedgehog", servableCapabilities([])),
};

async function post(route: Route, path: string, body: unknown) {
  const response = await api.call(path, { key: caller.key, body });
  return { status: response.status, body: await expectDocumented(route, response) };
}

async function submit(body: object): Promise<string> {
  const response = await api.call("/v1/chat", { key: caller.key, body });
  const accepted = (await expectDocumented(createChatJob, response)) as { jobId: string };
  expect(response.status).toBe(202);
  return accepted.jobId;
}

/** Runs the step of the worker that parses the message. */
async function parse(jobId: string, outcome: ParsedMessage): Promise<unknown> {
  await beginJob(database.orm.em.fork(), jobId);
  const step = createParseIntent({
    orm: database.orm,
    providerSettings: {},
    parseMessage: async (message) => {
      received.push(message);
      return outcome;
    },
  });
  return runActivity(async () => step({ jobId }));
}

/** A job that ended with the outcome of parsing its message. */
async function asked(outcome: ParsedMessage, body: object = {}): Promise<string> {
  const jobId = await submit({ message: "a hedgehog", parseIntent: true, ...body });
  await parse(jobId, outcome);
  return jobId;
}

async function show(jobId: string): Promise<ShownJob> {
  const response = await api.call(`/v1/jobs/${jobId}`, { key: caller.key });
  return (await expectDocumented(getJob, response)) as ShownJob;
}

async function optionOf(jobId: string, label: string): Promise<AnswerRequest> {
  const { question } = await show(jobId);
  const option = question.options.find((each) => each.label === label);
  if (option === undefined) throw new Error(`no option ${label}`);
  return option.request;
}

async function answer({ path, body }: Pick<AnswerRequest, "path" | "body">): Promise<string> {
  const response = await post(retryJob, path, body);
  expect(response).toMatchObject({ status: 202 });
  return (response.body as { jobId: string }).jobId;
}

async function row(jobId: string): Promise<Job> {
  return database.orm.em.fork().findOneOrFail(Job, jobId);
}

describe("the question of a job", () => {
  test("has the request of each answer, and sending it makes the job", async () => {
    const jobId = await asked(openMedium);

    const request = await optionOf(jobId, "Video");

    expect(request).toEqual({
      method: "POST",
      path: `/v1/jobs/${jobId}/retry`,
      body: { capability: "text-to-video" },
    });
    const next = await answer(request);
    expect(await show(next)).toMatchObject({
      status: "queued",
      source: { kind: "chat", retryOf: jobId },
      request: { capability: "text-to-video", contentType: "video", prompt: "a hedgehog" },
      intent: { capability: "text-to-video", contentType: "video" },
    });
    expect(await beginJob(database.orm.em.fork(), next)).toMatchObject({
      needsIntent: false,
      needsPlan: false,
    });
  });

  test("shows what was read from the message, and the answer keeps it", async () => {
    const jobId = await asked(openMedium, { parameters: { seed: 7 } });
    expect(await show(jobId)).toMatchObject({ status: "needs_input", intent: said });

    const next = await show(await answer(await optionOf(jobId, "Image")));

    expect(next.request).toMatchObject({
      capability: "text-to-image",
      parameters: { aspectRatio: "21:9", style: "watercolor", seed: 7 },
    });
  });

  test("approximates a value of the message that the model does not support, and says so", async () => {
    const intent = { ...said, parameters: { durationSeconds: 3_000 } };
    const jobId = await asked({ ...openMedium, intent });

    const { routing } = await show(await answer(await optionOf(jobId, "Video")));

    expect(routing.assumptions.join()).toMatch(/durationSeconds/);
  });

  test("names the prompt that is missing; an answer without it is refused", async () => {
    const question = askForSubject("text-to-speech");
    const intent: OpenIntent = {
      ...emptyIntent,
      capability: "text-to-speech",
      contentType: "audio",
    };
    const jobId = await asked({ outcome: "needs_input", intent, question });

    const request = await optionOf(jobId, "Text-to-Speech");

    expect(request).toMatchObject({ body: { capability: "text-to-speech" }, missing: ["/prompt"] });
    expect(await post(retryJob, request.path, request.body)).toMatchObject({
      status: 422,
      body: { code: "request_invalid", errors: [{ pointer: "/prompt", code: "required" }] },
    });
    const whole = await answer({ ...request, body: { ...request.body, prompt: "Hello." } });
    const short = await answer({ ...request, body: { prompt: "Hello." } });
    for (const next of [whole, short]) {
      expect(await show(next)).toMatchObject({
        request: { capability: "text-to-speech", prompt: "Hello." },
      });
    }
  });

  test("names the file that is missing, one option for each kind, and takes it", async () => {
    const intent: OpenIntent = {
      ...emptyIntent,
      capability: "upscaling",
      parameters: { scale: 2 },
    };
    const question = askForInput("upscaling", ["image"]);
    const jobId = await asked({ outcome: "needs_input", intent, question });

    expect((await show(jobId)).question.options).toMatchObject([
      {
        label: "Attach an image",
        request: {
          body: { capability: "upscaling", inputs: [{ kind: "image" }] },
          missing: ["/inputs/0/url"],
        },
      },
      { label: "Attach a video", request: { body: { inputs: [{ kind: "video" }] } } },
    ]);
    const { path, body } = await optionOf(jobId, "Attach an image");
    expect((await post(retryJob, path, body)).status).toBe(422);
    const inputs = [{ kind: "image", url: "https://example.com/photo.jpg" }];
    expect(await show(await answer({ path, body: { ...body, inputs } }))).toMatchObject({
      intent: { capability: "upscaling", contentType: "image" },
      request: { capability: "upscaling", inputs, parameters: { scale: 2 } },
    });
  });

  test("adds the file to those of the job", async () => {
    const attached = [{ kind: "video", url: "https://example.com/talk.mp4" }];
    const intent: OpenIntent = { ...emptyIntent, capability: "lip-sync", contentType: "video" };
    const question = askForInput("lip-sync", ["audio"]);
    const jobId = await asked({ outcome: "needs_input", intent, question }, { inputs: attached });

    const { path, body, missing } = await optionOf(jobId, "Attach an audio recording");

    expect({ body, missing }).toEqual({
      body: { capability: "lip-sync", inputs: [{ kind: "audio" }] },
      missing: ["/inputs/0/url"],
    });
    const inputs = [{ kind: "audio", url: "https://example.com/voice.mp3" }];
    expect(await show(await answer({ path, body: { ...body, inputs } }))).toMatchObject({
      request: { capability: "lip-sync", inputs: [...attached, ...inputs] },
    });
    const many = Array.from({ length: 20 }, () => inputs[0]);
    expect(await post(retryJob, path, { ...body, inputs: many })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: "/inputs", code: "too_many" }] },
    });
  });

  test("is asked again by a retry that does not answer it, and costs nothing", async () => {
    const options: Capability[] = ["text-to-image", "text-to-video"];
    const intent = { ...said, capability: options[0]!, confidence: 0.3 };
    const question = askForCapability(options, options);
    const jobId = await asked({ outcome: "needs_input", intent, question });

    for (const body of [{}, { model: "studio-image" }, { parameters: { seed: 1 } }]) {
      const next = await row(await answer({ path: `/v1/jobs/${jobId}/retry`, body }));
      expect(next).toMatchObject({ intent: null, credits: null });
    }
    const prompt = await post(retryJob, `/v1/jobs/${jobId}/retry`, { prompt: "a fox" });
    expect(prompt).toMatchObject({
      status: 422,
      body: {
        errors: [{ pointer: "/capability", message: expect.stringMatching(/text-to-video/) }],
      },
    });
  });

  test("stays the job's end when the worker repeats the step", async () => {
    const jobId = await asked(openMedium);

    expect(await parse(jobId, openMedium)).toEqual({ outcome: "ended", status: "needs_input" });
  });
});

test("a message that is not understood becomes a job by a retry with a capability", async () => {
  const jobId = await submit({ message: "a toucan", parseIntent: true });
  const outcome: ParsedMessage = { outcome: "unsupported", reason: "?", parser: "embedded" };
  await expect(parse(jobId, outcome)).rejects.toMatchObject({ code: "intent_unsupported" });
  await endWithoutResult(database.orm.em.fork(), { jobId, status: "failed" });

  const next = await answer({
    path: `/v1/jobs/${jobId}/retry`,
    body: { capability: "text-to-image" },
  });

  expect(await show(next)).toMatchObject({
    request: { capability: "text-to-image", prompt: "a toucan" },
    billing: { heldCredits: 1 },
  });
});

test("a job reports the capability that runs, not the one read from its message", async () => {
  const intent: Intent = { ...said, capability: "text-to-3d", contentType: "3d", confidence: 0.9 };
  const body = { message: randomUUID(), parseIntent: true, capability: "text-to-image" };
  const jobId = await submit(body);
  await parse(jobId, { outcome: "parsed", intent });

  expect(await row(jobId)).toMatchObject({ capability: "text-to-image", contentType: "image" });
  expect(await show(jobId)).toMatchObject({
    request: { capability: "text-to-image", contentType: "image" },
    intent: { capability: "text-to-image", contentType: "image", subject: "a hedgehog" },
  });
  parsed = { outcome: "parsed", intent };
  expect(await post(createEstimate, "/v1/estimates", body)).toMatchObject({
    body: { intent: { capability: "text-to-image" }, request: { capability: "text-to-image" } },
  });
});

test.each([
  [{ capability: "text-to-3d" }, ["text-to-3d"]],
  [{ model: "studio-voice" }, ["text-to-speech"]],
  [{ model: "studio" }, expect.arrayContaining(["text-to-image", "text-to-video"])],
  [{}, undefined],
])("the parser of a job and of its estimate receives what %j leaves open", async (body, open) => {
  const intent: Intent = {
    ...said,
    capability: "text-to-speech",
    contentType: "audio",
    confidence: 1,
  };
  parsed = { outcome: "parsed", intent };
  const request = { message: randomUUID(), parseIntent: true, ...body };

  const jobId = await submit(request);
  await parse(jobId, parsed);
  await post(createEstimate, "/v1/estimates", request);

  const { message } = request;
  const expected = { message, attachments: [], capabilities: open };
  expect(received.filter((each) => each.message === message)).toEqual([expected, expected]);
});

test("the question of an estimate has the estimate of each answer", async () => {
  parsed = openMedium;
  const message = { message: "a hedgehog", parseIntent: true, maxCredits: 9 };
  const { body } = await post(createEstimate, "/v1/estimates", message);

  const { question } = body as Pick<ShownJob, "question">;

  const image = question.options.find(({ label }) => label === "Image");
  expect(image?.request).toMatchObject({ method: "POST", path: "/v1/estimates" });
  expect(image?.request).not.toHaveProperty("missing");
  expect(await post(createEstimate, "/v1/estimates", image?.request.body)).toMatchObject({
    status: 200,
    body: {
      outcome: "priced",
      request: { capability: "text-to-image", prompt: "a hedgehog", parameters: said.parameters },
    },
  });
});
