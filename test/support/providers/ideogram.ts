import { createHash, generateKeyPairSync, sign, type KeyObject } from "node:crypto";

import { receivedForm } from "./received-body.ts";
import {
  simulatorKey,
  startSimulator,
  type Protocol,
  type Simulator,
  type SimulatorAnswer,
  type World,
} from "./simulator.ts";

/** Form fields of each path: texts, and files by name with their maximum number. */
interface Form {
  readonly texts: readonly string[];
  readonly required: readonly string[];
  readonly files: Readonly<Record<string, number>>;
  readonly speeds: readonly string[];
  readonly resolution: RegExp;
}

const v3 = {
  speeds: ["FLASH", "TURBO", "BALANCED", "DEFAULT", "QUALITY"],
  resolution: /^(?:5|6|7|8|9|10|11|12|13|14|15)\d{2}x(?:5|6|7|8|9|10|11|12|13|14|15)\d{2}$/,
};
const editTexts = ["prompt", "magic_prompt", "num_images", "seed"];
const styleTexts = ["rendering_speed", "style_type", "style_preset", "style_codes"];

const forms: Readonly<Record<string, Form>> = {
  "/v1/ideogram-v4/generate": {
    texts: [
      "text_prompt",
      "json_prompt",
      "resolution",
      "rendering_speed",
      "enable_copyright_detection",
    ],
    required: [],
    files: {},
    speeds: ["TURBO", "DEFAULT", "QUALITY"],
    resolution: /^(?:[12]\d{3}|3[0-3]\d{2})x(?:[12]\d{3}|3[0-3]\d{2})$/,
  },
  "/v1/ideogram-v3/generate": {
    texts: [...editTexts, ...styleTexts, "resolution", "aspect_ratio", "negative_prompt"],
    required: ["prompt"],
    files: { style_reference_images: 10, character_reference_images: 1 },
    ...v3,
  },
  "/v1/ideogram-v3/inpaint": {
    texts: [...editTexts, ...styleTexts],
    required: ["prompt", "image", "mask"],
    files: { image: 1, mask: 1, style_reference_images: 10, character_reference_images: 1 },
    ...v3,
  },
  "/v1/edit": {
    texts: [...editTexts, "image_urls", "resolution", "aspect_ratio", "transparent_background"],
    required: ["prompt"],
    files: { images: 10 },
    ...v3,
  },
};

/** Prompts for which the first of several results, or all of them, are unsafe. */
export const unsafeWords = { some: "one unsafe", all: "all unsafe" } as const;

interface Generation {
  readonly webhookUrl: URL;
  readonly received: FormData;
  polls: number;
}

const created = "2026-11-21T16:00:00+00:00";
const background = "/v1/ideogram-v4/async/generate";

export interface Ideogram extends Simulator {
  /**
   * Sends webhooks for all background generations to `origin`, the API's local URL; returns the response
   * statuses.
   */
  sendWebhooks(origin: string): Promise<number[]>;
}

/**
 * developer.ideogram.ai and its OpenAPI of 2026-06: forms whose responses contain URLs of results; 4.0 also
 * in the background for requests with a webhook URL.
 */
export async function startIdeogram(): Promise<Ideogram> {
  const keys = generateKeyPairSync("ed25519");
  const generations = new Map<string, Generation>();
  const protocol: Protocol = {
    isPaid: ({ method }) => method === "POST",
    refusals: {
      balance: { status: 402, json: { message: "Insufficient credits or quota." } },
      rate_limited: { status: 429, json: { message: "Too many requests." } },
      moderated: {
        status: 422,
        json: {
          error: "Prompt provided failed safety check due to the inclusion of prohibited content.",
        },
      },
      invalid: invalid("Invalid value for resolution."),
    },
    async answer(request, world) {
      const { method, url, headers } = request;
      if (url.pathname === "/v1/.well-known/jwks.json") {
        return { json: { keys: [keys.publicKey.export({ format: "jwk" })] } };
      }
      if (headers["api-key"] !== simulatorKey) {
        return { status: 401, json: { message: "Not authorized." } };
      }
      if (method === "GET" && url.pathname === "/models") return { json: { models: [] } };
      const [, id] = /^\/v1\/generations\/([\w-]+)$/.exec(url.pathname) ?? [];
      if (method === "GET" && id !== undefined) return asked(id, generations.get(id), world);
      const isBackground = url.pathname === background;
      const form = forms[isBackground ? "/v1/ideogram-v4/generate" : url.pathname];
      if (method !== "POST" || form === undefined) return { status: 404, json: {} };
      const received = await receivedForm(request);
      const problem = problemOf(form, received);
      if (problem !== null) return invalid(problem);
      if (!isBackground) return { json: { created, data: drawn(received, world) } };
      const webhookUrl = URL.parse(url.searchParams.get("webhook_url") ?? "");
      if (webhookUrl?.protocol !== "https:") {
        return invalid("webhook_url must be an HTTPS address.");
      }
      const generation_id = Buffer.from(world.newId()).toString("base64url").slice(0, 22);
      generations.set(generation_id, { webhookUrl, received, polls: 0 });
      return { json: { generation_id } };
    },
  };
  return {
    ...(await startSimulator(protocol)),
    sendWebhooks: async (origin) =>
      Promise.all(
        [...generations].map(async ([id, { webhookUrl }]) =>
          sendWebhook(id, new URL(webhookUrl.pathname, origin), keys.privateKey),
        ),
      ),
  };
}

async function sendWebhook(id: string, address: URL, key: KeyObject): Promise<number> {
  const body = JSON.stringify({ generation_id: id, created, data: [] });
  const seconds = Math.floor(Date.now() / 1_000);
  const hash = createHash("sha256").update(body).digest("hex");
  const message = Buffer.from(`${id}\nuser\n${seconds}\n${hash}`);
  const { status } = await fetch(address, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-ideogram-webhook-generation-id": id,
      "x-ideogram-webhook-user-id": "user",
      "x-ideogram-webhook-timestamp": String(seconds),
      "x-ideogram-webhook-key-id": "1",
      "x-ideogram-webhook-signature": sign(null, message, key).toString("hex"),
    },
    body,
  });
  return status;
}

function invalid(message: string): SimulatorAnswer {
  return { status: 400, json: { message } };
}

function asked(id: string, generation: Generation | undefined, world: World): SimulatorAnswer {
  if (generation === undefined) return { status: 404, json: { message: "Not found." } };
  generation.polls += 1;
  const { runningPolls = 1, status: word } = world.scenario;
  const status = word ?? (generation.polls > runningPolls ? "completed" : "pending");
  const known = { generation_id: id, status, created };
  if (status !== "completed") return { json: known };
  const data = drawn(generation.received, world);
  return { json: { ...known, response_type: "url", data } };
}

function drawn(received: FormData, world: World): object[] {
  const prompt = textOf(received, "prompt") ?? textOf(received, "text_prompt") ?? "";
  const count = Number(textOf(received, "num_images") ?? 1);
  const isUnsafe = (at: number) =>
    prompt.includes(unsafeWords.all) || (prompt.includes(unsafeWords.some) && at === 0);
  return Array.from({ length: count }, (_, at) => ({
    url: isUnsafe(at) ? null : world.publish("png"),
    is_image_safe: !isUnsafe(at),
    prompt,
    resolution: textOf(received, "resolution") ?? "1024x1024",
    seed: Number(textOf(received, "seed") ?? 12_345) + at,
  }));
}

function problemOf(form: Form, received: FormData): string | null {
  const counts = new Map<string, number>();
  for (const [name, value] of received) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const isFile = typeof value !== "string";
    if (isFile ? form.files[name] === undefined : !form.texts.includes(name)) {
      return `Unexpected field ${name}.`;
    }
    if (isFile && !/^image\/(?:png|jpeg|webp)$/.test(value.type)) return `${name} is no image.`;
    if (isFile && value.size === 0) return `${name} is empty.`;
  }
  const missing = form.required.find((name) => !counts.has(name));
  if (missing !== undefined) return `Missing field ${missing}.`;
  const crowded = [...counts].find(([name, count]) => count > (form.files[name] ?? 1));
  if (crowded !== undefined) return `Too many of ${crowded[0]}.`;
  if (form.texts.includes("text_prompt")) {
    if (counts.has("text_prompt") === counts.has("json_prompt")) return "Give one prompt.";
  }
  return valueProblem(form, received);
}

function valueProblem(form: Form, received: FormData): string | null {
  const speed = textOf(received, "rendering_speed") ?? "DEFAULT";
  if (!form.speeds.includes(speed)) return `rendering_speed ${speed} is not supported.`;
  const resolution = textOf(received, "resolution");
  if (resolution !== undefined) {
    if (textOf(received, "aspect_ratio") !== undefined) return "Give resolution or aspect_ratio.";
    if (!form.resolution.test(resolution)) return "Invalid value for resolution.";
  }
  const count = Number(textOf(received, "num_images") ?? 1);
  if (!(Number.isInteger(count) && count >= 1 && count <= 8)) return "num_images must be 1 to 8.";
  const seed = Number(textOf(received, "seed") ?? 0);
  return seed >= 0 && seed <= 2_147_483_647 ? null : "Invalid seed.";
}

function textOf(received: FormData, name: string): string | undefined {
  const value = received.get(name);
  return typeof value === "string" ? value : undefined;
}
