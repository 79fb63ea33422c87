import { createServer } from "node:http";

import { expect, onTestFinished, test } from "vitest";

import type { Route } from "#api/http/route.ts";
import { createBatch } from "#api/routes/batches/create-batch.ts";
import { createChatJob } from "#api/routes/chat/create-chat-job.ts";
import { createEstimate } from "#api/routes/estimates/create-estimate.ts";
import { createGeneration } from "#api/routes/generations/create-generation.ts";
import { findFreePort } from "#scripts/embedded/ports.ts";
import { startApi } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { startNodeProcess } from "#test/support/engine/node-process.ts";
import {
  useApi,
  useDatabase,
  useFolder,
  useOrganization,
  useResource,
} from "#test/support/fixtures.ts";

/** A real studio checks requests when they are accepted; no job starts here. */
const folder = useFolder("gme-checks-");
const port = await findFreePort();
const url = `http://127.0.0.1:${port}`;
useResource(
  async () =>
    startNodeProcess({
      entry: "studio/server.ts",
      env: { STUDIO_PORT: String(port), STUDIO_DIR: folder },
      readyUrl: `${url}/health`,
    }),
  async (studio) => studio.kill(),
);
const database = useDatabase();
const api = useApi(database, { settings: { providerSettings: { STUDIO_URL: url } } });
const caller = useOrganization(database, { credits: 1_000 });

interface Problem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { pointer: string; code: string; message: string }[];
}

async function send(route: Route, body: object): Promise<Problem> {
  const response = await api.call(route.path, { key: caller.key, body });
  return (await expectDocumented(route, response)) as Problem;
}

const image = { kind: "image", url: "https://example.com/photo.png" };
const audio = { kind: "audio", url: "https://example.com/speech.mp3" };
const video = { kind: "video", url: "https://example.com/film.mp4" };

test.each([
  {
    what: "a question that studio cannot answer",
    body: { capability: "vision-analysis", prompt: "who is this person?", inputs: [image] },
    pointer: "/prompt",
    message: /which colours/u,
  },
  {
    what: "a translation into another language than English",
    body: {
      capability: "speech-to-speech",
      prompt: "dub this",
      parameters: { language: "es" },
      inputs: [audio],
    },
    pointer: "/parameters/language",
    message: /English/u,
  },
  {
    what: "an effect that the filters do not have",
    body: { capability: "image-to-image", prompt: "make her smile", inputs: [image] },
    pointer: "/prompt",
    message: /watercolou?r/u,
  },
  {
    what: "a sentence without an edit",
    body: { capability: "video-editing", prompt: "make it go viral", inputs: [video] },
    pointer: "/prompt",
    message: /trim/iu,
  },
  {
    what: "content that cannot be drawn",
    body: {
      capability: "inpainting",
      prompt: "replace the sign with a flibbertigibbet",
      inputs: [image],
    },
    pointer: "/prompt",
    message: /such as a cat/u,
  },
  {
    what: "a 3D model of nothing that can be built",
    body: { capability: "text-to-3d", prompt: "the meaning of life" },
    pointer: "/prompt",
    message: /such as/u,
  },
  {
    what: "speech in another language than English",
    body: {
      capability: "text-to-speech",
      prompt: "Guten Tag, der Zug nach München fährt heute von Gleis acht ab.",
    },
    pointer: "/prompt",
    message: /English/u,
  },
])("$what is refused at acceptance, and the error names what works", async (row) => {
  const problem = await send(createGeneration, row.body);

  expect(problem.status).toBe(422);
  expect(problem.errors).toMatchObject([{ pointer: row.pointer, code: "not_supported" }]);
  expect(problem.errors[0]?.message).toMatch(row.message);
  expect(problem.detail).toContain(problem.errors[0]?.message);
});

test("an estimate is refused like its job", async () => {
  const body = { capability: "vision-analysis", prompt: "who is this person?", inputs: [image] };

  expect(await send(createEstimate, body)).toMatchObject({ status: 422, code: "request_invalid" });
});

test("a chat request with a capability has the problem at its message", async () => {
  const body = { message: "who is this person?", capability: "vision-analysis", inputs: [image] };

  const { errors } = await send(createChatJob, body);

  expect(errors).toMatchObject([{ pointer: "/message" }]);
});

test("a batch names each item that its provider refuses, and no other", async () => {
  const fine = { capability: "text-to-image", prompt: "a red fox" };
  const refused = { capability: "text-to-3d", prompt: "the meaning of life" };
  const items = Array.from({ length: 90 }, (_, index) => (index % 30 === 7 ? refused : fine));

  const { errors } = await send(createBatch, { items });

  expect(errors.map(({ pointer }) => pointer)).toEqual([
    "/items/7/prompt",
    "/items/37/prompt",
    "/items/67/prompt",
  ]);
});

test("a request that studio can fulfil is accepted", async () => {
  const body = { capability: "vision-analysis", prompt: "what text is in it?", inputs: [image] };
  const response = await api.call(createGeneration.path, { key: caller.key, body });

  expect(response.status).toBe(202);
});

test("a provider that does not respond refuses nothing and delays one request by a second", async () => {
  let calls = 0;
  const silent = createServer(() => {
    calls += 1;
  });
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port: silentPort } = silent.address() as { port: number };
  const settings = { providerSettings: { STUDIO_URL: `http://127.0.0.1:${silentPort}` } };
  const other = await startApi(database, { settings });
  onTestFinished(async () => {
    silent.closeAllConnections();
    silent.close();
    await other.close();
  });
  const body = { capability: "text-to-3d", prompt: "the meaning of life" };
  const order = async () => other.call(createGeneration.path, { key: caller.key, body });

  const responses = [await order(), await order(), await order()];

  expect(responses.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(calls).toBe(1);
});
