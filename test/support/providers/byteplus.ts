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

interface Rules {
  readonly seconds: readonly [least: number, most: number];
  readonly resolutions: readonly string[];
  readonly hasLastFrame?: boolean;
  readonly hasSound?: boolean;
  readonly hasSeed?: boolean;
}

const upTo1080p = ["480p", "720p", "1080p"];
const upTo720p = ["480p", "720p"];

/** Capabilities of the models by the vendor's pages of 2026-09. */
const models: Readonly<Record<string, Rules>> = {
  "seedance-1-0-pro-fast-251015": {
    seconds: [2, 12],
    resolutions: upTo1080p,
    hasLastFrame: false,
    hasSound: false,
    hasSeed: true,
  },
  "seedance-1-0-pro-250528": {
    seconds: [2, 12],
    resolutions: upTo1080p,
    hasSound: false,
    hasSeed: true,
  },
  "seedance-1-5-pro-251215": { seconds: [4, 12], resolutions: upTo1080p, hasSeed: true },
  "dreamina-seedance-2-0-mini-260615": { seconds: [4, 15], resolutions: upTo720p },
  "dreamina-seedance-2-0-fast-260128": { seconds: [4, 15], resolutions: upTo720p },
  "dreamina-seedance-2-0-260128": { seconds: [4, 15], resolutions: upTo1080p },
  "dreamina-seedance-2-5-260628": { seconds: [4, 30], resolutions: upTo1080p },
};

const image = z.strictObject({
  type: z.literal("image_url"),
  image_url: z.strictObject({
    url: z.union([
      z.url({ protocol: /^https$/ }),
      z.string().regex(/^data:image\/(?:jpeg|png|webp);base64,[A-Za-z0-9+/]+=*$/),
    ]),
  }),
  role: z.enum(["first_frame", "last_frame"]),
});
const text = z.strictObject({ type: z.literal("text"), text: z.string() });

/** The fields of the vendor's page on creating a task that the adapter may send. */
const bodySchema = z
  .strictObject({
    model: z.string(),
    content: z.array(z.discriminatedUnion("type", [text, image])).min(1),
    duration: z.int().default(5),
    resolution: z.string().default("720p"),
    ratio: z.enum(["16:9", "4:3", "1:1", "3:4", "9:16", "21:9", "adaptive"]).optional(),
    generate_audio: z.boolean().optional(),
    seed: z.int().min(-1).max(2_147_483_647).optional(),
    watermark: z.boolean().optional(),
  })
  .superRefine((body, context) => {
    for (const message of problemsOf(body)) context.addIssue(message);
  });

type Body = z.output<typeof bodySchema>;

function problemsOf({ model, content, ...body }: Body): string[] {
  const rules = models[model];
  if (rules === undefined) return [`the model ${model} is unknown`];
  const [least, most] = rules.seconds;
  const roles = content.flatMap((part) => (part.type === "image_url" ? [part.role] : []));
  const isFramed = roles.length > 0;
  const wrong: Readonly<Record<string, boolean>> = {
    duration: body.duration < least || body.duration > most,
    resolution: !rules.resolutions.includes(body.resolution),
    generate_audio: body.generate_audio !== undefined && rules.hasSound === false,
    seed: body.seed !== undefined && rules.hasSeed !== true,
    first_frame: isFramed && roles.filter((role) => role === "first_frame").length !== 1,
    last_frame: roles.includes("last_frame") && rules.hasLastFrame === false,
    ratio: model.includes("2-5") && isFramed && body.ratio !== "adaptive",
  };
  return Object.keys(wrong)
    .filter((name) => wrong[name])
    .map((name) => `the parameter ${name} is not valid for ${model}`);
}

interface Task {
  readonly body: Body;
  polls: number;
  isCanceled: boolean;
}

function refusal(status: number, code: string, message: string): SimulatorAnswer {
  return { status, json: { error: { code, message, param: "", type: "BadRequest" } } };
}

/** Tokens of five seconds of 864x480: a task that a reader measured. */
export const tokens = 49_005;

const tasksPath = "/api/v3/contents/generations/tasks";

/** `failure`: the error of a failed task. */
export async function startByteplus({
  failure = { code: "InternalServiceError", message: "It failed." },
}: { failure?: { code: string; message: string } } = {}): Promise<Simulator> {
  const tasks = new Map<string, Task>();

  const create = (request: Received, world: World): SimulatorAnswer => {
    const parsed = bodySchema.safeParse(receivedJson(request));
    if (!parsed.success) {
      return refusal(400, "InvalidParameter", z.prettifyError(parsed.error));
    }
    const id = `cgt-${world.newId()}`;
    tasks.set(id, { body: parsed.data, polls: 0, isCanceled: false });
    return { headers: { "x-request-id": "req_sim" }, json: { id } };
  };

  const ask = (id: string, task: Task, world: World): SimulatorAnswer => {
    task.polls += 1;
    const { status, runningPolls = 1 } = world.scenario;
    const reached = task.polls > runningPolls ? "succeeded" : "queued";
    const word = status ?? (task.isCanceled ? "cancelled" : reached);
    const { model, duration, resolution, ratio } = task.body;
    return {
      json: {
        id,
        model,
        status: word,
        error: word === "failed" ? failure : null,
        ...(word === "succeeded"
          ? {
              content: { video_url: world.publish("mp4") },
              usage: { completion_tokens: tokens, total_tokens: tokens },
            }
          : {}),
        created_at: 1_790_000_000,
        updated_at: 1_790_000_010,
        duration,
        resolution,
        ratio: ratio ?? "adaptive",
        framespersecond: 24,
      },
    };
  };

  return startSimulator(
    {
      isPaid: ({ method }) => method === "POST",
      refusals: {
        balance: refusal(403, "AccountOverdueError", "The account has an overdue balance."),
        rate_limited: refusal(429, "ModelAccountRpmRateLimitExceeded", "Too many requests."),
        moderated: refusal(
          400,
          "InputTextSensitiveContentDetected",
          "The input text may contain sensitive information.",
        ),
        invalid: refusal(400, "InvalidParameter", "duration must be at most 12 for seedance"),
        not_open: refusal(404, "ModelNotOpen", "The account has not activated the model."),
      },
      answer(request, world) {
        const { method, url, headers } = request;
        if (headers["authorization"] !== `Bearer ${simulatorKey}`) {
          return refusal(401, "AuthenticationError", "The API key is missing or invalid.");
        }
        if (url.pathname === tasksPath) {
          return method === "POST" ? create(request, world) : { json: { items: [], total: 0 } };
        }
        const id = url.pathname.slice(tasksPath.length + 1);
        const task = tasks.get(id);
        if (task === undefined) return refusal(404, "ResourceNotFound", "The task is unknown.");
        if (method === "GET") return ask(id, task, world);
        task.isCanceled = true;
        return { json: {} };
      },
    },
    { basePath: "/api/v3" },
  );
}
