import { Webhook } from "standardwebhooks";

import { mediaFile, type MediaName } from "./media-files.ts";
import { wordIn } from "./received-body.ts";
import type { SimulatorAnswer, World } from "./simulator.ts";

interface Drawing {
  readonly file: MediaName;
  readonly prompt: string;
  readonly fields: Fields;
  polls: number;
  state: "open" | "completed" | "cancelled";
}

type Fields = Readonly<Record<string, unknown>>;

/** Background responses with the image tool, by the types of openai 7.55.0. */
export interface OpenaiResponses {
  create(fields: Fields, world: World): SimulatorAnswer;
  ask(id: string, world: World): SimulatorAnswer;
  cancel(id: string): SimulatorAnswer;
  /** Sends webhooks for all of them to the project's URL; returns the response statuses. */
  sendWebhooks(address: string, secret: string): Promise<number[]>;
}

/** A prompt that the tool refuses. */
export const refusedDrawing = "refuse to draw";
/** A prompt to which the model replies with text instead of an image. */
export const answeredDrawing = "only talk";

const traced = { "x-request-id": "req_sim" };
const files: Readonly<Record<string, MediaName>> = { png: "png", jpeg: "jpg", webp: "webp" };

export function createOpenaiResponses(): OpenaiResponses {
  const drawings = new Map<string, Drawing>();
  return {
    create(fields, world) {
      const problem = problemOf(fields);
      if (problem !== null) return refusal(400, "invalid_value", problem);
      const id = `resp_${world.newId().replaceAll("-", "")}`;
      const [tool = {}] = fields["tools"] as Fields[];
      const file = files[wordIn(tool, "output_format") ?? "png"] ?? "png";
      drawings.set(id, { file, prompt: promptOf(fields), fields, polls: 0, state: "open" });
      return { headers: traced, json: shown(id, "queued", fields) };
    },

    ask(id, { scenario }) {
      const drawing = drawings.get(id);
      if (drawing === undefined) return unknown(id);
      const { status, runningPolls = 1 } = scenario;
      drawing.polls += 1;
      if (drawing.state === "open" && drawing.polls > runningPolls) drawing.state = "completed";
      const running = drawing.polls === 1 ? "queued" : "in_progress";
      return {
        headers: traced,
        json: answerOf(id, drawing, status ?? (drawing.state === "open" ? running : drawing.state)),
      };
    },

    cancel(id) {
      const drawing = drawings.get(id);
      if (drawing === undefined) return unknown(id);
      if (drawing.state === "open") drawing.state = "cancelled";
      return { headers: traced, json: answerOf(id, drawing, drawing.state) };
    },

    async sendWebhooks(address, secret) {
      return Promise.all([...drawings.keys()].map(async (id) => sendWebhook(id, address, secret)));
    },
  };
}

async function sendWebhook(id: string, address: string, secret: string): Promise<number> {
  const eventId = `evt_${id}`;
  const body = JSON.stringify({
    id: eventId,
    object: "event",
    created_at: 1_795_000_000,
    type: "response.completed",
    data: { id },
  });
  const now = new Date();
  const { status } = await fetch(address, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": eventId,
      "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
      "webhook-signature": new Webhook(secret).sign(eventId, now, body),
    },
    body,
  });
  return status;
}

function answerOf(id: string, { file, prompt, fields }: Drawing, status: string): object {
  const response = shown(id, status, fields);
  if (status === "failed") {
    const error = { code: "server_error", message: "The model failed to draw." };
    return { ...response, error };
  }
  if (status === "incomplete") {
    return { ...response, incomplete_details: { reason: "max_output_tokens" } };
  }
  if (status !== "completed") return response;
  const call = { id: "ig_1", type: "image_generation_call" };
  if (prompt === refusedDrawing) {
    const error = {
      type: "image_generation_user_error",
      code: "moderation_blocked",
      message: "Your request was rejected by the safety system.",
      param: null,
    };
    return { ...response, output: [{ ...call, status: "failed", result: null, error }] };
  }
  if (prompt === answeredDrawing) {
    const content = [{ type: "output_text", text: "I would rather not.", annotations: [] }];
    return { ...response, output: [{ type: "message", id: "msg_1", role: "assistant", content }] };
  }
  const result = mediaFile(file).toString("base64");
  return {
    ...response,
    tool_usage: {
      image_gen: {
        total_tokens: 2_106,
        input_tokens: 350,
        input_tokens_details: { text_tokens: 50, image_tokens: 300 },
        output_tokens: 1_756,
      },
      web_search: { num_requests: 0 },
    },
    output: [
      { type: "reasoning", id: "rs_1", summary: [] },
      { ...call, status: "completed", result, revised_prompt: prompt },
    ],
  };
}

function shown(id: string, status: string, { model, tools }: Fields) {
  return {
    id,
    object: "response",
    created_at: 1_795_000_000,
    status,
    background: true,
    store: true,
    error: null,
    incomplete_details: null,
    model,
    tools,
    output: [],
  };
}

function unknown(id: string): SimulatorAnswer {
  return refusal(404, "not_found", `Response with id '${id}' not found.`);
}

function refusal(status: number, code: string, message: string): SimulatorAnswer {
  const error = { message, type: "invalid_request_error", param: null, code };
  return { status, headers: traced, json: { error } };
}

const allowed = ["model", "background", "store", "instructions", "input", "tools", "tool_choice"];
const toolFields = [
  "type",
  "action",
  "background",
  "input_fidelity",
  "input_image_mask",
  "model",
  "moderation",
  "output_compression",
  "output_format",
  "partial_images",
  "quality",
  "size",
];

function problemOf(fields: Fields): string | null {
  const unknownField = Object.keys(fields).find((name) => !allowed.includes(name));
  if (unknownField !== undefined) return `Unknown parameter: '${unknownField}'.`;
  if (fields["store"] === false) return "Background mode needs store=true.";
  const [tool, ...others] = (fields["tools"] ?? []) as Fields[];
  if (tool?.["type"] !== "image_generation" || others.length > 0) return "One tool draws.";
  const unknownOption = Object.keys(tool).find((name) => !toolFields.includes(name));
  if (unknownOption !== undefined) return `Unknown parameter: 'tools[0].${unknownOption}'.`;
  if (promptOf(fields) === "") return "The input has no text.";
  const mask = tool["input_image_mask"] as { image_url?: string } | undefined;
  if (mask !== undefined && mask.image_url?.startsWith("data:image/png;base64,") !== true) {
    return "Invalid mask.";
  }
  const pictures = partsOf(fields).filter(({ type }) => type === "input_image");
  const isEdit = tool["action"] === "edit";
  if (isEdit !== pictures.length > 0) return "action and input_image do not fit.";
  const isImage = (url: unknown) => /^(?:https:\/\/|data:image\/)/.test(String(url));
  return pictures.every(({ image_url }) => isImage(image_url)) ? null : "Invalid image_url.";
}

function partsOf({ input }: Fields): Fields[] {
  return (input as { content: Fields[] }[]).flatMap(({ content }) => content);
}

function promptOf(fields: Fields): string {
  const text = partsOf(fields).find(({ type }) => type === "input_text")?.["text"];
  return typeof text === "string" ? text : "";
}
