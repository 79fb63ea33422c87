import { z } from "zod";

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

/** docs.agents.lumalabs.ai and the types of the official SDK for Python. */
const reference = z.union([
  z.strictObject({ url: z.url({ protocol: /^https$/ }), media_type: z.string().optional() }),
  z.strictObject({ data: z.base64().min(1), media_type: z.string() }),
]);
const video = z
  .union([
    z.strictObject({ url: z.url({ protocol: /^https$/ }), media_type: z.string() }),
    z.strictObject({ data: z.base64().min(1), media_type: z.string() }),
  ])
  .refine(({ media_type: type }) => type.startsWith("video/"), "source must be a video");
const prompt = z.string().min(1).max(6_000);
const model = z.enum(["uni-1", "uni-1-max"]);
const imageFields = {
  model,
  prompt,
  aspect_ratio: z
    .enum(["3:1", "2:1", "21:9", "16:9", "4:3", "3:2", "1:1", "3:4", "2:3", "9:16", "1:2", "1:3"])
    .optional(),
  output_format: z.enum(["png", "jpeg"]).optional(),
  style: z.enum(["auto", "manga"]).optional(),
  web_search: z.boolean().optional(),
};
const resolution = z.enum(["360p", "540p", "720p", "1080p"]).optional();

const videoOptions = z
  .strictObject({
    resolution,
    duration: z.enum(["5s", "10s"]).optional(),
    start_frame: reference.optional(),
    end_frame: reference.optional(),
    keyframes: z.array(reference).min(1).max(64).optional(),
    keyframe_indexes: z.array(z.int().nonnegative()).optional(),
    loop: z.boolean().optional(),
    hdr: z.boolean().optional(),
  })
  .superRefine((options, context) => {
    for (const message of videoProblems(options)) context.addIssue(message);
  });

const strengths = ["adhere", "flex", "reimagine"].flatMap((word) =>
  [1, 2, 3].map((step) => `${word}_${step}`),
);
const editOptions = z.strictObject({
  resolution,
  start_frame: reference.optional(),
  edit: z
    .strictObject({
      auto_controls: z.boolean().optional(),
      strength: z.enum(strengths).optional(),
    })
    .refine((edit) => edit.auto_controls !== true || edit.strength === undefined)
    .optional(),
});

const bodySchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("image"),
    ...imageFields,
    image_ref: z.array(reference).max(9).optional(),
  }),
  z.strictObject({
    type: z.literal("image_edit"),
    ...imageFields,
    source: reference,
    image_ref: z.array(reference).max(8).optional(),
  }),
  z.strictObject({
    type: z.literal("video"),
    model: z.literal("ray-3.2"),
    prompt,
    aspect_ratio: z.enum(["9:16", "3:4", "1:1", "4:3", "16:9", "21:9"]).optional(),
    video: videoOptions.optional(),
  }),
  z.strictObject({
    type: z.literal("video_edit"),
    model: z.literal("ray-3.2"),
    prompt,
    source: video,
    video: editOptions.optional(),
  }),
]);

interface VideoOptions {
  readonly duration?: string | undefined;
  readonly resolution?: string | undefined;
  readonly start_frame?: unknown;
  readonly end_frame?: unknown;
  readonly keyframes?: readonly unknown[] | undefined;
  readonly keyframe_indexes?: readonly number[] | undefined;
  readonly loop?: boolean | undefined;
  readonly hdr?: boolean | undefined;
}

function videoProblems(options: VideoOptions): string[] {
  const { duration = "5s", resolution: size = "720p", keyframes, keyframe_indexes: at } = options;
  const ends = options.start_frame !== undefined || options.end_frame !== undefined;
  const last = Number.parseInt(duration, 10) * 24;
  const problems: string[] = [];
  if (keyframes?.length !== at?.length) problems.push("keyframe_indexes must match keyframes");
  if (new Set(at).size !== (at ?? []).length) problems.push("keyframe_indexes must be unique");
  if (at?.some((index) => index > last) === true) problems.push("keyframe_indexes are too large");
  if (keyframes !== undefined && (ends || options.loop === true)) {
    problems.push("keyframes exclude start_frame, end_frame and loop");
  }
  if (ends && duration === "10s") problems.push("start_frame and end_frame need 5s");
  if (options.loop === true && (duration === "10s" || options.hdr === true)) {
    problems.push("loop is not supported with 10s or hdr");
  }
  if (options.hdr === true && (duration === "10s" || size === "360p" || size === "540p")) {
    problems.push("hdr needs 5s at 720p or 1080p");
  }
  return problems;
}

interface Generation {
  readonly file: "png" | "jpg" | "mp4";
  readonly model: string;
  readonly type: string;
  polls: number;
}

const createdAt = "2026-11-21T12:00:00Z";

/** `failureCode`: code of a failed generation, when the scenario makes it fail. */
export async function startLuma({
  failureCode = "generation_failed",
}: { failureCode?: string } = {}): Promise<Simulator> {
  const generations = new Map<string, Generation>();
  return startSimulator(
    {
      isPaid: ({ method, url }) => method === "POST" && url.pathname === "/v1/generations",
      refusals: {
        balance: { status: 402, json: { detail: "Insufficient balance." } },
        rate_limited: {
          status: 429,
          headers: { "retry-after": "5" },
          json: { detail: "Rate limit exceeded" },
        },
        too_many_jobs: {
          status: 429,
          headers: { "retry-after": "30" },
          json: { detail: "Too many concurrent jobs" },
        },
        suspended: { status: 403, json: { detail: "Access denied." } },
        invalid: { status: 422, json: { detail: "loop is not supported with duration=10s" } },
        too_large: { status: 413, json: { detail: "Image exceeds 50 MB." } },
        not_ingested: { status: 503, json: { detail: "Image ingestion unavailable." } },
      },
      answer(request, world) {
        const answer = answerOf(request, world, { generations, failureCode });
        return { ...answer, headers: { "x-api-version": "2026-04-01", "x-request-id": "req_sim" } };
      },
    },
    { basePath: "/v1", document: providerDocument("luma") },
  );
}

interface State {
  readonly generations: Map<string, Generation>;
  readonly failureCode: string;
}

function answerOf(request: Received, world: World, state: State): SimulatorAnswer {
  const { method, url, headers } = request;
  if (headers["authorization"] !== `Bearer ${simulatorKey}`) {
    return { status: 401, json: { detail: "Invalid API key." } };
  }
  if (method === "POST" && url.pathname === "/v1/generations") return create(request, world, state);
  if (method === "GET" && url.pathname === "/v1/files") {
    return { json: { data: [], has_more: false, next_cursor: null } };
  }
  const id = /^\/v1\/generations\/([^/]+)$/.exec(url.pathname)?.[1] ?? "";
  const generation = state.generations.get(id);
  if (method !== "GET" || generation === undefined) {
    return { status: 404, json: { detail: "Not found." } };
  }
  generation.polls += 1;
  const { status, runningPolls = 1 } = world.scenario;
  const word = status ?? (generation.polls > runningPolls ? "completed" : "processing");
  return { json: describeGeneration(id, generation, { word, world, state }) };
}

function create(request: Received, world: World, { generations }: State): SimulatorAnswer {
  const parsed = bodySchema.safeParse(receivedJson(request));
  if (!parsed.success) return { status: 422, json: { detail: z.prettifyError(parsed.error) } };
  const { data } = parsed;
  const file = data.model === "ray-3.2" ? "mp4" : data.output_format === "jpeg" ? "jpg" : "png";
  const id = world.newId();
  generations.set(id, { file, model: data.model, type: data.type, polls: 0 });
  const { model: name, type } = data;
  return {
    status: 201,
    json: { id, created_at: createdAt, model: name, type, state: "queued", output: [] },
  };
}

function describeGeneration(
  id: string,
  { file, model: name, type }: Generation,
  { word, world, state }: { word: string; world: World; state: State },
): object {
  const head = { id, created_at: createdAt, model: name, type, state: word };
  if (word === "completed") {
    return {
      ...head,
      output: [{ type: file === "mp4" ? "video" : "image", url: world.publish(file) }],
      failure_code: null,
      failure_reason: null,
    };
  }
  if (word !== "failed") return { ...head, output: [], failure_code: null, failure_reason: null };
  return { ...head, output: [], failure_code: state.failureCode, failure_reason: "It failed." };
}
