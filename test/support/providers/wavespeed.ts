import { z } from "zod";

import type { MediaName } from "./media-files.ts";
import { receivedJson, wordIn } from "./received-body.ts";
import {
  simulatorKey,
  startSimulator,
  type Received,
  type Simulator,
  type SimulatorAnswer,
  type World,
} from "./simulator.ts";

/** A size whose sides are within the range of the model's page. */
function size(least: number, most: number) {
  return z
    .string()
    .regex(/^\d+\*\d+$/)
    .refine((text) => text.split("*").every((side) => +side >= least && +side <= most))
    .optional();
}

const common = {
  prompt: z.string().min(1),
  enable_sync_mode: z.boolean().optional(),
  enable_base64_output: z.boolean().optional(),
};
const open = {
  ...common,
  size: size(256, 1_536),
  seed: z.int().min(-1).max(2_147_483_647).optional(),
};
const format = { output_format: z.enum(["jpeg", "png", "webp"]).optional() };
const images = (most: number) => ({
  images: z
    .array(z.url({ protocol: /^https?$/ }))
    .min(1)
    .max(most),
});

interface Model {
  readonly inputs: z.ZodType;
  readonly usd: number;
}

/** The vendor's pages of the models, copies of 2025-10: wavespeed.ai/docs/docs-api. */
const models: Readonly<Record<string, Model>> = {
  "bytedance/seedream-v4": {
    inputs: z.strictObject({ ...common, size: size(1_024, 4_096) }),
    usd: 0.027,
  },
  "bytedance/seedream-v4/edit": {
    inputs: z.strictObject({ ...common, ...images(10), size: size(1_024, 4_096) }),
    usd: 0.027,
  },
  "wavespeed-ai/qwen-image/text-to-image": {
    inputs: z.strictObject({ ...open, ...format }),
    usd: 0.02,
  },
  "wavespeed-ai/qwen-image/edit-plus": {
    inputs: z.strictObject({ ...open, ...images(3), ...format }),
    usd: 0.02,
  },
  "wavespeed-ai/hunyuan-image-3": { inputs: z.strictObject(open), usd: 0.03 },
};

const fileNames: Readonly<Record<string, MediaName>> = { jpeg: "jpg", png: "png", webp: "webp" };

function refusal(status: number, message: string): SimulatorAnswer {
  return { status, json: { code: status, message, data: {} } };
}

function success(data: object): SimulatorAnswer {
  return { json: { code: 200, message: "success", data } };
}

/** The vendor's status codes are in the body as well, and not always in the status of the response. */
const failedWith200: SimulatorAnswer = {
  json: { code: 500, message: "internal error", data: {} },
};

interface Prediction {
  readonly model: string;
  readonly file: MediaName;
  polls: number;
}

/** `priceFactor`: how the prices have changed. `isModerated`: every output is marked. */
export async function startWavespeed({
  priceFactor = 1,
  isModerated = false,
}: { priceFactor?: number; isModerated?: boolean } = {}): Promise<Simulator> {
  const predictions = new Map<string, Prediction>();

  const price = (request: Received): SimulatorAnswer => {
    const { model_id: id } = receivedJson(request);
    const model = models[String(id)];
    if (model === undefined) return refusal(404, "model not found");
    return success({ model_id: id, unit_price: model.usd * priceFactor, currency: "USD" });
  };

  const create = (name: string, request: Received, world: World): SimulatorAnswer => {
    const model = models[name];
    if (model === undefined) return refusal(404, "model not found");
    const inputs = receivedJson(request);
    const parsed = model.inputs.safeParse(inputs);
    if (!parsed.success) return refusal(400, z.prettifyError(parsed.error));
    const id = world.newId();
    const file = fileNames[wordIn(inputs, "output_format") ?? "jpeg"] ?? "jpg";
    predictions.set(id, { model: name, file, polls: 0 });
    if (world.scenario.status === "failed_with_200") return failedWith200;
    return success({ id, model: name, status: "created", outputs: [], has_nsfw_contents: [] });
  };

  const ask = (id: string, prediction: Prediction, world: World): SimulatorAnswer => {
    prediction.polls += 1;
    const { status, runningPolls = 1 } = world.scenario;
    const word = status ?? (prediction.polls > runningPolls ? "completed" : "processing");
    if (word === "failed_with_200") return failedWith200;
    const isDone = word === "completed";
    return success({
      id,
      model: prediction.model,
      status: word,
      outputs: isDone ? [world.publish(prediction.file)] : [],
      has_nsfw_contents: isDone ? [isModerated] : [],
      error: word === "failed" ? "The worker stopped." : "",
      created_at: "2026-11-28T13:00:00Z",
      timings: { inference: 1_200 },
    });
  };

  return startSimulator(
    {
      isPaid: ({ method, url }) => method === "POST" && !url.pathname.endsWith("/model/pricing"),
      refusals: {
        balance: refusal(400, "Insufficient credits. Please top up."),
        rate_limited: refusal(429, "Too many requests."),
        moderated: refusal(400, "The prompt may contain sensitive content."),
        invalid: refusal(400, "size must be within 256 and 1536"),
        not_found: refusal(404, "model not found"),
        refused_with_200: { json: { code: 400, message: "invalid input", data: {} } },
      },
      answer(request, world) {
        const { method, url, headers } = request;
        if (headers["authorization"] !== `Bearer ${simulatorKey}`) {
          return refusal(401, "Invalid API key.");
        }
        const path = url.pathname.replace("/api/v3/", "");
        if (path === "model/pricing") return price(request);
        if (method === "POST") return create(path, request, world);
        const id = /^predictions\/([^/]+)\/result$/.exec(path)?.[1] ?? "";
        const prediction = predictions.get(id);
        return prediction === undefined
          ? refusal(404, "prediction not found")
          : ask(id, prediction, world);
      },
    },
    { basePath: "/api/v3" },
  );
}
