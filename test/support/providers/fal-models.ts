import { mediaTypes, type MediaName } from "./media-files.ts";
import { wordIn } from "./received-body.ts";
import type { World } from "./simulator.ts";

type Input = Readonly<Record<string, unknown>>;

interface Made {
  readonly world: World;
  /** Number of images, from the first on, that the safety checker blackens. */
  readonly unsafe: number;
}

interface FalModel {
  /** Problem of an input by the types of the official client; null when it is valid. */
  problemOf(input: Input): string | null;
  result(input: Input, made: Made): unknown;
}

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === "string";
const flag: Check = (value) => typeof value === "boolean";
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.some((word) => word === value);
const between =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === "number" && value >= least && value <= most;
const whole =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && between(least, most)(value);
const file: Check = (value) =>
  typeof value === "string" && /^(?:https:\/\/|data:\w+\/[\w.+-]+;base64,)/.test(value);
const listOf =
  (check: Check, least: number, most: number): Check =>
  (value) =>
    Array.isArray(value) && value.length >= least && value.length <= most && value.every(check);
const fields =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === "object" && value !== null && wrongField(value as Input, checks) === undefined;

function wrongField(input: Input, checks: Readonly<Record<string, Check>>): string | undefined {
  return Object.entries(input).find(([name, value]) => checks[name]?.(value) !== true)?.[0];
}

interface InputRules {
  readonly required: Readonly<Record<string, Check>>;
  readonly optional: Readonly<Record<string, Check>>;
  readonly rule?: (input: Input) => string | null;
}

function model({ required, optional, rule }: InputRules, result: FalModel["result"]): FalModel {
  return {
    problemOf(input) {
      const missing = Object.keys(required).find((name) => input[name] === undefined);
      if (missing !== undefined) return `${missing}: Field required`;
      const wrong = wrongField(input, { ...optional, ...required });
      if (wrong !== undefined) return `${wrong}: Input should be valid`;
      return rule?.(input) ?? null;
    },
    result,
  };
}

const seed = whole(0, Number.MAX_SAFE_INTEGER);
const imageSize: Check = (value) =>
  oneOf(
    "square_hd",
    "square",
    "portrait_4_3",
    "portrait_16_9",
    "landscape_4_3",
    "landscape_16_9",
  )(value) || fields({ width: whole(1, 14_142), height: whole(1, 14_142) })(value);
const sampling = {
  enable_safety_checker: flag,
  guidance_scale: between(0, 35),
  num_images: whole(1, 4),
  num_inference_steps: whole(1, 50),
  output_format: oneOf("jpeg", "png"),
  seed,
  sync_mode: flag,
};
const sized = { ...sampling, image_size: imageSize };
const loras = { loras: listOf(fields({ path: text, scale: between(0, 4), force: flag }), 0, 9) };
const slow = { acceleration: oneOf("none", "regular") };
const fast = { acceleration: oneOf("none", "regular", "high") };

const pictureNames: Readonly<Record<string, MediaName>> = { jpeg: "jpg", png: "png" };

/** `unoOutput` of the client's types. */
function pictures(preset: "jpeg" | "png"): FalModel["result"] {
  return (input, { world, unsafe }) => {
    const name = pictureNames[wordIn(input, "output_format") ?? preset] ?? "jpg";
    const count = Number(input["num_images"] ?? 1);
    const images = Array.from({ length: count }, () => ({
      url: world.publish(name),
      content_type: mediaTypes[name],
      width: 1024,
      height: 768,
    }));
    return {
      images,
      has_nsfw_concepts: images.map((_, index) => index < unsafe),
      prompt: input["prompt"] ?? "",
      seed: input["seed"] ?? 42,
      timings: { inference: 2.1 },
    };
  };
}

const picture: FalModel["result"] = (input, { world }) => ({
  image: { url: world.publish("png"), content_type: "image/png", width: 2048, height: 1536 },
  seed: input["seed"] ?? 42,
  timings: {},
});

function transitionProblem(input: Input): string | null {
  const { image_urls: images, transitions = [] } = input as {
    image_urls: unknown[];
    transitions?: { duration?: number }[];
  };
  if (transitions.length > 0 && transitions.length !== images.length - 1) {
    return "transitions: one less than image_urls";
  }
  const seconds = transitions.reduce((sum, { duration = 5 }) => sum + duration, 0);
  return seconds > 25 ? "transitions: at most 25 seconds" : null;
}

const video: FalModel["result"] = (input, { world }) => ({
  video: { url: world.publish("mp4"), content_type: "video/mp4", file_name: "output.mp4" },
  seed: input["seed"] ?? 42,
});

const clip = {
  aspect_ratio: text,
  duration: text,
  generate_audio: flag,
  resolution: text,
  seed,
};
const veoClip = { ...clip, auto_fix: flag, negative_prompt: text };
const seedanceClip = { ...clip, camera_fixed: flag };
const ofPicture = { prompt: text, image_url: file };

/** By endpoint; names and values are those of the types of @fal-ai/client 1.10.1. */
export const falModels: Readonly<Record<string, FalModel>> = {
  "fal-ai/flux-lora": model(
    { required: { prompt: text }, optional: { ...sized, ...loras, ...slow } },
    pictures("jpeg"),
  ),
  "fal-ai/flux-lora-canny": model(
    { required: { prompt: text, image_url: file }, optional: { ...sized, ...loras } },
    pictures("jpeg"),
  ),
  "fal-ai/flux-lora-depth": model(
    { required: { prompt: text, image_url: file }, optional: { ...sized, ...loras, ...slow } },
    pictures("jpeg"),
  ),
  "fal-ai/flux-lora-fill": model(
    {
      required: { image_url: file, mask_url: file },
      optional: {
        ...sized,
        ...loras,
        ...slow,
        prompt: text,
        paste_back: flag,
        resize_to_original: flag,
      },
    },
    pictures("jpeg"),
  ),
  "fal-ai/flux-1/dev/redux": model(
    { required: { image_url: file }, optional: { ...sized, ...fast } },
    pictures("jpeg"),
  ),
  "fal-ai/flux-kontext-lora": model(
    {
      required: { prompt: text, image_url: file },
      optional: {
        ...sampling,
        ...loras,
        ...fast,
        num_inference_steps: whole(10, 50),
        guidance_scale: between(0, 20),
        resolution_mode: oneOf(
          "auto",
          "match_input",
          "1:1",
          "16:9",
          "21:9",
          "3:2",
          "2:3",
          "4:5",
          "5:4",
          "3:4",
          "4:3",
          "9:16",
          "9:21",
        ),
      },
    },
    pictures("png"),
  ),
  "fal-ai/clarity-upscaler": model(
    {
      required: { image_url: file },
      optional: {
        creativity: between(0, 1),
        enable_safety_checker: flag,
        guidance_scale: between(0, 20),
        negative_prompt: text,
        num_inference_steps: whole(4, 50),
        prompt: text,
        resemblance: between(0, 1),
        seed,
        upscale_factor: between(1, 4),
      },
    },
    picture,
  ),
  "fal-ai/codeformer": model(
    {
      required: { image_url: file },
      optional: {
        aligned: flag,
        face_upscale: flag,
        fidelity: between(0, 1),
        only_center_face: flag,
        seed,
        upscale_factor: between(1, 10),
      },
    },
    picture,
  ),
  "fal-ai/hyper3d/rodin/v2": model(
    {
      required: {},
      optional: {
        addons: oneOf("HighPack"),
        bbox_condition: listOf(whole(1, 10_000), 3, 3),
        geometry_file_format: oneOf("glb", "usdz", "fbx", "obj", "stl"),
        input_image_urls: listOf(file, 1, 5),
        material: oneOf("PBR", "Shaded", "All"),
        preview_render: flag,
        prompt: text,
        quality_mesh_option: text,
        seed: whole(0, 65_535),
        TAPose: flag,
        use_original_alpha: flag,
      },
      rule: ({ prompt = "", input_image_urls: images }) =>
        prompt === "" && images === undefined ? "prompt: or images are required" : null,
    },
    (_input, { world }) => ({
      model_mesh: { url: world.publish("glb"), content_type: "application/octet-stream" },
      seed: 7,
      textures: [],
    }),
  ),
  "fal-ai/pika/v2.2/pikaframes": model(
    {
      required: { image_urls: listOf(file, 2, 5) },
      optional: {
        negative_prompt: text,
        prompt: text,
        resolution: oneOf("720p", "1080p"),
        seed,
        transitions: listOf(fields({ duration: whole(1, 25), prompt: text }), 1, 4),
      },
      rule: transitionProblem,
    },
    video,
  ),
  "fal-ai/moondream3-preview/query": model(
    {
      required: { image_url: file, prompt: text },
      optional: { reasoning: flag, temperature: between(0, 1), top_p: between(0, 1) },
    },
    () => ({
      finish_reason: "stop",
      output: "A red fox in the snow.",
      reasoning: "There is a fox.",
      usage_info: { input_tokens: 740, output_tokens: 8 },
    }),
  ),
  "fal-ai/veo3.1/fast": model({ required: { prompt: text }, optional: veoClip }, video),
  "fal-ai/veo3.1/fast/image-to-video": model({ required: ofPicture, optional: veoClip }, video),
  "fal-ai/bytedance/seedance/v1.5/pro/text-to-video": model(
    { required: { prompt: text }, optional: seedanceClip },
    video,
  ),
  "fal-ai/bytedance/seedance/v1.5/pro/image-to-video": model(
    { required: ofPicture, optional: { ...seedanceClip, end_image_url: file } },
    video,
  ),
  "bytedance/seedance-2.0/fast/text-to-video": model(
    { required: { prompt: text }, optional: clip },
    video,
  ),
  "bytedance/seedance-2.0/fast/image-to-video": model(
    { required: ofPicture, optional: { ...clip, end_image_url: file } },
    video,
  ),
};
