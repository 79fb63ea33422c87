import type { MediaName } from "./media-files.ts";
import { receivedJson, wordIn } from "./received-body.ts";
import {
  simulatorKey,
  startSimulator,
  type Protocol,
  type Simulator,
  type SimulatorAnswer,
  type World,
} from "./simulator.ts";

const headers = { "x-recraft-requestid": "rr_sim" };

function refusal(status: number, code: string, message: string): SimulatorAnswer {
  return { status, headers, json: { code, message } };
}

function plainText(status: number, text: string): SimulatorAnswer {
  return { status, headers, bytes: Buffer.from(text), contentType: "text/plain" };
}

/** recraft.ai/docs and its OpenAPI of 2026-08: every response contains URLs of results. */
export async function startRecraft(): Promise<Simulator> {
  const protocol: Protocol = {
    isPaid: ({ method }) => method === "POST",
    refusals: {
      balance: refusal(402, "not_enough_credits", "Not enough API units."),
      balance_as_invalid: refusal(400, "not_enough_credits", "Not enough API units."),
      rate_limited: refusal(429, "rate_limit_exceeded", "Rate limit exceeded."),
      moderated: refusal(400, "prompt_moderated", "The prompt was refused by moderation."),
      invalid: refusal(400, "invalid_size", "Size is not supported by this model."),
      invalid_as_text: plainText(400, "invalid request body"),
    },
    answer(request, world) {
      const { method, url } = request;
      if (request.headers["authorization"] !== `Bearer ${simulatorKey}`) {
        return plainText(401, "request unauthorized");
      }
      switch (`${method} ${url.pathname}`) {
        case "GET /v1/users/me":
          return { headers, json: { id: world.newId(), credits: 1_000 } };
        case "POST /v1/images/generations":
          return drawn(receivedJson(request), world);
        case "POST /v1/images/crispUpscale":
          return upscaled(receivedJson(request), world);
        default:
          return plainText(404, "404 page not found");
      }
    },
  };
  return startSimulator(protocol);
}

type Fields = Readonly<Record<string, unknown>>;

const modelNames = ["recraftv4_1", "recraftv4_1_pro", "recraftv4_1_vector"];
const drawnFields = [
  "prompt",
  "model",
  "n",
  "size",
  "controls",
  "random_seed",
  "response_format",
  "image_format",
];
const sizeOf: Readonly<Record<string, RegExp>> = {
  recraftv4_1:
    /^(?:1024x1024|(?:768|832|896|1152|1216|1280|1344|1536)x(?:768|832|896|1152|1216|1280|1344|1536))$/,
  recraftv4_1_pro: /^(?:1536|1664|1792|2048|2304|2432|2560|2688|3072)x\d{4}$/,
  recraftv4_1_vector: /^\d{1,2}:\d{1,2}$/,
};

function drawn(fields: Fields, world: World): SimulatorAnswer {
  const model = wordIn(fields, "model") ?? "recraftv4_1";
  const isDrawing = model.endsWith("_vector");
  const unknown = Object.keys(fields).find((name) => !drawnFields.includes(name));
  if (unknown !== undefined) return refusal(400, "invalid_request", `Unknown field ${unknown}.`);
  if (!modelNames.includes(model)) return refusal(400, "invalid_model", "No such model.");
  if (typeof fields["prompt"] !== "string") return refusal(400, "invalid_request", "No prompt.");
  const size = wordIn(fields, "size");
  if (size !== undefined && sizeOf[model]?.test(size) !== true) {
    return refusal(400, "invalid_size", "Size is not supported by this model.");
  }
  const count = Number(fields["n"] ?? 1);
  if (!(count >= 1 && count <= 6)) return refusal(400, "invalid_request", "n must be 1 to 6.");
  const format = formatOf(fields);
  if (format === null || (isDrawing && fields["image_format"] !== undefined)) {
    return refusal(400, "invalid_request", "image_format is not supported.");
  }
  const data = Array.from({ length: count }, () => imageOf(isDrawing ? "svg" : format, world));
  return { headers, json: { created: 1_790_000_000, credits: 35 * count, data } };
}

function upscaled(fields: Fields, world: World): SimulatorAnswer {
  const names = ["image_url", "response_format", "image_format", "expire", "upscale"];
  const unknown = Object.keys(fields).find((name) => !names.includes(name));
  if (unknown !== undefined) return refusal(400, "invalid_request", `Unknown field ${unknown}.`);
  const address = wordIn(fields, "image_url") ?? "";
  if (!/^(?:https:\/\/|data:image\/(?:png|jpeg|webp);base64,)/.test(address)) {
    return refusal(400, "invalid_request", "image_url must be a URL or a data URL.");
  }
  const format = formatOf(fields);
  if (format === null) return refusal(400, "invalid_request", "image_format is not supported.");
  return { headers, json: { created: 1_790_000_000, credits: 4, image: imageOf(format, world) } };
}

/** WebP by default; null for an unknown format. */
function formatOf(fields: Fields): "png" | "webp" | null {
  const format = wordIn(fields, "image_format") ?? "webp";
  return format === "png" || format === "webp" ? format : null;
}

function imageOf(name: MediaName, world: World): object {
  return { image_id: world.newId(), url: world.publish(name), revised_prompt: null };
}
