import { createHmac } from "node:crypto";

import { providerDocument } from "./provider-document.ts";
import { receivedJson } from "./received-body.ts";
import {
  simulatorKey,
  startSimulator,
  type Protocol,
  type Received,
  type Simulator,
} from "./simulator.ts";

interface Task {
  /** The key that submitted the task; only this key may poll it. */
  readonly key: string;
  readonly file: "jpg" | "png" | "webp" | "mp4";
  readonly isFlux3: boolean;
  readonly webhook: { readonly url: string; readonly secret: string } | null;
  polls: number;
}

export interface BlackForestLabs extends Simulator {
  /**
   * Sends webhooks for all requests with a webhook URL to `origin`, the API's local URL; returns the response
   * statuses.
   */
  sendWebhooks(origin: string): Promise<number[]>;
}

/** docs.bfl.ai, validated against its OpenAPI document: submit, poll the URL from the response, download within ten minutes. */
export async function startBlackForestLabs({
  keys = new Set([simulatorKey]),
}: {
  /** Each key belongs to a different account. */
  keys?: ReadonlySet<string>;
} = {}): Promise<BlackForestLabs> {
  const tasks = new Map<string, Task>();
  const protocol: Protocol = {
    isPaid: ({ method }) => method === "POST",
    refusals: {
      balance: { status: 402, json: { detail: "Insufficient credits." } },
      rate_limited: {
        status: 429,
        headers: { "retry-after": "2" },
        json: { detail: "Too many active tasks." },
      },
      invalid: {
        status: 422,
        json: {
          detail: [
            { loc: ["body", "width"], msg: "width must be a multiple of 16", type: "value_error" },
          ],
        },
      },
      moderated: { status: 400, json: { error: "moderated", message: "Request Moderated" } },
    },
    answer(request, world) {
      const { method, url, headers } = request;
      const key = headers["x-key"] ?? "";
      if (!keys.has(key)) return { status: 403, json: { detail: "Not authenticated" } };
      if (method === "POST") {
        const problem = problemOf(request);
        if (problem !== null)
          return {
            status: 422,
            json: { detail: [{ loc: ["body"], msg: problem, type: "value_error" }] },
          };
        const id = world.newId();
        tasks.set(id, {
          key,
          file: fileOf(request),
          isFlux3: url.pathname.startsWith("/v1/flux-3-"),
          webhook: webhookOf(request),
          polls: 0,
        });
        const { webhook_url } = receivedJson(request);
        if (webhook_url !== undefined) return { json: { id, status: "Pending", webhook_url } };
        const polling_url = `${world.url}/v1/get_result?id=${id}`;
        return { json: { id, polling_url, cost: 3, input_mp: 0, output_mp: 1 } };
      }
      if (url.pathname === "/v1/credits") return { json: { credits: 100 } };
      const id = url.searchParams.get("id") ?? "";
      const task = tasks.get(id);
      if (url.pathname !== "/v1/get_result" || task?.key !== key) {
        return { json: { id, status: "Task not found", result: null } };
      }
      task.polls += 1;
      const { status, runningPolls = 1 } = world.scenario;
      const word = status ?? (task.polls > runningPolls ? "Ready" : "Pending");
      if (word !== "Ready") {
        const json = { id, status: word, result: null, progress: 0.5 };
        return task.isFlux3 && word === "Error" ? { status: 503, json } : { json };
      }
      return {
        json: {
          id,
          status: word,
          result: { sample: world.publish(task.file), seed: 42, prompt: "" },
          progress: null,
        },
      };
    },
  };
  const simulator = await startSimulator(protocol, {
    document: providerDocument("black-forest-labs"),
  });
  return {
    ...simulator,
    sendWebhooks: async (origin) =>
      Promise.all([...tasks].map(async ([id, { webhook }]) => sendWebhook(id, webhook, origin))),
  };
}

function webhookOf(request: Received): Task["webhook"] {
  const { webhook_url: url, webhook_secret: secret } = receivedJson(request);
  return typeof url === "string" && typeof secret === "string" ? { url, secret } : null;
}

async function sendWebhook(id: string, webhook: Task["webhook"], origin: string): Promise<number> {
  if (webhook === null) throw new Error("the request asked for no webhook");
  const body = JSON.stringify({ id, status: "Ready", result: {} });
  const signature = createHmac("sha256", webhook.secret).update(body).digest("hex");
  const { status } = await fetch(new URL(new URL(webhook.url).pathname, origin), {
    method: "POST",
    headers: { "content-type": "application/json", "x-bfl-signature": `sha256=${signature}` },
    body,
  });
  return status;
}

function fileOf(request: Received): Task["file"] {
  if (request.url.pathname === "/v1/flux-3-video") return "mp4";
  const format = receivedJson(request)["output_format"];
  return format === "png" || format === "webp" ? format : "jpg";
}

/** Rules of the guides that the OpenAPI document does not state. */
function problemOf(request: Received): string | null {
  const body = receivedJson(request);
  for (const side of ["width", "height"]) {
    const value = body[side];
    if (value !== undefined && Number(value) % 16 !== 0) return `${side} must be a multiple of 16`;
  }
  const { keyframes = [], images = [], duration } = body;
  const files = [body["input_image"], body["image"], body["start_video"], keyframes, images].flat();
  if (files.some((file) => typeof file === "string" && file.startsWith("data:"))) {
    return "a file must be base64 or a URL";
  }
  if (Array.isArray(keyframes) && keyframes.length > 2 && typeof duration !== "number") {
    return "three or more keyframes need a duration";
  }
  return null;
}
