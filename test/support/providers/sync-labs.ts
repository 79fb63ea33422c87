import { receivedJson } from "./received-body.ts";
import {
  simulatorKey,
  startSimulator,
  type Protocol,
  type Received,
  type Simulator,
  type SimulatorAnswer,
  type World,
} from "./simulator.ts";

interface Generation {
  readonly id: string;
  readonly body: string;
  polls: number;
}

function refusal(status: number, message: string, errorCode?: string): SimulatorAnswer {
  return { status, json: { statusCode: status, message, errorCode } };
}

/** A status that fails with the error code of an invalid input, so tests can cover error codes, too. */
export const inputFailure = "FAILED with a code";

/** sync.so/docs: create with the caller's idempotency key, poll until done; uploads in three steps. */
export async function startSyncLabs(): Promise<Simulator> {
  const generations = new Map<string, Generation>();
  const byKey = new Map<string, Generation>();
  const slots = new Map<string, { isFilled: boolean }>();
  const assets = new Set<string>();

  const create = (request: Received, world: World): SimulatorAnswer => {
    const key = request.headers["idempotency-key"];
    if (key !== undefined && !/^[A-Za-z0-9._~-]{1,128}$/.test(key)) {
      return refusal(400, "The Idempotency-Key is malformed.", "INVALID_IDEMPOTENCY_KEY");
    }
    const body = request.body.toString("utf8");
    const former = key === undefined ? undefined : byKey.get(key);
    if (former !== undefined) {
      return former.body === body
        ? { status: 201, json: shown(former, "PENDING") }
        : refusal(409, "The key belongs to another request.", "IDEMPOTENCY_PAYLOAD_CONFLICT");
    }
    const problem = problemOf(receivedJson(request), assets);
    if (problem !== null) return refusal(400, problem, "generation_input_validation_failed");
    const generation = { id: world.newId(), body, polls: 0 };
    generations.set(generation.id, generation);
    if (key !== undefined) byKey.set(key, generation);
    return { status: 201, json: shown(generation, "PENDING") };
  };

  const ask = (id: string, world: World): SimulatorAnswer => {
    const generation = generations.get(id);
    if (generation === undefined) return refusal(404, "Not found.", "generation_not_found");
    generation.polls += 1;
    const { status, runningPolls = 1 } = world.scenario;
    if (status === inputFailure) {
      const error = "The audio could not be read.";
      const errorCode = "generation_input_audio_invalid";
      return { json: { ...shown(generation, "FAILED"), error, errorCode } };
    }
    const word = status ?? (generation.polls > runningPolls ? "COMPLETED" : "PROCESSING");
    const output =
      word === "COMPLETED" ? { outputUrl: world.publish("mp4"), outputDuration: 1.5 } : {};
    return { json: { ...shown(generation, word), ...output } };
  };

  const store = (request: Received): SimulatorAnswer => {
    const slot = slots.get(request.url.pathname);
    // The URL is presigned: a request with the provider's API key is refused.
    if (slot === undefined || request.headers["x-api-key"] !== undefined) return { status: 403 };
    slot.isFilled = request.body.byteLength > 0;
    return { status: 200 };
  };

  const protocol: Protocol = {
    isPaid: ({ method, url }) => method === "POST" && url.pathname === "/v2/generate",
    refusals: {
      balance: refusal(402, "No active plan.", "account_payment_required"),
      on_hold: refusal(403, "The account is on hold.", "account_on_hold"),
      rate_limited: refusal(429, "Rate limit exceeded.", "rate_limit_exceeded"),
      too_many: {
        status: 429,
        json: {
          statusCode: 429,
          message: "Too many generations.",
          errorCode: "concurrency_limit_reached",
          activeGenerations: 3,
          concurrencyLimit: 3,
          retryAfterSeconds: 30,
        },
      },
      invalid: refusal(400, "Invalid input.", "generation_input_validation_failed"),
      retired: refusal(400, "Unsupported model.", "generation_unsupported_model"),
    },
    answer(request, world) {
      const { method, url } = request;
      if (method === "PUT" && url.pathname.startsWith("/storage/")) return store(request);
      if (request.headers["x-api-key"] !== simulatorKey) return refusal(401, "Unauthorized");
      switch (`${method} ${url.pathname}`) {
        case "POST /v2/generate":
          return create(request, world);
        case "GET /v2/generations":
          return { json: [] };
        case "POST /v2/assets/upload": {
          const path = `/storage/${world.newId()}`;
          slots.set(path, { isFilled: false });
          const uploadUrl = `${world.url}${path}`;
          return { status: 201, json: { uploadUrl, url: uploadUrl, expiresIn: 604_800 } };
        }
        case "POST /v2/assets": {
          const { url: address, type } = receivedJson(request);
          const slot = slots.get(new URL(String(address)).pathname);
          if (slot?.isFilled !== true) {
            return refusal(422, "The file is not there.", "uploaded_file_not_found");
          }
          const id = world.newId();
          assets.add(id);
          return { status: 201, json: { id, type, url: address, visibility: "USER" } };
        }
      }
      const [, id] = /^\/v2\/generate\/([^/]+)$/.exec(url.pathname) ?? [];
      return method === "GET" && id !== undefined ? ask(id, world) : refusal(404, "Not found.");
    },
  };
  return startSimulator(protocol);
}

function shown({ id }: Generation, status: string): object {
  return { id, createdAt: "2026-11-21T16:00:00.000Z", status, model: "lipsync-2", input: [] };
}

/** The models of the vendor's API reference and billing page, read 2026-11. */
const models = new Set(["lipsync-1.9.0-beta", "lipsync-2", "lipsync-2-pro", "react-1", "sync-3"]);
const bodyFields = ["model", "input", "options", "segments", "webhookUrl", "outputFileName"];
const optionFields = [
  "sync_mode",
  "model_mode",
  "prompt",
  "temperature",
  "active_speaker_detection",
  "occlusion_detection_enabled",
];

interface Item {
  readonly type?: string;
  readonly url?: string;
  readonly assetId?: string;
}

function problemOf(body: Record<string, unknown>, assets: ReadonlySet<string>): string | null {
  const options = (body["options"] ?? {}) as Record<string, unknown>;
  const unknown =
    Object.keys(body).find((name) => !bodyFields.includes(name)) ??
    Object.keys(options).find((name) => !optionFields.includes(name));
  if (unknown !== undefined) return `property ${unknown} should not exist`;
  if (!models.has(String(body["model"]))) return "no such model";
  const input = (body["input"] ?? []) as Item[];
  const visual = input.filter(({ type }) => type === "video" || type === "image");
  const audio = input.filter(({ type }) => type === "audio");
  if (visual.length !== 1 || audio.length !== 1 || input.length !== 2) {
    return "one visual input and one audio input are needed";
  }
  const isThere = ({ url, assetId }: Item) =>
    assetId === undefined ? url?.startsWith("https://") === true : assets.has(assetId);
  return input.every(isThere) ? null : "an input is not accessible";
}
