import { randomBytes } from "node:crypto";

import { mediaFile, mediaTypes, type MediaName } from "./media-files.ts";
import { providerDocument } from "./provider-document.ts";
import { receivedForm } from "./received-body.ts";
import {
  simulatorKey,
  startSimulator,
  type Protocol,
  type Received,
  type Simulator,
  type SimulatorAnswer,
} from "./simulator.ts";

/** Fields of each operation: `!` marks required fields, `@` files. */
const sampled = "negative_prompt seed output_format";
const styled = `style_preset ${sampled}`;
const operations: Readonly<Record<string, string>> = {
  "stable-image/generate/ultra": `prompt! @image strength aspect_ratio ${styled}`,
  "stable-image/generate/core": `prompt! aspect_ratio ${styled}`,
  "stable-image/generate/sd3": `prompt! model mode @image strength aspect_ratio cfg_scale ${styled}`,
  "stable-image/edit/inpaint": `@image! prompt! @mask grow_mask ${styled}`,
  "stable-image/edit/outpaint":
    "@image! left right up down prompt creativity style_preset seed output_format",
  "stable-image/edit/replace-background-and-relight":
    "@subject_image! background_prompt @background_reference foreground_prompt " +
    "preserve_original_subject original_background_depth keep_original_background " +
    `light_source_direction @light_reference light_source_strength ${sampled}`,
  "stable-image/control/structure": `@image! prompt! control_strength ${styled}`,
  "stable-image/upscale/fast": "@image! output_format",
  "stable-image/upscale/conservative": `@image! prompt! creativity ${sampled}`,
  "stable-image/upscale/creative": `@image! prompt! creativity ${styled}`,
  "3d/stable-fast-3d": "@image! texture_resolution foreground_ratio remesh vertex_count",
  "3d/stable-point-aware-3d":
    "@image! texture_resolution foreground_ratio guidance_scale remesh target_type target_count seed",
};

const asynchronous = [
  "stable-image/edit/replace-background-and-relight",
  "stable-image/upscale/creative",
];

function refusal(status: number, name: string, error: string): SimulatorAnswer {
  return { status, json: { id: "a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4", name, errors: [error] } };
}

function picture(format = "png", finish = "SUCCESS"): SimulatorAnswer {
  const names: Readonly<Record<string, MediaName>> = { png: "png", jpeg: "jpg", webp: "webp" };
  const name = names[format] ?? "png";
  return {
    headers: { "x-request-id": "req_sim", "finish-reason": finish, seed: "343940597" },
    bytes: mediaFile(name),
    contentType: mediaTypes[name],
  };
}

/** platform.stability.ai, the OpenAPI of v2beta: forms in, files out. */
export async function startStabilityAi(): Promise<Simulator> {
  const tasks = new Map<string, { format: string; polls: number }>();
  const protocol: Protocol = {
    isPaid: ({ method }) => method === "POST",
    refusals: {
      moderated: refusal(
        403,
        "content_moderation",
        "Your request was flagged by our content moderation system, and was rejected.",
      ),
      filtered: picture("png", "CONTENT_FILTERED"),
      balance: refusal(402, "payment_required", "You lack sufficient credits."),
      rate_limited: refusal(
        429,
        "rate_limit_exceeded",
        "You have exceeded the rate limit of 150 requests within a 10 second period.",
      ),
      invalid: refusal(400, "bad_request", "seed: must be at least 0"),
      too_large: refusal(413, "payload_too_large", "body: payloads cannot be larger than 10MiB"),
      language: refusal(422, "invalid_language", "English is the only supported language."),
    },
    async answer(request, world) {
      const { method, url, headers } = request;
      if (headers["authorization"] !== `Bearer ${simulatorKey}`) {
        return refusal(401, "unauthorized", "authorization: invalid or missing header value");
      }
      if (method === "GET" && url.pathname === "/v1/user/balance")
        return { json: { credits: 12.5 } };
      const path = url.pathname.replace(/^\/v2beta\//, "");
      const [, id = ""] = /^results\/([0-9a-f]{64})$/.exec(path) ?? [];
      if (method === "POST") {
        const fields = operations[path];
        if (fields === undefined) return refusal(404, "not_found", "no such route");
        const form = await formOf(request);
        const problem =
          form === null ? "content-type: required" : problemOf(path, fields.split(" "), form);
        if (form === null || problem !== null) return refusal(400, "bad_request", problem ?? "");
        if (path.startsWith("3d/")) {
          return { bytes: mediaFile("glb"), contentType: "model/gltf-binary" };
        }
        const format = wordOf(form, "output_format") ?? "png";
        if (!asynchronous.includes(path)) {
          const type = headers["accept"] ?? "image/*";
          return type === "image/*" ? picture(format) : refusal(400, "bad_request", "accept");
        }
        const task = randomBytes(32).toString("hex");
        tasks.set(task, { format, polls: 0 });
        return { json: { id: task } };
      }
      const task = tasks.get(id);
      const { status, runningPolls = 1 } = world.scenario;
      if (task === undefined || status === "HTTP 404") {
        return refusal(404, "not_found", "id: not found");
      }
      task.polls += 1;
      if (status === "CONTENT_FILTERED") return picture(task.format, status);
      if (status !== undefined || task.polls <= runningPolls) {
        return { status: 202, json: { id, status: status ?? "in-progress" } };
      }
      return picture(task.format);
    },
  };
  return startSimulator(protocol, { document: providerDocument("stability-ai") });
}

async function formOf(request: Received): Promise<FormData | null> {
  const isForm = request.headers["content-type"]?.startsWith("multipart/form-data;") ?? false;
  return isForm ? receivedForm(request) : null;
}

function problemOf(path: string, fields: readonly string[], form: FormData): string | null {
  const known = new Map(fields.map((field) => [field.replaceAll(/[@!]/g, ""), field]));
  for (const [name, value] of form) {
    const field = known.get(name);
    if (field === undefined) return `${name}: is not known`;
    if (field.startsWith("@") !== value instanceof File) return `${name}: of the wrong kind`;
    if (value instanceof File && !/^image\/(?:png|jpeg|webp)$/.test(value.type)) {
      return `${name}: must be a picture`;
    }
  }
  for (const [name, field] of known) {
    if (field.endsWith("!") && (form.get(name) ?? "") === "") return `${name}: is required`;
  }
  const seed = Number(form.get("seed") ?? 0);
  if (!(seed >= 0 && seed <= 4_294_967_294)) return "seed: is out of range";
  return problemBetween(path, form);
}

/** Constraints between fields from the documentation. */
function problemBetween(path: string, form: FormData): string | null {
  const has = (name: string): boolean => (form.get(name) ?? "") !== "";
  switch (path) {
    case "stable-image/generate/ultra":
      return has("image") === has("strength") ? null : "strength: goes with an image";
    case "stable-image/generate/sd3": {
      if (!/^sd3\.5-(?:large|large-turbo|medium)$/.test(wordOf(form, "model") ?? ""))
        return "model";
      const isEdit = form.get("mode") === "image-to-image";
      if (isEdit !== has("image") || isEdit !== has("strength")) return "mode: image and strength";
      return isEdit && has("aspect_ratio") ? "aspect_ratio: only for text-to-image" : null;
    }
    case "stable-image/edit/outpaint": {
      const sides = ["left", "right", "up", "down"];
      return sides.some((side) => Number(form.get(side) ?? 0) > 0) ? null : "a side is required";
    }
    case "stable-image/edit/replace-background-and-relight":
      return has("background_prompt") || has("background_reference") ? null : "background";
    default:
      return null;
  }
}

function wordOf(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return typeof value === "string" ? value : undefined;
}
