import { z } from "zod";

import { mediaFile } from "./media-files.ts";
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

/** Models of the types of @google/genai 3.1.0, with what they make. */
const models: Readonly<Record<string, "image" | "text" | "video">> = {
  "gemini-3-pro-image": "image",
  "gemini-3.1-flash-lite-image": "image",
  "gemini-nano-banana-2.1": "image",
  "gemini-3.8-flash": "text",
  "gemini-omni-1.1-flash": "video",
  "gemini-omni-1.2-flash": "video",
};

function refusal(status: number, word: string, message: string, details?: object[]) {
  const error = { code: status, message, status: word, ...(details && { details }) };
  return { status, json: { error } } satisfies SimulatorAnswer;
}

function quota(quotaId: string, message: string): SimulatorAnswer {
  const type = "type.googleapis.com/google.rpc";
  return refusal(429, "RESOURCE_EXHAUSTED", message, [
    { "@type": `${type}.QuotaFailure`, violations: [{ quotaId }] },
    { "@type": `${type}.RetryInfo`, retryDelay: "33.4s" },
  ]);
}

const wrongKey = refusal(
  400,
  "INVALID_ARGUMENT",
  "API key not valid. Please pass a valid API key.",
  [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }],
);

const exceeded = "You exceeded your current quota, please check your plan and billing details.";

/**
 * The Gemini API by the types of @google/genai 3.1.0: models respond with the result, interactions are
 * polled.
 */
export async function startGoogle(): Promise<Simulator> {
  const interactions = new Map<string, Interaction>();
  const files = new Set<string>();
  const protocol: Protocol = {
    isPaid: ({ method, url }) => method === "POST" && !url.pathname.endsWith("/cancel"),
    refusals: {
      moderated: stopped("IMAGE_SAFETY", "Unable to show the generated image."),
      prompt_blocked: { json: { promptFeedback: { blockReason: "OTHER" }, modelVersion: "x" } },
      no_image: stopped("NO_IMAGE", "The model did not make a picture."),
      balance: refusal(429, "RESOURCE_EXHAUSTED", "Your prepayment credits are depleted."),
      rate_limited: quota("GenerateRequestsPerMinutePerProjectPerModel", exceeded),
      day_is_over: quota("GenerateRequestsPerDayPerProjectPerModel", exceeded),
      no_free_tier: refusal(
        429,
        "RESOURCE_EXHAUSTED",
        `${exceeded} Quota exceeded for metric: free_tier_requests, limit: 0, model: x`,
      ),
      invalid: refusal(400, "INVALID_ARGUMENT", "Unable to process input image."),
      expired_key: {
        status: 400,
        json: [{ error: { code: 400, message: "API key expired.", status: "INVALID_ARGUMENT" } }],
      },
      abroad: refusal(
        400,
        "FAILED_PRECONDITION",
        "User location is not supported for the API use.",
      ),
      retired: refusal(404, "NOT_FOUND", "models/x is not found for API version v1beta."),
      busy: refusal(503, "UNAVAILABLE", "The model is overloaded. Please try again later."),
    },
    answer(request, world) {
      if (request.headers["x-goog-api-key"] !== simulatorKey) return wrongKey;
      const { method, url } = request;
      const path = url.pathname.replace(/^\/v1beta\//, "");
      const [, model, action] = /^models\/([^:]+):(\w+)$/.exec(path) ?? [];
      const [, id = "", cancel] = /^interactions\/([\w-]+)(\/cancel)?$/.exec(path) ?? [];
      const [, file = ""] = /^files\/([\w-]+):download$/.exec(path) ?? [];
      if (method === "GET" && path === "models") return listed();
      if (method === "POST" && action === "generateContent") return generated(request, model ?? "");
      if (method === "POST" && path === "interactions") {
        const problem = problemOf(receivedJson(request));
        if (problem !== null) return unfit(problem);
        const interaction = { id: world.newId(), polls: 0, status: "in_progress" };
        interactions.set(interaction.id, interaction);
        // Input only.
        const { background: _background, store: _store, ...body } = receivedJson(request);
        return shown(interaction, body);
      }
      if (files.has(file) && url.searchParams.get("alt") === "media") {
        const location = `${world.url}/download/v1beta/${path}?alt=media`;
        return { status: 302, headers: { location }, json: {} };
      }
      const [, download = ""] = /^\/download\/v1beta\/files\/([\w-]+):download$/.exec(path) ?? [];
      if (files.has(download)) {
        return { bytes: mediaFile("mp4"), contentType: "video/mp4" };
      }
      const interaction = interactions.get(id);
      if (interaction === undefined) return unfit("Invalid interaction name.");
      if (cancel !== undefined && method === "POST") return stop(interaction);
      return told(interaction, world, files);
    },
  };
  return startSimulator(protocol, { basePath: "/v1beta" });
}

function listed(): SimulatorAnswer {
  const list = Object.keys(models).map((id) => ({
    name: `models/${id}`,
    supportedGenerationMethods: ["generateContent"],
  }));
  return { json: { models: list } };
}

function stopped(finishReason: string, finishMessage: string): SimulatorAnswer {
  const candidates = [{ content: {}, finishReason, finishMessage, index: 0 }];
  return { json: { candidates, responseId: "resp_sim", modelVersion: "x" } };
}

const partSchema = z.union([
  z.strictObject({ text: z.string().min(1) }),
  z.strictObject({
    inlineData: z.strictObject({ mimeType: z.string().includes("/"), data: z.base64().min(8) }),
  }),
]);

/** Checked against the client's types: google-client.test.ts. */
export const generateSchema = z.strictObject({
  contents: z
    .array(z.strictObject({ role: z.literal("user"), parts: z.array(partSchema).min(1) }))
    .length(1),
  generationConfig: z
    .strictObject({
      responseModalities: z.array(z.enum(["TEXT", "IMAGE"])).optional(),
      imageConfig: z
        .strictObject({
          aspectRatio: z
            .string()
            .regex(/^\d+:\d+$/)
            .optional(),
          imageSize: z.enum(["512", "1K", "2K", "4K"]).optional(),
        })
        .optional(),
      responseMimeType: z.enum(["text/plain", "application/json"]).optional(),
      responseSchema: z.looseObject({}).optional(),
    })
    .optional(),
});

function generated(request: Received, model: string): SimulatorAnswer {
  const made = models[model];
  if (made === undefined || made === "video") {
    return refusal(404, "NOT_FOUND", `models/${model} is not found for API version v1beta.`);
  }
  const body = generateSchema.safeParse(receivedJson(request));
  if (!body.success) {
    return refusal(400, "INVALID_ARGUMENT", `Invalid JSON payload: ${body.error.message}`);
  }
  const { responseMimeType, responseSchema } = body.data.generationConfig ?? {};
  if (responseSchema !== undefined && responseMimeType !== "application/json") {
    return refusal(400, "INVALID_ARGUMENT", "A response schema needs application/json.");
  }
  const inlineData = { mimeType: "image/png", data: mediaFile("png").toString("base64") };
  const text = JSON.stringify(body.data).includes("only words") ? "Here is an idea." : undefined;
  const picture =
    text === undefined
      ? [{ thought: true, inlineData: { mimeType: "image/png", data: "AAAA" } }, { inlineData }]
      : [{ text }];
  const words = responseSchema === undefined ? "A red fox." : '{"animal":"fox"}';
  const parts =
    made === "text"
      ? [
          { text: "It looks like", thought: true },
          { text: words, thoughtSignature: "c2ln" },
        ]
      : picture;
  return {
    json: {
      candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
      usageMetadata: { totalTokenCount: 1_300 },
      modelVersion: model,
      responseId: "resp_sim",
    },
  };
}

interface Interaction {
  readonly id: string;
  polls: number;
  status: string;
}

const mediaSchema = z.strictObject({
  type: z.enum(["image", "video"]),
  mime_type: z.string().includes("/"),
  data: z.base64().min(8),
});

/** Checked against the client's types: google-client.test.ts. */
export const interactionSchema = z.strictObject({
  model: z.string(),
  input: z.union([
    z.string().min(1),
    z
      .array(z.union([mediaSchema, z.strictObject({ type: z.literal("text"), text: z.string() })]))
      .min(1),
  ]),
  background: z.literal(true),
  store: z.literal(true).optional(),
  generation_config: z
    .strictObject({
      video_config: z.strictObject({
        task: z.enum(["text_to_video", "image_to_video", "reference_to_video", "edit"]),
      }),
    })
    .optional(),
  response_format: z.strictObject({
    type: z.literal("video"),
    delivery: z.enum(["inline", "uri"]).optional(),
    aspect_ratio: z.enum(["16:9", "9:16"]).optional(),
    duration: z
      .string()
      .regex(/^(?:[3-9]|1[0-5])s$/)
      .optional(),
    resolution: z.enum(["360p", "720p", "1080p", "4k"]).optional(),
  }),
});

function problemOf(body: Record<string, unknown>): string | null {
  const parsed = interactionSchema.safeParse(body);
  if (!parsed.success) return parsed.error.message;
  const { input, model, response_format, generation_config } = parsed.data;
  if (models[model] !== "video") return `Model ${model} is not supported.`;
  const contents = typeof input === "string" ? [] : input;
  const count = (type: string) => contents.filter((content) => content.type === type).length;
  switch (generation_config?.video_config.task) {
    case "edit":
      if (count("video") !== 1) return "An edit needs a video.";
      return response_format.duration === undefined ? null : "duration is not used by an edit";
    case "image_to_video":
      return count("image") === 1 || count("image") === 2 ? null : "One or two images, please.";
    case "reference_to_video":
      return count("image") > 0 ? null : "References are missing.";
    case "text_to_video":
    case undefined:
      return contents.every(({ type }) => type === "text") ? null : "Text only, please.";
  }
}

/** Errors of interactions have a string code. */
function unfit(message: string): SimulatorAnswer {
  return { status: 400, json: { error: { code: "invalid_request", message } } };
}

function shown({ id, status }: Interaction, more: object = {}): SimulatorAnswer {
  const times = { created: "2026-11-21T10:00:00Z", updated: "2026-11-21T10:00:00Z" };
  return { json: { ...more, id, status, ...times } };
}

function stop(interaction: Interaction): SimulatorAnswer {
  if (interaction.status === "completed") return unfit("The interaction is not running.");
  interaction.status = "cancelled";
  return shown(interaction);
}

function told(interaction: Interaction, world: World, files: Set<string>): SimulatorAnswer {
  interaction.polls += 1;
  const { status, runningPolls = 1 } = world.scenario;
  if (status === "refused") {
    const content = [{ type: "text", text: "I cannot make this video." }];
    return shown({ ...interaction, status: "completed" }, { steps: outputs(content) });
  }
  if (status !== undefined) return shown({ ...interaction, status });
  if (interaction.status === "in_progress" && interaction.polls > runningPolls) {
    interaction.status = "completed";
  }
  if (interaction.status !== "completed") return shown(interaction);
  const file = world.newId();
  files.add(file);
  const uri = `${world.url}/v1beta/files/${file}:download?alt=media`;
  return shown(interaction, { steps: outputs([{ type: "video", mime_type: "video/mp4", uri }]) });
}

function outputs(content: object[]): object[] {
  return [
    { type: "thought", signature: "c2ln" },
    { type: "model_output", content },
  ];
}
