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

/** 10^-10 dollars. */
const ticks = { image: 200_000_000, second: 500_000_000, input: 20_000_000 };

const address = z.union([
  z.url({ protocol: /^https$/ }),
  z.string().regex(/^data:image\/(?:jpeg|png|webp);base64,[A-Za-z0-9+/]+=*$/),
]);
const picture = z.strictObject({ url: address, type: z.literal("image_url").optional() });

/** `GenerateImageRequest` of the vendor's gRPC schema, with the enums' values as docs.x.ai writes them. */
const imageFields = {
  model: z.enum(["grok-imagine-image", "grok-imagine-image-2.0", "grok-imagine-image-quality"]),
  prompt: z.string().min(1),
  n: z.int().min(1).max(10).optional(),
  aspect_ratio: z
    .enum([
      "1:1",
      "3:4",
      "4:3",
      "9:16",
      "16:9",
      "2:3",
      "3:2",
      "auto",
      "9:19.5",
      "19.5:9",
      "9:20",
      "20:9",
      "1:2",
      "2:1",
    ])
    .optional(),
  resolution: z.enum(["1k", "1.5k", "2k"]).optional(),
  quality: z.enum(["low", "medium", "high"]).optional(),
  response_format: z.enum(["url", "b64_json"]).optional(),
  user: z.string().optional(),
};
const generationSchema = z.strictObject(imageFields);
const editSchema = z
  .strictObject({
    ...imageFields,
    image: picture.optional(),
    images: z.array(picture).min(1).max(3).optional(),
  })
  .refine(({ image, images }) => (image === undefined) !== (images === undefined), {
    error: "Exactly one of image and images is required.",
  });

/** `GenerateVideoRequest` of the vendor's gRPC schema. */
const videoSchema = z.strictObject({
  model: z.enum(["grok-imagine-video", "grok-imagine-video-1.5"]),
  prompt: z.string().min(1),
  image: picture.optional(),
  duration: z.int().min(1).max(15).optional(),
  aspect_ratio: z.enum(["1:1", "16:9", "9:16", "4:3", "3:4", "3:2", "2:3"]).optional(),
  resolution: z.enum(["480p", "720p"]).optional(),
});

interface Task {
  readonly costTicks: number;
  readonly seconds: number;
  polls: number;
}

function refusal(status: number, code: string, error: string): SimulatorAnswer {
  return { status, json: { code, error } };
}

const invalidArgument = "Client specified an invalid argument";

/** `isModerated`: results are withheld and charged; `withheld` limits this to the first images. `isTerse`: the response about a running video has no body. */
export async function startXai({
  isModerated = false,
  withheld = isModerated ? Infinity : 0,
  isTerse = false,
  failure = { code: "internal_error", message: "It failed." },
}: {
  isModerated?: boolean;
  withheld?: number;
  isTerse?: boolean;
  failure?: { code: string; message: string };
} = {}): Promise<Simulator> {
  const tasks = new Map<string, Task>();

  const draw = (
    schema: typeof generationSchema | typeof editSchema,
    request: Received,
  ): SimulatorAnswer => {
    const body = receivedJson(request);
    const parsed = schema.safeParse(body);
    if (!parsed.success) return refusal(400, invalidArgument, z.prettifyError(parsed.error));
    const { n: count = 1, model } = parsed.data;
    const inputs = [body["image"], body["images"]].flat().filter((each) => each !== undefined);
    const imageAt = (index: number) =>
      index < withheld
        ? { b64_json: "", respect_moderation: false }
        : { b64_json: mediaFile("jpg").toString("base64"), respect_moderation: true };
    return {
      json: {
        data: Array.from({ length: count }, (_, index) => ({
          ...imageAt(index),
          mime_type: "image/jpeg",
        })),
        model,
        usage: { cost_in_usd_ticks: count * ticks.image + inputs.length * ticks.input },
      },
    };
  };

  const film = (request: Received, world: World): SimulatorAnswer => {
    const parsed = videoSchema.safeParse(receivedJson(request));
    if (!parsed.success) return refusal(400, invalidArgument, z.prettifyError(parsed.error));
    const { duration: seconds = 8, image } = parsed.data;
    const id = world.newId();
    const costTicks = seconds * ticks.second + (image === undefined ? 0 : ticks.input);
    tasks.set(id, { seconds, costTicks, polls: 0 });
    return { json: { request_id: id } };
  };

  const ask = (task: Task, world: World): SimulatorAnswer => {
    task.polls += 1;
    const { status, runningPolls = 1 } = world.scenario;
    const word = status ?? (task.polls > runningPolls ? "done" : "pending");
    switch (word) {
      case "done":
        return {
          json: {
            status: "done",
            model: "grok-imagine-video",
            progress: 100,
            usage: { cost_in_usd_ticks: task.costTicks },
            video: {
              url: isModerated ? "" : world.publish("mp4"),
              duration: task.seconds,
              respect_moderation: !isModerated,
            },
          },
        };
      case "failed":
        return { json: { status: word, progress: 0, error: failure } };
      case "expired":
        return { json: { status: word } };
      default:
        if (isTerse) return { status: 202, bytes: Buffer.alloc(0) };
        return { status: 202, json: { status: word, progress: 40 } };
    }
  };

  const protocol: Protocol = {
    isPaid: ({ method }) => method === "POST",
    refusals: {
      balance: refusal(
        403,
        "The caller does not have permission to execute the specified operation",
        "Your team has either used all available credits or reached its monthly spending limit.",
      ),
      rate_limited: { status: 429, json: { error: { message: "Too many requests", code: null } } },
      moderated: refusal(400, invalidArgument, "Generated image rejected by content moderation."),
      invalid: refusal(400, invalidArgument, "Argument not supported: size"),
      no_model: refusal(404, "Some requested entity was not found", "The model x does not exist"),
    },
    answer(request, world) {
      const { method, url, headers } = request;
      if (headers["authorization"] !== `Bearer ${simulatorKey}`) {
        return refusal(400, invalidArgument, "Incorrect API key provided: xx***00.");
      }
      switch (`${method} ${url.pathname}`) {
        case "POST /v1/images/generations":
          return draw(generationSchema, request);
        case "POST /v1/images/edits":
          return draw(editSchema, request);
        case "POST /v1/videos/generations":
          return film(request, world);
        case "GET /v1/models":
          return { json: { object: "list", data: [] } };
      }
      const task = tasks.get(/^\/v1\/videos\/([^/]+)$/.exec(url.pathname)?.[1] ?? "");
      return method === "GET" && task !== undefined
        ? ask(task, world)
        : refusal(404, "Some requested entity was not found", "Not found");
    },
  };
  return startSimulator(protocol, { basePath: "/v1" });
}
