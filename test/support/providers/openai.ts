import { mediaFile, type MediaName } from "./media-files.ts";
import { createOpenaiResponses, type OpenaiResponses } from "./openai-responses.ts";
import { receivedForm, receivedJson, wordIn } from "./received-body.ts";
import {
  simulatorKey,
  startSimulator,
  type Protocol,
  type Simulator,
  type SimulatorAnswer,
} from "./simulator.ts";

/** Models of the types of openai 7.55.0 that have not been shut down. */
const models = new Set([
  "gpt-image-1-mini",
  "gpt-image-1.5",
  "gpt-image-2",
  "gpt-image-2.5-flare",
  "gpt-image-2.5-sunburst",
  "gpt-image-2.6-flare",
  "gpt-image-2.6-sunburst",
  "gpt-4o-mini-tts",
  "tts-1",
  "tts-1-hd",
  "gpt-transcribe",
  "gpt-4o-transcribe",
  "gpt-4o-mini-transcribe",
  "gpt-5.6-luna",
]);
const requestId = { "x-request-id": "req_sim" };

function refusal(
  status: number,
  code: string,
  message: string,
  type = "invalid_request_error",
): SimulatorAnswer {
  return { status, headers: requestId, json: { error: { message, type, param: null, code } } };
}

export type Openai = Simulator & Pick<OpenaiResponses, "sendWebhooks">;

/**
 * platform.openai.com by the types of openai 7.55.0: every response contains the result, except for
 * background responses.
 */
export async function startOpenai(): Promise<Openai> {
  const responses = createOpenaiResponses();
  const protocol: Protocol = {
    isPaid: ({ method, url }) => method === "POST" && !url.pathname.endsWith("/cancel"),
    refusals: {
      balance: refusal(
        429,
        "insufficient_quota",
        "You exceeded your current quota.",
        "insufficient_quota",
      ),
      rate_limited: refusal(429, "rate_limit_exceeded", "Rate limit reached.", "requests"),
      moderated: refusal(
        400,
        "moderation_blocked",
        "Your request was rejected by the safety system.",
        "image_generation_user_error",
      ),
      invalid: refusal(400, "invalid_value", "Invalid size."),
      retired: refusal(404, "model_not_found", "The model does not exist."),
      busy: refusal(409, "conflict", "Try again."),
    },
    async answer(request, world) {
      if (request.headers["authorization"] !== `Bearer ${simulatorKey}`) {
        return refusal(
          401,
          "invalid_api_key",
          `Incorrect API key provided: ${request.headers["authorization"] ?? ""}.`,
        );
      }
      const { method, url } = request;
      switch (`${method} ${url.pathname}`) {
        case "GET /v1/models":
          return {
            json: {
              object: "list",
              data: [...models].map((id) => ({
                id,
                object: "model",
                created: 1,
                owned_by: "openai",
              })),
            },
          };
        case "POST /v1/images/generations":
          return drawn(receivedJson(request));
        case "POST /v1/images/edits":
          return edited(await receivedForm(request));
        case "POST /v1/audio/speech":
          return spoken(receivedJson(request));
        case "POST /v1/audio/transcriptions":
          return transcribed(await receivedForm(request));
        case "POST /v1/responses": {
          const fields = receivedJson(request);
          if (fields["background"] !== true) return described(fields);
          return problemOf(fields, Object.keys(fields)) ?? responses.create(fields, world);
        }
      }
      const [, id, end = ""] = /^\/v1\/responses\/([^/]+)(\/cancel)?$/.exec(url.pathname) ?? [];
      switch (`${method} ${end}`) {
        case "GET ":
          if (id !== undefined) return responses.ask(id, world);
          break;
        case "POST /cancel":
          if (id !== undefined) return responses.cancel(id);
      }
      return refusal(404, "not_found", `Unknown request URL: ${method} ${url.pathname}`);
    },
  };
  const simulator = await startSimulator(protocol, { basePath: "/v1" });
  return { ...simulator, sendWebhooks: async (...given) => responses.sendWebhooks(...given) };
}

type Fields = Readonly<Record<string, unknown>>;

function problemOf(fields: Fields, allowed: readonly string[]): SimulatorAnswer | null {
  const unknown = Object.keys(fields).find((name) => !allowed.includes(name));
  if (unknown !== undefined)
    return refusal(400, "unknown_parameter", `Unknown parameter: '${unknown}'.`);
  if (!models.has(wordIn(fields, "model") ?? ""))
    return refusal(404, "model_not_found", "No such model.");
  return null;
}

const imageFields = [
  "model",
  "prompt",
  "size",
  "quality",
  "complexity",
  "background",
  "output_format",
  "output_compression",
  "n",
];

function drawn(fields: Fields): SimulatorAnswer {
  const problem = problemOf(fields, [...imageFields, "moderation"]);
  if (problem !== null) return problem;
  if (typeof fields["prompt"] !== "string")
    return refusal(400, "missing_required_parameter", "prompt");
  const size = wordIn(fields, "size") ?? "auto";
  if (size !== "auto") {
    const sides = /^(\d+)x(\d+)$/.exec(size)?.slice(1).map(Number) ?? [1];
    if (sides.some((side) => side % 16 !== 0 || side > 3840))
      return refusal(400, "invalid_value", "Invalid size.");
  }
  return pictures(wordIn(fields, "output_format"), Number(wordIn(fields, "n") ?? 1));
}

const imageNames: Readonly<Record<string, MediaName>> = { png: "png", jpeg: "jpg", webp: "webp" };

const usage = {
  total_tokens: 2_106,
  input_tokens: 350,
  input_tokens_details: { text_tokens: 50, image_tokens: 300 },
  output_tokens: 1_756,
};

function pictures(format: string | undefined, count: number): SimulatorAnswer {
  const file = mediaFile(imageNames[format ?? "png"] ?? "png");
  const b64_json = file.toString("base64");
  const data = Array.from({ length: count }, () => ({ b64_json }));
  return { headers: requestId, json: { created: 1, data, usage } };
}

function edited(form: FormData): SimulatorAnswer {
  const images = [...form.getAll("image[]"), ...form.getAll("image")];
  const fields = Object.fromEntries(
    [...form].filter(([name, value]) => typeof value === "string" && name !== "image[]"),
  );
  const problem = problemOf(fields, imageFields);
  if (problem !== null) return problem;
  const isFile = (entry: unknown): entry is File => entry instanceof File && entry.size > 0;
  if (images.length === 0 || !images.every(isFile))
    return refusal(400, "missing_required_parameter", "image");
  const mask = form.get("mask");
  if (mask !== null && !(isFile(mask) && mask.type === "image/png"))
    return refusal(400, "invalid_value", "Invalid mask.");
  return pictures(wordIn(fields, "output_format"), Number(wordIn(fields, "n") ?? 1));
}

const speechFiles: Readonly<Record<string, MediaName>> = {
  mp3: "mp3",
  wav: "wav",
  flac: "flac",
  opus: "ogg",
};

function spoken(fields: Fields): SimulatorAnswer {
  const problem = problemOf(fields, [
    "model",
    "input",
    "voice",
    "instructions",
    "response_format",
    "speed",
  ]);
  if (problem !== null) return problem;
  if (typeof fields["voice"] !== "string")
    return refusal(400, "missing_required_parameter", "voice");
  if (typeof fields["input"] !== "string")
    return refusal(400, "missing_required_parameter", "input");
  const file = speechFiles[wordIn(fields, "response_format") ?? "mp3"] ?? "mp3";
  return { headers: requestId, bytes: mediaFile(file), contentType: "audio/mpeg" };
}

function transcribed(form: FormData): SimulatorAnswer {
  const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === "string"));
  const problem = problemOf(fields, [
    "model",
    "language",
    "response_format",
    "temperature",
    "keywords",
    "prompt",
    "include[]",
    "chunking_strategy",
  ]);
  if (problem !== null) return problem;
  const file = form.get("file");
  if (!(file instanceof File) || !/\.(mp3|mp4|m4a|wav|webm|flac|ogg)$/.test(file.name)) {
    return refusal(400, "invalid_value", "Unrecognized file format.");
  }
  if (fields["response_format"] !== "json") return refusal(400, "unsupported_value", "Use json.");
  return {
    headers: requestId,
    json: {
      text: "A red fox in the snow.",
      usage:
        fields["model"] === "gpt-transcribe"
          ? { type: "duration", seconds: 60 }
          : { type: "tokens", input_tokens: 14, output_tokens: 45, total_tokens: 59 },
    },
  };
}

function described(fields: Fields): SimulatorAnswer {
  const problem = problemOf(fields, [
    "model",
    "input",
    "store",
    "max_output_tokens",
    "text",
    "instructions",
  ]);
  if (problem !== null) return problem;
  const text = JSON.stringify(fields["input"]);
  if (!text.includes('"input_image"')) return refusal(400, "invalid_value", "No image.");
  const content = text.includes("refuse this")
    ? { type: "refusal", refusal: "I cannot help with that." }
    : { type: "output_text", text: "A red fox.", annotations: [] };
  return {
    headers: requestId,
    json: {
      id: "resp_1",
      object: "response",
      created_at: 1,
      status: "completed",
      model: fields["model"],
      output: [
        { type: "reasoning", id: "rs_1", summary: [] },
        {
          type: "message",
          id: "msg_1",
          role: "assistant",
          status: "completed",
          content: [content],
        },
      ],
    },
  };
}
