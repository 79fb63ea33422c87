import { z } from "zod";

import { receivedForm, receivedJson } from "./received-body.ts";
import {
  simulatorKey,
  startSimulator,
  type Received,
  type Simulator,
  type SimulatorAnswer,
  type World,
} from "./simulator.ts";

/** docs.dev.runwayml.com and the types of the official SDK: tasks, uploads, the organization. */
const media = z.union([
  z.url({ protocol: /^https$/, hostname: z.regexes.domain }).max(2_048),
  z
    .string()
    .regex(/^data:[a-z]+\/[a-z0-9.+-]+;base64,./)
    .max(5 * 1024 * 1024),
  z.string().startsWith("runway://").max(5_000),
]);
const promptText = z.string().min(1).max(1_000);
const seed = z.int().min(0).max(4_294_967_295).optional();
const outputFormat = z.enum(["mp4", "prores"]).optional();
const videoRatio = z.enum(["1280:720", "720:1280", "1104:832", "960:960", "832:1104", "1584:672"]);
const seconds = z.int().min(2).max(10);
const imageRatio = z.enum(
  (
    "1024:1024 1080:1080 1168:880 1360:768 1440:1080 1080:1440 1808:768 1920:1080 1080:1920 " +
    "2112:912 1280:720 720:1280 720:720 960:720 720:960 1680:720"
  ).split(" "),
);
const reference = z.strictObject({ uri: media, tag: z.string().optional() });
const percent = z.int().min(0).max(100).optional();

const veo31 = {
  model: z.enum(["veo3.1", "veo3.1_fast"]),
  ratio: z.enum(["1280:720", "720:1280", "1080:1920", "1920:1080"]),
  duration: z.union([z.literal(4), z.literal(6), z.literal(8)]).optional(),
  audio: z.boolean().optional(),
  seed,
};

const firstFrame = z.tuple([z.strictObject({ uri: media, position: z.literal("first") })]);
const seedanceMini = {
  model: z.literal("seedance2_mini"),
  ratio: z
    .enum(
      (
        "992:432 864:496 752:560 640:640 560:752 496:864 1470:630 1280:720 1112:834 960:960 " +
        "834:1112 720:1280"
      ).split(" "),
    )
    .optional(),
  duration: z.union([z.int().min(4).max(15), z.literal("auto")]).optional(),
  audio: z.boolean().optional(),
  seed,
};
const wan3 = {
  model: z.literal("wan3"),
  promptText: z.string().min(1),
  duration: z.int().min(1).max(30).optional(),
  audio: z.boolean().optional(),
};
const wan3Ratio = z.enum(
  (
    "832:480 720:544 624:624 544:720 480:832 1280:720 1104:832 960:960 832:1104 720:1280 " +
    "1920:1080 1648:1248 1440:1440 1248:1648 1080:1920"
  ).split(" "),
);
const longText = z.string().min(1).max(3_500);

const bodies: Readonly<Record<string, z.ZodType>> = {
  "/v1/text_to_video": z.discriminatedUnion("model", [
    z.strictObject({
      model: z.literal("gen4.5"),
      promptText,
      ratio: z.enum(["1280:720", "720:1280"]),
      duration: seconds,
      seed,
      outputFormat,
    }),
    z.strictObject({ ...veo31, promptText }),
    z.strictObject({ ...seedanceMini, promptText: longText }),
    z.strictObject({ ...wan3, ratio: wan3Ratio.optional() }),
  ]),
  "/v1/image_to_video": z.discriminatedUnion("model", [
    z.strictObject({
      model: z.literal("gen4.5"),
      promptText,
      promptImage: media,
      ratio: videoRatio,
      duration: seconds,
      seed,
      outputFormat,
    }),
    z.strictObject({ ...veo31, promptText: promptText.optional(), promptImage: media }),
    z.strictObject({
      ...seedanceMini,
      promptText: longText.optional(),
      promptImage: firstFrame,
    }),
    z.strictObject({
      ...wan3,
      promptImage: firstFrame,
      ratio: z.enum(["auto_480p", "auto_720p", "auto_1080p"]),
    }),
    z.strictObject({
      model: z.literal("gen4_turbo"),
      promptText: promptText.optional(),
      promptImage: media,
      ratio: videoRatio,
      duration: seconds.optional(),
      seed,
    }),
  ]),
  "/v1/video_to_video": z.strictObject({
    model: z.literal("aleph2"),
    videoUri: media,
    promptText: promptText.optional(),
    keyframes: z
      .array(z.strictObject({ uri: media, at: z.number().min(0).max(1) }))
      .max(5)
      .optional(),
    targetAspectRatio: z
      .enum(["16:9", "4:3", "3:2", "1:1", "2:3", "3:4", "9:16", "21:9"])
      .optional(),
    seed,
    outputFormat,
  }),
  "/v1/character_performance": z.strictObject({
    model: z.literal("act_two"),
    character: z.strictObject({ type: z.enum(["image", "video"]), uri: media }),
    reference: z.strictObject({ type: z.literal("video"), uri: media }),
    bodyControl: z.boolean().optional(),
    expressionIntensity: z.int().min(1).max(5).optional(),
    ratio: videoRatio.optional(),
    seed,
  }),
  "/v1/text_to_image": z.discriminatedUnion("model", [
    z.strictObject({
      model: z.literal("gen4_image"),
      promptText,
      ratio: imageRatio,
      referenceImages: z.array(reference).max(3).optional(),
      seed,
    }),
    z.strictObject({
      model: z.literal("gen4_image_turbo"),
      promptText,
      ratio: imageRatio,
      referenceImages: z.array(reference).min(1).max(3),
      seed,
    }),
  ]),
  "/v1/image_upscale": z.strictObject({
    model: z.literal("magnific_precision_upscaler_v2"),
    imageUri: media,
    scaleFactor: z.union([z.literal(2), z.literal(4), z.literal(8), z.literal(16)]).optional(),
    flavor: z.enum(["sublime", "photo", "photo_denoiser"]).optional(),
    sharpen: percent,
    smartGrain: percent,
    ultraDetail: percent,
  }),
};

interface Task {
  readonly file: "png" | "mp4";
  polls: number;
}

interface State {
  readonly tasks: Map<string, Task>;
  /** Upload slots by the key in their form; true once the file is uploaded. */
  readonly slots: Map<string, boolean>;
  readonly failureCode: string | undefined;
}

const createdAt = "2026-11-21T12:00:00.000Z";
const docUrl = "https://docs.dev.runwayml.com/api";

/** `failureCode`: code of a failed task, when the scenario makes it fail. */
export async function startRunway({
  failureCode,
}: { failureCode?: string } = {}): Promise<Simulator> {
  const state: State = { tasks: new Map(), slots: new Map(), failureCode };
  return startSimulator({
    isPaid: ({ method, url }) => method === "POST" && bodies[url.pathname] !== undefined,
    refusals: {
      balance: {
        status: 400,
        json: { error: "You do not have enough credits to run this task.", docUrl },
      },
      rate_limited: { status: 429, json: { error: "Too many requests.", docUrl } },
      daily_limit: {
        status: 429,
        json: { error: "You have reached the daily limit of generations for this model.", docUrl },
      },
      invalid: invalid([{ path: ["promptImage"], message: "Only HTTPS URLs are allowed." }]),
      sheds_load: { status: 503, json: { error: "Service unavailable." } },
      sheds_at_gateway: { status: 502, json: { error: "Bad gateway." } },
      overloaded: { status: 504, json: { error: "Gateway timeout." } },
    },
    answer: async (request, world) => answerOf(request, world, state),
  });
}

async function answerOf(request: Received, world: World, state: State): Promise<SimulatorAnswer> {
  const { method, url, headers } = request;
  if (url.pathname === "/storage") return store(request, state);
  if (headers["authorization"] !== `Bearer ${simulatorKey}`) {
    return { status: 401, json: { error: "Unauthorized", docUrl } };
  }
  if (headers["x-runway-version"] !== "2024-11-06") {
    return invalid([{ path: ["X-Runway-Version"], message: "Unsupported version." }]);
  }
  const schema = bodies[url.pathname];
  if (method === "POST" && schema !== undefined) return create(request, schema, world, state);
  if (method === "POST" && url.pathname === "/v1/uploads") return openSlot(request, world, state);
  if (method === "GET" && url.pathname === "/v1/organization") {
    return {
      json: {
        creditBalance: 1_000,
        tier: { maxMonthlyCreditSpend: 100_000, models: {} },
        usage: { models: {} },
      },
    };
  }
  const id = /^\/v1\/tasks\/([^/]+)$/.exec(url.pathname)?.[1] ?? "";
  const task = state.tasks.get(id);
  if (task === undefined) return { status: 404, json: { error: "Task not found", docUrl } };
  if (method === "DELETE") {
    state.tasks.delete(id);
    return { status: 204 };
  }
  return describeTask(id, task, world, state);
}

function create(
  request: Received,
  schema: z.ZodType,
  world: World,
  { tasks, slots }: State,
): SimulatorAnswer {
  const body = receivedJson(request);
  const parsed = schema.safeParse(body);
  if (!parsed.success) return invalid(parsed.error.issues);
  const uploads = JSON.stringify(body).match(/runway:\/\/[^"]+/g) ?? [];
  const absent = uploads.find((uri) => slots.get(uri.replace("runway://", "")) !== true);
  if (absent !== undefined) return invalid([{ path: [], message: "The upload has no file." }]);
  const id = world.newId();
  const isImage = request.url.pathname.includes("image") && !request.url.pathname.includes("video");
  tasks.set(id, { file: isImage ? "png" : "mp4", polls: 0 });
  return { json: { id, estimatedCost: { credits: 25 } } };
}

function describeTask(
  id: string,
  task: Task,
  world: World,
  { failureCode }: State,
): SimulatorAnswer {
  task.polls += 1;
  const { runningPolls = 1 } = world.scenario;
  const status = world.scenario.status ?? (task.polls > runningPolls ? "SUCCEEDED" : "RUNNING");
  const head = { id, createdAt, status };
  switch (status) {
    case "SUCCEEDED":
      return { json: { ...head, cost: { credits: 25 }, output: [world.publish(task.file)] } };
    case "FAILED": {
      const failure = "An unexpected error occurred.";
      const why = failureCode === undefined ? {} : { failureCode };
      return { json: { ...head, cost: { credits: 0 }, failure, ...why } };
    }
    case "CANCELLED":
      return { json: { ...head, cost: { credits: 0 } } };
    case "RUNNING":
      return { json: { ...head, estimatedCost: { credits: 25 }, progress: 0.5 } };
    default:
      return { json: { ...head, estimatedCost: { credits: 25 } } };
  }
}

const slotSchema = z.strictObject({
  filename: z.string().regex(/^[^/]+\.[a-z0-9]+$/),
  type: z.literal("ephemeral"),
});

function openSlot(request: Received, world: World, { slots }: State): SimulatorAnswer {
  const parsed = slotSchema.safeParse(receivedJson(request));
  if (!parsed.success) return invalid(parsed.error.issues);
  const key = world.newId();
  slots.set(key, false);
  return {
    json: {
      uploadUrl: `${world.url}/storage`,
      fields: { key, policy: "eyJ9", "x-amz-signature": "0a1b" },
      runwayUri: `runway://${key}`,
    },
  };
}

/** The form belongs to the storage, not to Runway: a request with an API key is refused. */
async function store(request: Received, { slots }: State): Promise<SimulatorAnswer> {
  if (request.headers["authorization"] !== undefined) return { status: 400 };
  const form = await receivedForm(request);
  const key = form.get("key");
  const isLast = [...form.keys()].at(-1) === "file";
  if (
    typeof key !== "string" ||
    !slots.has(key) ||
    !isLast ||
    form.get("x-amz-signature") !== "0a1b"
  )
    return { status: 403 };
  slots.set(key, form.get("file") instanceof File);
  return { status: 204 };
}

function invalid(
  issues: readonly { path: readonly unknown[]; message: string }[],
): SimulatorAnswer {
  return { status: 400, json: { error: "Validation of body failed", issues, docUrl } };
}
