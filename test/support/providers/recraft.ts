import type { MediaName } from "./media-files.ts";
import { providerDocument } from "./provider-document.ts";
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

/** recraft.ai/docs, validated against its OpenAPI document of 2026-08: every response contains URLs of results. */
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
          return upscaled(receivedJson(request), { world, credits: 4 });
        case "POST /v1/images/creativeUpscale":
          return upscaled(receivedJson(request), { world, credits: 250 });
        default:
          return plainText(404, "404 page not found");
      }
    },
  };
  return startSimulator(protocol, { document: providerDocument("recraft") });
}

type Fields = Readonly<Record<string, unknown>>;

/** Sizes in pixels of each model (guide, appendix); every model takes the ratios. */
const usualSizes =
  /^(?:1024x1024|(?:768|832|896|1152|1216|1280|1344|1536)x(?:768|832|896|1152|1216|1280|1344|1536))$/;
const sizeOf: Readonly<Record<string, RegExp>> = {
  recraftv4_1: usualSizes,
  recraftv4_1_flash: usualSizes,
  recraftv4_1_pro: /^(?:1536|1664|1792|2048|2304|2432|2560|2688|3072)x\d{4}$/,
  recraftv4_1_vector: /^$/,
  recraftv4_1_pro_vector: /^$/,
};
const ratio = /^\d{1,2}:\d{1,2}$/;

/** Rules of the guide that the OpenAPI document does not state. */
function drawn(fields: Fields, world: World): SimulatorAnswer {
  const model = wordIn(fields, "model") ?? "recraftv4_1";
  const isDrawing = model.endsWith("_vector");
  const sizes = sizeOf[model];
  if (sizes === undefined) return refusal(400, "invalid_model", "No such model.");
  if (typeof fields["prompt"] !== "string") return refusal(400, "invalid_request", "No prompt.");
  const size = wordIn(fields, "size");
  if (size !== undefined && !ratio.test(size) && !sizes.test(size)) {
    return refusal(400, "invalid_size", "Size is not supported by this model.");
  }
  const count = Number(fields["n"] ?? 1);
  if (!(count >= 1 && count <= 6)) return refusal(400, "invalid_request", "n must be 1 to 6.");
  if (isDrawing && fields["image_format"] !== undefined) {
    return refusal(400, "invalid_request", "image_format is not supported.");
  }
  const format = isDrawing ? "svg" : formatOf(fields);
  const data = Array.from({ length: count }, () => imageOf(format, world));
  return { headers, json: { created: 1_790_000_000, credits: 35 * count, data } };
}

function upscaled(
  fields: Fields,
  { world, credits }: { world: World; credits: number },
): SimulatorAnswer {
  const address = wordIn(fields, "image_url") ?? "";
  if (!/^(?:https:\/\/|data:image\/(?:png|jpeg|webp);base64,)/.test(address)) {
    return refusal(400, "invalid_request", "image_url must be a URL or a data URL.");
  }
  const image = imageOf(formatOf(fields), world);
  return { headers, json: { created: 1_790_000_000, credits, image } };
}

/** WebP by default. */
function formatOf(fields: Fields): "png" | "webp" {
  return wordIn(fields, "image_format") === "png" ? "png" : "webp";
}

function imageOf(name: MediaName, world: World): object {
  return { image_id: world.newId(), url: world.publish(name) };
}
