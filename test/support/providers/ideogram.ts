import { createHash, generateKeyPairSync, sign, type KeyObject } from "node:crypto";

import { providerDocument } from "./provider-document.ts";
import { receivedForm } from "./received-body.ts";
import {
  simulatorKey,
  startSimulator,
  type Protocol,
  type Simulator,
  type SimulatorAnswer,
  type World,
} from "./simulator.ts";

const background = "/v1/ideogram-v4/async/generate";
const paths = [background, "/v1/ideogram-v3/generate", "/v1/ideogram-v3/inpaint", "/v1/edit"];

/** Prompts for which the first of several results, or all of them, are unsafe. */
export const unsafeWords = { some: "one unsafe", all: "all unsafe" } as const;

interface Generation {
  readonly webhookUrl: URL | null;
  readonly received: FormData;
  polls: number;
}

const created = "2026-11-21T16:00:00+00:00";

export interface Ideogram extends Simulator {
  /**
   * Sends webhooks for all background generations to `origin`, the API's local URL; returns the response
   * statuses.
   */
  sendWebhooks(origin: string): Promise<number[]>;
}

/**
 * developer.ideogram.ai, validated against its OpenAPI document of 2026-06: forms whose responses contain URLs of
 * results; 4.0 in the background.
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
      if (method !== "POST" || !paths.includes(url.pathname)) return { status: 404, json: {} };
      const received = await receivedForm(request);
      const problem = problemOf(received);
      if (problem !== null) return invalid(problem);
      if (url.pathname !== background) return { json: { created, data: drawn(received, world) } };
      const word = url.searchParams.get("webhook_url");
      const webhookUrl = word === null ? null : URL.parse(word);
      if (word !== null && webhookUrl?.protocol !== "https:") {
        return invalid("webhook_url must be an HTTPS URL.");
      }
      const generation_id = Buffer.from(world.newId()).toString("base64url").slice(0, 22);
      generations.set(generation_id, { webhookUrl, received, polls: 0 });
      return { json: { generation_id } };
    },
  };
  return {
    ...(await startSimulator(protocol, { document: providerDocument("ideogram") })),
    sendWebhooks: async (origin) =>
      Promise.all(
        [...generations].flatMap(([id, { webhookUrl }]) =>
          webhookUrl === null
            ? []
            : [sendWebhook(id, new URL(webhookUrl.pathname, origin), keys.privateKey)],
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
    seed: (Number(textOf(received, "seed") ?? 12_345) + at) % 2_147_483_648,
  }));
}

/** Rules of the reference that the OpenAPI document does not state. */
function problemOf(received: FormData): string | null {
  for (const [name, value] of received) {
    if (typeof value === "string") continue;
    if (!/^image\/(?:png|jpeg|webp)$/.test(value.type)) return `${name} is no image.`;
    if (value.size === 0) return `${name} is empty.`;
  }
  const isShaped = received.has("resolution") && received.has("aspect_ratio");
  return isShaped ? "Give resolution or aspect_ratio." : null;
}

function textOf(received: FormData, name: string): string | undefined {
  const value = received.get(name);
  return typeof value === "string" ? value : undefined;
}
