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

/** A public URL or the data of an image. */
const imageUrl = z.union([
  z.url({ protocol: /^https?$/ }),
  z.string().regex(/^data:image\/(?:jpeg|png|bmp|webp);base64,[A-Za-z0-9+/]+=*$/),
]);
const seed = z.int().min(0).max(2_147_483_647).optional();

const videoParameters = {
  resolution: z.enum(["720P", "1080P"]).default("1080P"),
  duration: z.int().min(2).max(15).default(5),
  prompt_extend: z.boolean().optional(),
  watermark: z.boolean().optional(),
  seed,
};
const words = { negative_prompt: z.string().max(500).optional() };

/** Vendor page "Wan 2.7 - text-to-video API reference", 2026-06. */
const textToVideo = z.strictObject({
  model: z.literal("wan2.7-t2v"),
  input: z.strictObject({ prompt: z.string().min(1).max(5_000), ...words }),
  parameters: z.strictObject({
    ...videoParameters,
    ratio: z.enum(["16:9", "9:16", "1:1", "4:3", "3:4"]).optional(),
  }),
});

/** Vendor page "Wan 2.7 - image-to-video API", 2026-06: a first frame, and a last one if wanted. */
const imageToVideo = z.strictObject({
  model: z.literal("wan2.7-i2v"),
  input: z.strictObject({
    prompt: z.string().max(5_000).optional(),
    ...words,
    media: z
      .array(z.strictObject({ type: z.enum(["first_frame", "last_frame"]), url: imageUrl }))
      .refine((media) => media[0]?.type === "first_frame" && media[1]?.type !== "first_frame")
      .max(2),
  }),
  parameters: z.strictObject(videoParameters),
});
const videoSchema = z.discriminatedUnion("model", [textToVideo, imageToVideo]);

const pixels = { least: 512 * 512, most: 2048 * 2048 };

/** Vendor page "Qwen-Image API reference": one message with up to three images and one text. */
const imageSchema = z.strictObject({
  model: z.enum(["qwen-image-2.0", "qwen-image-2.0-pro"]),
  input: z.strictObject({
    messages: z.tuple([
      z.strictObject({
        role: z.literal("user"),
        content: z
          .array(
            z.union([
              z.strictObject({ image: imageUrl }),
              z.strictObject({ text: z.string().min(1) }),
            ]),
          )
          .refine((content) => content.filter((part) => "text" in part).length === 1)
          .max(4),
      }),
    ]),
  }),
  parameters: z.strictObject({
    ...words,
    size: z
      .string()
      .regex(/^\d+\*\d+$/)
      .refine((size) => {
        const [width = 0, height = 0] = size.split("*").map(Number);
        return width * height >= pixels.least && width * height <= pixels.most;
      })
      .optional(),
    n: z.int().min(1).max(6).default(1),
    prompt_extend: z.boolean().optional(),
    watermark: z.boolean().optional(),
    seed,
  }),
});

interface Task {
  readonly seconds: number;
  readonly lines: number;
  polls: number;
  isCanceled: boolean;
}

const requestId = "4909100c-7b5a-9f92-bfe5-a0992542e7ef";

function refusal(status: number, code: string, message: string): SimulatorAnswer {
  return { status, json: { code, message, request_id: requestId } };
}

/** `failure`: the error of a failed task. */
export async function startAlibaba({
  failure = { code: "InternalError", message: "The video could not be made." },
}: { failure?: { code: string; message: string } } = {}): Promise<Simulator> {
  const tasks = new Map<string, Task>();

  const film = (request: Received, world: World): SimulatorAnswer => {
    if (request.headers["x-dashscope-async"] !== "enable") {
      return refusal(403, "AccessDenied", "current user api does not support synchronous calls.");
    }
    const parsed = videoSchema.safeParse(receivedJson(request));
    if (!parsed.success) {
      return refusal(400, "InvalidParameter", z.prettifyError(parsed.error));
    }
    const { duration, resolution } = parsed.data.parameters;
    const id = world.newId();
    tasks.set(id, {
      seconds: duration,
      lines: Number.parseInt(resolution, 10),
      polls: 0,
      isCanceled: false,
    });
    return { json: { output: { task_status: "PENDING", task_id: id }, request_id: requestId } };
  };

  const draw = (request: Received, world: World): SimulatorAnswer => {
    const parsed = imageSchema.safeParse(receivedJson(request));
    if (!parsed.success) {
      return refusal(400, "InvalidParameter", z.prettifyError(parsed.error));
    }
    const { n } = parsed.data.parameters;
    const content = Array.from({ length: n }, () => ({ image: world.publish("png") }));
    return {
      json: {
        output: {
          choices: [{ finish_reason: "stop", message: { role: "assistant", content } }],
        },
        usage: { image_count: n, width: 2048, height: 2048 },
        request_id: requestId,
      },
    };
  };

  const ask = (id: string, task: Task, world: World): SimulatorAnswer => {
    task.polls += 1;
    const { status, runningPolls = 1 } = world.scenario;
    const reached = task.polls > runningPolls ? "SUCCEEDED" : "PENDING";
    const word = status ?? (task.isCanceled ? "CANCELED" : reached);
    const { seconds, lines } = task;
    return {
      json: {
        request_id: requestId,
        output: {
          task_id: id,
          task_status: word,
          submit_time: "2026-11-28 13:00:00.000",
          ...(word === "SUCCEEDED"
            ? { video_url: world.publish("mp4"), orig_prompt: "a fox" }
            : {}),
          ...(word === "FAILED" ? failure : {}),
        },
        ...(word === "SUCCEEDED"
          ? {
              usage: {
                duration: seconds,
                input_video_duration: 0,
                output_video_duration: seconds,
                video_count: 1,
                SR: lines,
              },
            }
          : {}),
      },
    };
  };

  return startSimulator(
    {
      isPaid: ({ method, url }) => method === "POST" && url.pathname.includes("/services/aigc/"),
      refusals: {
        balance: refusal(
          400,
          "Arrearage",
          "Access denied, please make sure your account is in good standing.",
        ),
        free_quota: refusal(403, "AllocationQuota.FreeTierOnly", "The free tier is exhausted."),
        rate_limited: refusal(429, "Throttling.RateQuota", "Requests rate limit exceeded."),
        moderated: refusal(
          400,
          "DataInspectionFailed",
          "Input or output data may contain inappropriate content.",
        ),
        invalid: refusal(400, "InvalidParameter", "The duration must be between 2 and 15."),
        not_found: refusal(404, "ModelNotFound", "Model can not be found."),
      },
      answer(request, world) {
        const { method, url, headers } = request;
        if (headers["authorization"] !== `Bearer ${simulatorKey}`) {
          return refusal(401, "InvalidApiKey", "Invalid API-key provided.");
        }
        const path = url.pathname.replace("/api/v1", "");
        if (path === "/tasks/") return { json: { total: 0, data: [], request_id: requestId } };
        if (path.endsWith("/video-synthesis")) return film(request, world);
        if (path.endsWith("/multimodal-generation/generation")) return draw(request, world);
        const [, , id = "", action] = path.split("/");
        const task = tasks.get(id);
        if (task === undefined) {
          return {
            json: { request_id: requestId, output: { task_id: id, task_status: "UNKNOWN" } },
          };
        }
        if (method === "GET") return ask(id, task, world);
        if (action !== "cancel") {
          return refusal(400, "UnsupportedOperation", "Failed to cancel the task.");
        }
        task.isCanceled = true;
        return { json: { request_id: requestId } };
      },
    },
    { basePath: "/api/v1" },
  );
}
