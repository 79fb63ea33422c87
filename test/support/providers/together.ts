import { z } from "zod";

import { mediaFile } from "./media-files.ts";
import { providerDocument } from "./provider-document.ts";
import { receivedJson } from "./received-body.ts";
import {
  simulatorKey,
  startSimulator,
  type Received,
  type Simulator,
  type SimulatorAnswer,
} from "./simulator.ts";

const drawing = [
  "black-forest-labs/FLUX.2-pro",
  "black-forest-labs/FLUX.2-max",
  "black-forest-labs/FLUX.2-flex",
  "black-forest-labs/FLUX.2-dev",
  "black-forest-labs/FLUX.1.1-pro",
  "Qwen/Qwen-Image",
];
const editing = ["black-forest-labs/FLUX.1-kontext-pro", "black-forest-labs/FLUX.1-kontext-max"];

/** Rules of the vendor's pages that its OpenAPI document does not state. */
const bodySchema = z
  .looseObject({
    model: z.enum([...drawing, ...editing]),
    prompt: z.string().min(1),
    n: z.int().min(1).max(4).default(1),
    width: z.int().positive().multipleOf(8).optional(),
    height: z.int().positive().multipleOf(8).optional(),
    image_url: z.url({ protocol: /^https$/ }).optional(),
    output_format: z.enum(["jpeg", "png"]).default("jpeg"),
    response_format: z.enum(["base64", "url"]).default("url"),
  })
  .refine(({ model, image_url: image }) => editing.includes(model) === (image !== undefined), {
    error: "image_url is for FLUX.1 Kontext, which requires it.",
  });

function refusal(
  status: number,
  { type = "invalid_request_error", code = null, message }: Problem,
): SimulatorAnswer {
  return { status, json: { error: { message, type, param: null, code } } };
}
interface Problem {
  readonly type?: string;
  readonly code?: string | null;
  readonly message: string;
}

/** api.together.ai by its OpenAPI document, which validates each exchange. */
export async function startTogether(): Promise<Simulator> {
  return startSimulator(
    {
      isPaid: ({ method }) => method === "POST",
      refusals: {
        balance: refusal(402, { message: "Credit limit exceeded, please add credits." }),
        limit: refusal(403, { message: "Credit limit exceeded", code: "credit_limit" }),
        rate_limited: refusal(429, { message: "Too many requests", type: "rate_limit" }),
        moderated: refusal(422, { message: "Your prompt may contain NSFW content." }),
        invalid: refusal(400, { message: "width must be a multiple of 8" }),
        no_model: refusal(404, { message: "Unable to access model", code: "model_not_available" }),
      },
      answer(request) {
        if (request.headers["authorization"] !== `Bearer ${simulatorKey}`) {
          return refusal(401, { message: "Invalid API key provided", code: "invalid_api_key" });
        }
        switch (`${request.method} ${request.url.pathname}`) {
          case "GET /v1/models":
            return { json: [] };
          case "POST /v1/images/generations":
            return draw(request);
          default:
            return refusal(404, { message: "Not found" });
        }
      },
    },
    { basePath: "/v1", document: providerDocument("together") },
  );
}

function draw(request: Received): SimulatorAnswer {
  const parsed = bodySchema.safeParse(receivedJson(request));
  if (!parsed.success) return refusal(400, { message: z.prettifyError(parsed.error) });
  const { model, n, output_format: format, response_format: form } = parsed.data;
  if (form === "url") return refusal(400, { message: "Only base64 is simulated." });
  const b64_json = mediaFile(format === "png" ? "png" : "jpg").toString("base64");
  return {
    headers: { "x-request-id": "req_sim" },
    json: {
      id: "oSim",
      model,
      object: "list",
      data: Array.from({ length: n }, (_, index) => ({ index, b64_json, type: "b64_json" })),
    },
  };
}
