import { mediaFile, type MediaName } from "./media-files.ts";
import { receivedForm, receivedJson, wordIn } from "./received-body.ts";
import {
  type Received,
  simulatorKey,
  startSimulator,
  type Simulator,
  type SimulatorAnswer,
  type World,
} from "./simulator.ts";

/** Fields that the server of each model knows; it refuses any other, as servers of one model do. */
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  "sd-turbo": ["prompt", "size", "n", "seed", "response_format"],
  kokoro: ["input", "voice", "response_format", "speed"],
  whisper: ["language", "response_format"],
  wan: ["prompt", "seconds", "size", "seed"],
};

/** Documents of the servers have paths and class names of the machine; callers must never read them. */
export const serverSecret = "/home/operator/models/private.safetensors";

function refusal(status: number, code: string): SimulatorAnswer {
  const message = `RuntimeError in ${serverSecret}`;
  return { status, json: { error: { message, type: "invalid_request_error", param: null, code } } };
}

export interface OwnServerOptions {
  /** A server that responds with URLs whatever the request asks for. */
  readonly respondsWithUrls?: boolean;
  /** Response of `GET /models`; by default the usual list. */
  readonly models?: unknown;
  /** Removes the list of models, as faster-whisper-server has none. */
  readonly hasNoList?: boolean;
}

/**
 * A server with OpenAI's protocol, by the types of openai 7.55.0 (videos: 6.49.0) and the documentation of vLLM-Omni 0.30, read
 * 2026-11: images in base64, speech as bytes, videos as a form with polling and `/content`.
 */
export async function startOwnServer(options: OwnServerOptions = {}): Promise<Simulator> {
  const polls = new Map<string, number>();
  return startSimulator(
    {
      isPaid: ({ method }) => method === "POST",
      refusals: {
        moderated: refusal(400, "content_policy_violation"),
        rate_limited: refusal(429, "rate_limit_exceeded"),
        invalid: refusal(400, "invalid_value"),
        unknown_model: refusal(404, "model_not_found"),
        no_route: { status: 404, json: { detail: "Not Found" } },
        wrong_method: { status: 405, json: { detail: "Method Not Allowed" } },
      },
      async answer(request, world) {
        if (request.headers["authorization"] !== `Bearer ${simulatorKey}`) {
          return refusal(401, "invalid_api_key");
        }
        const { method, url } = request;
        switch (`${method} ${url.pathname}`) {
          case "GET /v1/models":
            return options.hasNoList === true
              ? { status: 404, json: { detail: "Not Found" } }
              : { json: options.models ?? listed(Object.keys(fieldsOf)) };
          case "POST /v1/images/generations":
            return images(receivedJson(request), world, options);
          case "POST /v1/images/edits":
            return edited(await receivedForm(request), world, options);
          case "POST /v1/audio/speech":
            return spoken(receivedJson(request));
          case "POST /v1/audio/transcriptions":
            return transcribed(await receivedForm(request));
          case "POST /v1/videos":
            return filmed(await receivedForm(request), polls, world);
        }
        return film(request, polls, world);
      },
    },
    { basePath: "/v1" },
  );
}

export function listed(ids: readonly string[]): object {
  return {
    object: "list",
    data: ids.map((id) => ({ id, object: "model", created: 1, owned_by: "operator" })),
  };
}

function problemOf(fields: Readonly<Record<string, unknown>>): SimulatorAnswer | null {
  const known = fieldsOf[wordIn(fields, "model") ?? ""];
  if (known === undefined) return refusal(404, "model_not_found");
  const isKnown = Object.keys(fields).every((name) => name === "model" || known.includes(name));
  return isKnown ? null : refusal(400, "unknown_parameter");
}

function images(
  fields: Readonly<Record<string, unknown>>,
  world: World,
  { respondsWithUrls = false }: OwnServerOptions,
): SimulatorAnswer {
  const problem = problemOf(fields);
  if (problem !== null) return problem;
  if (typeof fields["prompt"] !== "string") return refusal(400, "missing_required_parameter");
  if (fields["response_format"] !== "b64_json") return refusal(400, "invalid_value");
  const b64_json = mediaFile("png").toString("base64");
  const data = Array.from({ length: Number(wordIn(fields, "n") ?? 1) }, () =>
    respondsWithUrls ? { url: world.publish("png") } : { b64_json },
  );
  return { json: { created: 1, data } };
}

function edited(form: FormData, world: World, options: OwnServerOptions): SimulatorAnswer {
  const given = [...form.getAll("image"), ...form.getAll("image[]")];
  const isFile = (entry: unknown) => entry instanceof File && entry.size > 0;
  if (given.length === 0 || !given.every(isFile)) return refusal(400, "missing_required_parameter");
  const mask = form.get("mask");
  if (mask !== null && !(mask instanceof File && mask.type === "image/png")) {
    return refusal(400, "invalid_value");
  }
  return images(textsOf(form), world, options);
}

const speechFiles: Readonly<Record<string, MediaName>> = { mp3: "mp3", wav: "wav", opus: "ogg" };

function spoken(fields: Readonly<Record<string, unknown>>): SimulatorAnswer {
  const problem = problemOf(fields);
  if (problem !== null) return problem;
  if (typeof fields["input"] !== "string" || typeof fields["voice"] !== "string") {
    return refusal(400, "missing_required_parameter");
  }
  const file = speechFiles[wordIn(fields, "response_format") ?? "mp3"] ?? "mp3";
  // Piper's server states this type for a WAV file.
  return { bytes: mediaFile(file), contentType: "text/html" };
}

function transcribed(form: FormData): SimulatorAnswer {
  const problem = problemOf(textsOf(form));
  if (problem !== null) return problem;
  const file = form.get("file");
  if (!(file instanceof File) || file.size === 0) return refusal(400, "invalid_value");
  if (form.get("response_format") !== "json") return refusal(400, "unsupported_value");
  return { json: { text: "A red fox in the snow." } };
}

function filmed(form: FormData, polls: Map<string, number>, world: World): SimulatorAnswer {
  const problem = problemOf(textsOf(form));
  if (problem !== null) return problem;
  const frame = form.get("input_reference");
  if (frame !== null && !(frame instanceof File && frame.size > 0)) {
    return refusal(400, "invalid_value");
  }
  const id = `video_${world.newId()}`;
  polls.set(id, 0);
  return { json: videoOf(id, "queued", 0) };
}

function film(
  { method, url }: Received,
  polls: Map<string, number>,
  world: World,
): SimulatorAnswer {
  const [, id = "", content] = /^\/v1\/videos\/([^/]+)(\/content)?$/.exec(url.pathname) ?? [];
  const poll = polls.get(id);
  if (method !== "GET" || poll === undefined) return { status: 404, json: { detail: "Not Found" } };
  const { status, runningPolls = 1 } = world.scenario;
  const isDone = poll >= runningPolls;
  if (content !== undefined) {
    return isDone
      ? { bytes: mediaFile("mp4"), contentType: "video/mp4" }
      : { status: 404, json: { detail: "Not ready" } };
  }
  polls.set(id, poll + 1);
  if (status !== undefined) return { json: videoOf(id, status, 50) };
  return { json: isDone ? videoOf(id, "completed", 100) : videoOf(id, "in_progress", 40) };
}

function videoOf(id: string, status: string, progress: number): object {
  return { id, object: "video", created_at: 1, model: "wan", status, progress, error: null };
}

function textsOf(form: FormData): Record<string, unknown> {
  return Object.fromEntries([...form].filter(([, value]) => typeof value === "string"));
}
