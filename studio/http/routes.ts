import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";

import { capabilities } from "#studio/capability.ts";
import type { EngineDescription, EngineSettings } from "#studio/engine.ts";
import { engines } from "#studio/engines/index.ts";
import { mediaEngine } from "#studio/engines/media/run-operation.ts";
import { type Issue, StudioError } from "#studio/errors.ts";
import type { GenerationQueue } from "#studio/generations/generation-queue.ts";
import type { GenerationStore } from "#studio/generations/generation-store.ts";
import {
  type Generation,
  type SubmittedRequest,
  presentGeneration,
} from "#studio/generations/generation.ts";
import type { InputStore } from "#studio/generations/input-store.ts";
import { isAcceptable } from "#studio/generations/sniff-content-type.ts";

import { checkRequests, parseRequest } from "./request-schema.ts";
import { readJson, sendJson } from "./respond.ts";
import { sendFile } from "./send-file.ts";

export interface Dependencies {
  readonly store: GenerationStore;
  readonly inputs: InputStore;
  readonly queue: GenerationQueue;
  readonly engineSettings: EngineSettings;
}

export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  /** Named groups of the route's pattern. */
  readonly path: Readonly<Record<string, string>>;
}

interface Route {
  readonly method: "GET" | "POST" | "PUT";
  readonly pattern: RegExp;
  readonly handle: (call: Call, dependencies: Dependencies) => Promise<void> | void;
}

export const routes: readonly Route[] = [
  { method: "GET", pattern: /^\/health$/, handle: showHealth },
  { method: "GET", pattern: /^\/v1\/engines$/, handle: listEngines },
  { method: "PUT", pattern: /^\/v1\/inputs\/(?<sha256>[^/]+)$/, handle: storeInput },
  { method: "POST", pattern: /^\/v1\/checks$/, handle: checkGenerations },
  { method: "POST", pattern: /^\/v1\/generations$/, handle: createGeneration },
  { method: "GET", pattern: /^\/v1\/generations$/, handle: listGenerations },
  { method: "GET", pattern: /^\/v1\/generations\/(?<id>[^/]+)$/, handle: showGeneration },
  {
    method: "POST",
    pattern: /^\/v1\/generations\/(?<id>[^/]+)\/cancel$/,
    handle: cancelGeneration,
  },
  {
    method: "GET",
    pattern: /^\/v1\/generations\/(?<id>[^/]+)\/outputs\/(?<index>\d{1,3})$/,
    handle: sendOutput,
  },
];

function showHealth({ response }: Call, { queue }: Dependencies): void {
  sendJson(response, 200, { status: "ok", ...queue.counts() });
}

async function listEngines({ response }: Call, { engineSettings }: Dependencies): Promise<void> {
  const data = await Promise.all(
    capabilities.map(async (capability) => {
      const status = await engines[capability]?.describe(engineSettings);
      return { capability, ...(status ?? { engine: null, available: false }) };
    }),
  );
  sendJson(response, 200, { data });
}

async function storeInput({ request, response, path }: Call, { inputs }: Dependencies) {
  const sha256 = path["sha256"] ?? "";
  if (!/^[0-9a-f]{64}$/.test(sha256)) {
    throw new StudioError("hash_mismatch", "The path must end in the SHA-256 in lower-case hex.");
  }
  await inputs.store(sha256, request);
  response.writeHead(204).end();
}

/** Lets the engine refuse a request before it accepts a job. */
async function checkGenerations({ request, response }: Call): Promise<void> {
  const checked = checkRequests(await readJson(request), (capability) => engines[capability]);
  sendJson(response, 200, { data: checked.map((issues) => ({ issues })) });
}

async function createGeneration({ request, response }: Call, dependencies: Dependencies) {
  const idempotencyKey = request.headers["idempotency-key"];
  const parsed = parseRequest(await readJson(request), (capability) => engines[capability]);
  const issues = "issues" in parsed ? [...parsed.issues] : [];
  if (typeof idempotencyKey !== "string" || !/^.{1,255}$/.test(idempotencyKey)) {
    const message = "the header Idempotency-Key must have 1 to 255 characters";
    throw invalid([{ path: "Idempotency-Key", message }, ...issues]);
  }
  if ("issues" in parsed) throw invalid(issues);

  const { store, inputs, queue, engineSettings } = dependencies;
  const engine = await chooseEngine(parsed.request, engineSettings);
  // A repeated submission returns the record; its inputs may have expired since the first one.
  if (!store.findByIdempotencyKey(idempotencyKey)) {
    const inputIssues = await checkInputs(parsed.request, inputs);
    if (inputIssues.length > 0) throw invalid(inputIssues);
  }
  const { generation, created } = queue.submit({
    idempotencyKey,
    request: parsed.request,
    engine,
  });
  sendJson(response, created ? 202 : 200, present(generation, dependencies));
}

async function chooseEngine(
  request: SubmittedRequest,
  settings: EngineSettings,
): Promise<EngineDescription> {
  if ("operation" in request) return mediaEngine;
  const status = await engines[request.capability]?.describe(settings);
  if (status?.available) return status.engine;
  const pack = status?.pack === undefined ? "" : ` The model pack ${status.pack} is missing.`;
  const message = `Nothing serves ${request.capability} here yet.${pack}`;
  throw new StudioError("capability_not_available", message);
}

async function checkInputs(request: SubmittedRequest, inputs: InputStore): Promise<Issue[]> {
  const issues: Issue[] = [];
  for (const [index, { kind, sha256 }] of request.inputs.entries()) {
    const path = `inputs.${index}`;
    const found = await inputs.find(sha256);
    if (!found) {
      issues.push({ path: `${path}.sha256`, message: `not there: PUT /v1/inputs/${sha256} first` });
    } else if (!found.contentType || !isAcceptable(kind, found.contentType)) {
      const message = `expected a file of kind ${kind}, found ${found.contentType ?? "an unknown type"}`;
      issues.push({ path: `${path}.kind`, message });
    }
  }
  return issues;
}

function listGenerations({ response, query }: Call, dependencies: Dependencies): void {
  const idempotencyKey = query.get("idempotencyKey");
  if (!idempotencyKey) {
    throw invalid([{ path: "idempotencyKey", message: "the query must name a key" }]);
  }
  const found = dependencies.store.findByIdempotencyKey(idempotencyKey);
  sendJson(response, 200, { data: found ? [present(found, dependencies)] : [] });
}

function showGeneration({ response, path }: Call, dependencies: Dependencies): void {
  sendJson(response, 200, present(find(path["id"], dependencies), dependencies));
}

function cancelGeneration({ response, path }: Call, dependencies: Dependencies): void {
  const canceled = dependencies.queue.cancel(path["id"] ?? "");
  sendJson(response, 200, present(canceled, dependencies));
}

async function sendOutput({ request, response, path }: Call, dependencies: Dependencies) {
  const generation = find(path["id"], dependencies);
  const output = generation.outputs[Number(path["index"])];
  if (!output) throw new StudioError("output_not_found", "The generation has no such output.");
  await sendFile(request, response, {
    ...output,
    path: join(dependencies.store.folder(generation.id), output.fileName),
  });
}

function find(id: string | undefined, { store }: Dependencies): Generation {
  const generation = store.find(id ?? "");
  if (!generation) throw new StudioError("generation_not_found", `No generation ${id}.`);
  return generation;
}

function present(generation: Generation, { queue }: Dependencies) {
  return presentGeneration(generation, queue.progress(generation.id));
}

function invalid(issues: readonly Issue[]): StudioError {
  const message = `The request has ${issues.length} problem${issues.length === 1 ? "" : "s"}.`;
  return new StudioError("invalid_request", message, { issues });
}
