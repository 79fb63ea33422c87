import { z } from "zod";

import type { MediaName } from "./media-files.ts";
import { providerDocument } from "./provider-document.ts";
import { receivedJson } from "./received-body.ts";
import {
  simulatorKey,
  startSimulator,
  type Received,
  type Simulator,
  type SimulatorAnswer,
  type World,
} from "./simulator.ts";

const formats = ["webp", "jpg", "png"] as const satisfies readonly MediaName[];

/** Inputs of the models by the vendor's source, replicate/cog-flux@51e81e0 predict.py. */
const schnell = z.strictObject({
  prompt: z.string(),
  aspect_ratio: z
    .enum(["1:1", "16:9", "21:9", "3:2", "2:3", "4:5", "5:4", "3:4", "4:3", "9:16", "9:21"])
    .optional(),
  num_outputs: z.int().min(1).max(4).default(1),
  num_inference_steps: z.int().min(1).max(4).optional(),
  seed: z.int().optional(),
  output_format: z.enum(formats).default("webp"),
  output_quality: z.int().min(0).max(100).optional(),
  disable_safety_checker: z.boolean().optional(),
  go_fast: z.boolean().optional(),
  megapixels: z.enum(["1", "0.25"]).optional(),
});
const dev = schnell.extend({
  image: z.union([z.url({ protocol: /^https$/ }), z.string().startsWith("data:")]).optional(),
  prompt_strength: z.number().min(0).max(1).optional(),
  guidance: z.number().min(0).max(10).optional(),
  num_inference_steps: z.int().min(1).max(50).optional(),
});
const inputs: Readonly<Record<string, z.ZodType<z.output<typeof schnell>>>> = {
  "black-forest-labs/flux-schnell": schnell,
  "black-forest-labs/flux-dev": dev,
};

interface Prediction {
  readonly id: string;
  readonly model: string;
  readonly input: z.output<typeof schnell>;
  polls: number;
  ended: string | null;
}

/** Problem details of the vendor's pages. */
function refusal(status: number, title: string, detail: string): SimulatorAnswer {
  return { status, json: { title, detail, status } };
}

const createPath = /^\/v1\/models\/([^/]+\/[^/]+)\/predictions$/;
const predictionPath = /^\/v1\/predictions\/([^/]+?)(\/cancel)?$/;

/** `error` of a prediction that the scenario makes fail. */
export async function startReplicate({
  error = "Prediction interrupted; please retry (code: PA)",
}: { error?: string } = {}): Promise<Simulator> {
  const predictions = new Map<string, Prediction>();
  return startSimulator(
    {
      isPaid: ({ method, url }) => method === "POST" && createPath.test(url.pathname),
      refusals: {
        balance: refusal(402, "Insufficient credit", "You have insufficient credit to run this."),
        rate_limited: {
          ...refusal(429, "Too Many Requests", "Request was throttled."),
          headers: { "retry-after": "3" },
        },
        invalid: refusal(422, "Input validation failed", "- input: prompt is required"),
        no_model: refusal(404, "Not found", "The requested model could not be found."),
      },
      answer: (request, world) => answerOf(request, world, { predictions, error }),
    },
    { basePath: "/v1", document: providerDocument("replicate") },
  );
}

interface State {
  readonly predictions: Map<string, Prediction>;
  readonly error: string;
}

function answerOf(request: Received, world: World, state: State): SimulatorAnswer {
  const { method, url, headers } = request;
  if (headers["authorization"] !== `Bearer ${simulatorKey}`) {
    return refusal(401, "Unauthenticated", "You did not pass a valid authentication token");
  }
  if (method === "GET" && url.pathname === "/v1/account") {
    return { json: { type: "organization", username: "sim", name: "Sim" } };
  }
  const [, model] = createPath.exec(url.pathname) ?? [];
  if (method === "POST" && model !== undefined) return create(model, request, world, state);
  const [, id = "", cancel] = predictionPath.exec(url.pathname) ?? [];
  const prediction = state.predictions.get(id);
  if (prediction === undefined) return refusal(404, "Not found", "The prediction is unknown.");
  if (method === "POST" && cancel !== undefined) prediction.ended ??= "canceled";
  else prediction.polls += 1;
  const { status, runningPolls = 1 } = world.scenario;
  const isOver = cancel === undefined && prediction.polls > runningPolls;
  if (isOver) prediction.ended ??= "succeeded";
  return { json: shown(prediction, status ?? prediction.ended ?? "processing", world, state) };
}

function create(model: string, request: Received, world: World, state: State): SimulatorAnswer {
  const schema = inputs[model];
  if (schema === undefined) return refusal(404, "Not found", "The model could not be found.");
  const parsed = schema.safeParse(receivedJson(request)["input"]);
  if (!parsed.success) {
    return refusal(422, "Input validation failed", z.prettifyError(parsed.error));
  }
  const id = world.newId();
  const prediction = { id, model, input: parsed.data, polls: 0, ended: null };
  state.predictions.set(id, prediction);
  return { status: 201, json: shown(prediction, "starting", world, state) };
}

function shown(
  { id, model, input }: Prediction,
  status: string,
  world: World,
  { error }: State,
): object {
  const urls = `https://api.replicate.com/v1/predictions/${id}`;
  return {
    id,
    model,
    version: "hidden",
    input,
    output:
      status === "succeeded"
        ? Array.from({ length: input.num_outputs }, () => world.publish(input.output_format))
        : null,
    data_removed: false,
    error: status === "failed" ? error : null,
    status,
    source: "api",
    created_at: "2026-11-28T10:00:00Z",
    urls: { get: urls, cancel: `${urls}/cancel`, web: `https://replicate.com/p/${id}` },
  };
}
