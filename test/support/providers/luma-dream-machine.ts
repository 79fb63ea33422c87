import { z } from "zod";

import { receivedJson } from "./received-body.ts";
import {
  simulatorKey,
  startSimulator,
  type Received,
  type Simulator,
  type SimulatorAnswer,
  type World,
} from "./simulator.ts";

/** docs.lumalabs.ai and the types of the official SDK lumaai. */
const picture = z.strictObject({
  url: z.url({ protocol: /^https$/ }),
  weight: z.number().min(0).max(1).optional(),
});
const frame = z.strictObject({ type: z.literal("image"), url: z.url({ protocol: /^https$/ }) });
const common = {
  prompt: z.string().optional(),
  aspect_ratio: z.enum(["1:1", "16:9", "9:16", "4:3", "3:4", "21:9", "9:21"]).optional(),
  callback_url: z.url({ protocol: /^https$/ }).optional(),
};

const videoSchema = z.strictObject({
  ...common,
  generation_type: z.literal("video").optional(),
  model: z.enum(["ray-2", "ray-flash-2"]),
  resolution: z.enum(["540p", "720p", "1080p", "4k"]).optional(),
  duration: z.enum(["5s", "9s"]).optional(),
  loop: z.boolean().optional(),
  keyframes: z.strictObject({ frame0: frame.optional(), frame1: frame.optional() }).optional(),
  concepts: z.array(z.strictObject({ key: z.string() })).optional(),
});

const imageSchema = z.strictObject({
  ...common,
  generation_type: z.literal("image").optional(),
  model: z.literal("photon-1"),
  format: z.enum(["jpg", "png"]).optional(),
  image_ref: z.array(picture).max(4).optional(),
  style_ref: z.array(picture).optional(),
  character_ref: z
    .strictObject({ identity0: z.strictObject({ images: z.array(z.url()) }) })
    .optional(),
  modify_image_ref: picture.optional(),
});

interface Generation {
  readonly type: "video" | "image";
  readonly file: "mp4" | "jpg" | "png";
  readonly request: Readonly<Record<string, unknown>>;
  polls: number;
}

interface State {
  readonly generations: Map<string, Generation>;
  readonly failureReason: string;
}

/** `failureReason`: reason of a failed generation, when the scenario makes it fail. */
export async function startLumaDreamMachine({
  failureReason = "Job errored",
}: { failureReason?: string } = {}): Promise<Simulator> {
  const state: State = { generations: new Map(), failureReason };
  return startSimulator(
    {
      isPaid: ({ method }) => method === "POST",
      refusals: {
        balance: { status: 400, json: { detail: "Insufficient credits" } },
        rate_limited: {
          status: 429,
          headers: { "retry-after": "5" },
          json: { detail: "Rate limit exceeded" },
        },
        moderated: { status: 400, json: { detail: "Advanced prompt moderation failed" } },
        invalid: { status: 400, json: { detail: "Loop is not supported for keyframes" } },
        suspended: { status: 403, json: { detail: "Not authorized" } },
      },
      answer: (request, world) => answerOf(request, world, state),
    },
    { basePath: "/dream-machine/v1" },
  );
}

function answerOf(request: Received, world: World, state: State): SimulatorAnswer {
  const { method, url, headers } = request;
  if (headers["authorization"] !== `Bearer ${simulatorKey}`) {
    return { status: 401, json: { detail: "Not authenticated" } };
  }
  const path = url.pathname.replace("/dream-machine/v1", "");
  if (method === "GET" && path === "/credits") return { json: { credit_balance: 4_200 } };
  if (method === "POST" && path === "/generations/video") {
    return create(videoSchema.safeParse(receivedJson(request)), { type: "video", world, state });
  }
  if (method === "POST" && path === "/generations/image") {
    return create(imageSchema.safeParse(receivedJson(request)), { type: "image", world, state });
  }
  const id = /^\/generations\/([^/]+)$/.exec(path)?.[1] ?? "";
  const generation = state.generations.get(id);
  if (method !== "GET" || generation === undefined) {
    return { status: 404, json: { detail: "Generation not found" } };
  }
  generation.polls += 1;
  const { status, runningPolls = 1 } = world.scenario;
  const word = status ?? (generation.polls > runningPolls ? "completed" : "dreaming");
  return { json: describe(id, generation, { word, world, state }) };
}

type Parsed = ReturnType<typeof videoSchema.safeParse> | ReturnType<typeof imageSchema.safeParse>;

function create(
  parsed: Parsed,
  { type, world, state }: { type: "video" | "image"; world: World; state: State },
): SimulatorAnswer {
  if (!parsed.success) return { status: 422, json: { detail: parsed.error.message } };
  const { data } = parsed;
  const isFramed = "keyframes" in data && data.keyframes !== undefined;
  if (data.prompt === undefined && !isFramed) {
    return { status: 400, json: { detail: "Prompt is required" } };
  }
  if ((data.prompt ?? "a prompt").length < 3) {
    return { status: 400, json: { detail: "Prompt is too short, minimum length is 3 characters" } };
  }
  const picture = "format" in data && data.format === "png" ? "png" : "jpg";
  const id = world.newId();
  const generation: Generation = {
    type,
    file: type === "video" ? "mp4" : picture,
    request: data,
    polls: 0,
  };
  state.generations.set(id, generation);
  return { status: 201, json: describe(id, generation, { word: "queued", world, state }) };
}

function describe(
  id: string,
  { type, file, request }: Generation,
  { word, world, state }: { word: string; world: World; state: State },
): object {
  const url = word === "completed" ? world.publish(file) : null;
  return {
    id,
    generation_type: type,
    state: word,
    failure_reason: word === "failed" ? state.failureReason : null,
    created_at: "2026-11-21T12:00:00Z",
    assets: url === null ? null : { video: null, image: null, [type]: url },
    model: request["model"],
    request,
  };
}
