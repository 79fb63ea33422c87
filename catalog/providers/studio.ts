import { defineProvider, type ModelInput } from "#catalog/define-provider.ts";
import {
  binary,
  boolean,
  choice,
  integer,
  list,
  number,
  object,
  parameters,
  string,
  words,
  type Parameters,
} from "#catalog/parameters.ts";
import type { Capability, ContentType } from "#domain/requests/capability.ts";

/** Enhancements of images and videos, by the names that a request may list. */
const enhancements = [
  "denoise",
  "lighting",
  "brightness",
  "exposure",
  "white-balance",
  "color",
  "contrast",
  "dehaze",
  "sharpen",
  "deblur",
] as const;

/** Studio takes the engine's canonical fields (docs/studio-protocol.md), so names and roles hardly differ. */
const prompt = { prompt: string({ role: "prompt", maxLength: 20_000 }) };
const picture = { image: binary({ role: "image" }) };
const seed = { seed: integer({ role: "seed", minimum: 0, maximum: 4_294_967_295 }) };
const side = { minimum: 64, maximum: 2048 };
const size = {
  width: integer({ role: "width", ...side }),
  height: integer({ role: "height", ...side }),
};
const aspectRatio = string({ role: "aspectRatio", ratios: [0.25, 4] });
const imageCanvas = {
  aspectRatio,
  ...size,
  resolution: choice(["360p", "480p", "540p", "720p", "1080p", "1440p"], { role: "resolution" }),
};
const videoSide = { minimum: 128, maximum: 1920 };
const videoCanvas = {
  aspectRatio,
  width: integer({ role: "width", ...videoSide }),
  height: integer({ role: "height", ...videoSide }),
  resolution: choice(["360p", "480p", "540p", "720p", "1080p"], { role: "resolution" }),
};
const negativePrompt = {
  negativePrompt: string({ role: "negativePrompt", maxLength: 4000 }),
};
const count = { count: integer({ role: "count", minimum: 1, maximum: 4, default: 1 }) };
const pictureFormat = {
  format: choice(["png", "jpeg", "webp"], { role: "format", default: "png" }),
};
const soundFormat = (preset?: string) => ({
  format: choice(["wav", "mp3", "ogg", "opus", "flac", "m4a"], {
    role: "format",
    ...(preset === undefined ? {} : { default: preset }),
  }),
});
const voice = {
  voice: object({
    role: "voice",
    properties: {
      gender: choice(["female", "male"]),
      accent: choice(["american", "scottish"]),
      tone: string({ maxLength: 100 }),
      age: string({ maxLength: 100 }),
      name: choice(["hibari", "joe", "slt", "rms", "awb", "kal16"]),
    },
  }),
};
/** Absent: as the prompt says ("with rain and calm music", "a voice says ..."). */
const filmSound = { sound: boolean({ role: "audio" }) };
const style = { style: string({ role: "style", maxLength: 100 }) };

/** Languages of Whisper as tags; `und` detects the language. */
const spokenLanguages =
  "en und zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su".split(
    " ",
  );

/** Changes of a voice, by the names that a request may list. */
const voiceChanges = [
  "voice-isolation",
  "re-voice",
  "translate",
  "child",
  "woman",
  "man",
  "young",
  "old",
  "deeper",
  "higher",
  "chipmunk",
  "monster",
  "robot",
  "telephone",
] as const;

/** Files that enhancement and restoration repair. */
const repaired = {
  image: { noun: "pictures of up to 16 megapixels", formats: ["png", "jpeg", "webp"], seconds: 5 },
  video: { noun: "videos of up to 10 minutes at 720p", formats: ["mp4"], seconds: 30 },
  audio: {
    noun: "recordings of up to 3 hours",
    formats: ["wav", "mp3", "ogg", "opus", "flac", "m4a"],
    seconds: 10,
  },
} as const;

/**
 * The embedded provider: it needs no key and no network, so it is always available. A capability needs both a
 * model below and its engine in studio/engines/.
 */
export default defineProvider({
  slug: "studio",
  name: "Studio",
  description:
    "Embedded provider that makes images, video, speech and 3D and transcribes on this machine, without a key",
  mentions: { withUse: "studio(?= (?:provider|engine)|$)" },
  tier: "embedded",
  integrated: true,
  baseUrl: null,
  setting: "STUDIO_URL",
  auth: null,
  idempotency: "key",
  idempotencyNote:
    "header Idempotency-Key: same key and body give the same generation for 24 h, across restarts; another body 409 idempotency_conflict",
  poll: {
    intervalSecondsMin: null,
    statuses: {
      running: ["queued", "running"],
      failed: ["failed", "canceled"],
    },
  },
  result: {
    expiresAfterSeconds: 86_400,
    expiry: "kept 24 h",
  },
  cancel: "POST /v1/generations/{id}/cancel; a finished one is returned unchanged",
  checks: "/v1/checks",
  webhook: null,
  limits: {
    // More than studio runs at once: a film and a short request. Further requests wait in the engine's fair queue, which
    // reserves a slot for organizations without one, so another organization's films never hold back an image.
    concurrentMax: 8,
    note: "queue of 100; one film at a time, and short requests next to it",
  },
  confidence: "high: our own protocol",
  mediaModel: {
    id: "studio-media",
    name: "Studio Media",
    description:
      "Edits files with ffmpeg, as the transform steps of pipelines ask; no neural model.",
    // An operation may work for 15 minutes; the deadline of 20 minutes includes the wait in studio's queue.
    typicalSeconds: 60,
  },
  models: [
    model({
      id: "studio-image",
      name: "Studio Image",
      description: "Illustration composed from an art library; not a photo, not a neural model.",
      contentType: "image",
      capability: "text-to-image",
      parameters: parameters(["prompt"], {
        ...prompt,
        ...negativePrompt,
        ...imageCanvas,
        ...count,
        ...seed,
        ...style,
        ...pictureFormat,
      }),
      typicalJob: "1 image",
      typicalSeconds: 1,
    }),
    model({
      id: "studio-style",
      name: "Studio Style",
      description:
        "Style filters such as oil, pencil or pixel art on your picture, not redrawn; its background removed, blurred or replaced.",
      contentType: "image",
      capability: "image-to-image",
      parameters: parameters(["image"], {
        ...picture,
        ...prompt,
        ...style,
        strength: number({ role: "strength", minimum: 0, maximum: 1 }),
        ...size,
        ...seed,
        ...pictureFormat,
      }),
      typicalJob: "1 image",
      typicalSeconds: 1,
    }),
    model({
      id: "studio-inpaint",
      name: "Studio Inpaint",
      description:
        "Removes what a mask marks, fills transparent parts from the texture around them, or puts a drawn subject there.",
      contentType: "image",
      capability: "inpainting",
      parameters: parameters(["image", "prompt"], {
        ...picture,
        mask: binary({ role: "mask" }),
        ...prompt,
        ...seed,
        ...pictureFormat,
      }),
      typicalJob: "1 image",
      typicalSeconds: 4,
    }),
    model({
      id: "studio-video",
      name: "Studio Video",
      description: "Animated illustration (motion graphics); not filmed, not a neural model.",
      contentType: "video",
      capability: "text-to-video",
      parameters: parameters(["prompt"], {
        ...prompt,
        ...negativePrompt,
        ...videoCanvas,
        durationSeconds: number({ role: "duration", minimum: 1, maximum: 10, default: 4 }),
        fps: integer({ role: "fps", minimum: 8, maximum: 60, default: 24 }),
        ...filmSound,
        ...seed,
        ...style,
        format: choice(["mp4"], { role: "format", default: "mp4" }),
      }),
      typicalJob: "1 video",
      typicalSeconds: 8,
      credits: 2,
    }),
    model({
      id: "studio-camera",
      name: "Studio Camera",
      description:
        "Camera moves over your picture, with parallax between its subject and the background; nothing moves by itself.",
      contentType: "video",
      capability: "image-to-video",
      parameters: parameters(["image"], {
        ...picture,
        ...prompt,
        ...videoCanvas,
        durationSeconds: number({ role: "duration", minimum: 1, maximum: 10, default: 4 }),
        fps: integer({ role: "fps", minimum: 8, maximum: 60, default: 24 }),
        ...filmSound,
        ...seed,
        format: choice(["mp4"], { role: "format", default: "mp4" }),
      }),
      typicalJob: "1 video",
      typicalSeconds: 15,
      credits: 2,
    }),
    model({
      id: "studio-lips",
      name: "Studio Lips",
      description:
        "Warps the mouth of a frontal face in your picture or video to the sound of a recording of up to 3 minutes; reads no words, not a neural model.",
      contentType: "video",
      capability: "lip-sync",
      parameters: parameters(["audio"], {
        image: binary({ role: "image" }),
        video: binary({ role: "video" }),
        audio: binary({ role: "audio" }),
        ...seed,
        format: choice(["mp4"], { role: "format", default: "mp4" }),
      }),
      measured: { images: { sideMin: 64, pixelsMax: 67_108_864 } },
      typicalJob: "1 film of up to 3 minutes",
      // Two to three times the length of a recording. The deadline of twenty times as long suffices for three minutes.
      typicalSeconds: 60,
      credits: 2,
    }),
    model({
      id: "studio-edit",
      name: "Studio Edit",
      description:
        "Cuts, joins, grades, titles, stabilizes and converts your video, by typed operations or words.",
      contentType: "video",
      capability: "video-editing",
      parameters: parameters(["videos"], {
        videos: list("binary", { role: "video", maxItems: 10 }),
        images: list("binary", { role: "images", maxItems: 10 }),
        sounds: list("binary", { role: "audio", maxItems: 10 }),
        ...prompt,
        operations: list("object", { role: "operations", maxItems: 20 }),
        trimStartSeconds: number({ role: "trimStart", minimum: 0, maximum: 600 }),
        trimEndSeconds: number({ role: "trimEnd", minimum: 0, maximum: 600 }),
        speed: number({ role: "speed", minimum: 0.25, maximum: 4 }),
        aspectRatio: string({ role: "aspectRatio", ratios: [0.1, 10] }),
        width: integer({ role: "width", minimum: 16, maximum: 3840 }),
        height: integer({ role: "height", minimum: 16, maximum: 3840 }),
        resolution: choice(["360p", "480p", "540p", "720p", "1080p", "1440p", "2160p"], {
          role: "resolution",
        }),
        ...style,
        format: choice(["mp4", "webm", "gif"], { role: "format", default: "mp4" }),
      }),
      typicalJob: "1 video of up to 10 minutes at 720p, or of fewer at up to 2160p",
      typicalSeconds: 20,
      credits: 2,
    }),
    model({
      id: "studio-voice",
      isTrained: true,
      name: "Studio Voice",
      description:
        "Synthetic English voices of a woman and a man; texts in other languages are refused.",
      contentType: "audio",
      capability: "text-to-speech",
      parameters: parameters(["prompt"], {
        prompt: string({ role: "text", maxLength: 4000 }),
        ...voice,
        language: string({ role: "language", maxLength: 100 }),
        speed: number({ role: "speed", minimum: 0.5, maximum: 2, default: 1 }),
        ...seed,
        ...soundFormat("wav"),
      }),
      typicalJob: "1 recording of up to 4,000 characters",
      typicalSeconds: 1,
    }),
    model({
      id: "studio-transcribe",
      isTrained: true,
      name: "Studio Transcribe",
      description:
        "Transcripts and subtitles with times of words, up to three hours; English unless a language is given (und detects it). Names and noise cause errors.",
      contentType: "audio",
      capability: "speech-to-text",
      parameters: parameters([], {
        audio: binary({ role: "audio" }),
        video: binary({ role: "video" }),
        language: choice(spokenLanguages, { role: "language" }),
        timestamps: boolean({ role: "timestamps", default: false }),
        ...seed,
        format: choice(["txt", "srt", "vtt", "json"], { role: "format", default: "txt" }),
      }),
      typicalJob: "1 recording of 15 minutes",
      // A third of the length of a recording. The deadline of twenty times as long suffices for three hours.
      typicalSeconds: 360,
    }),
    model({
      id: "studio-revoice",
      isTrained: true,
      name: "Studio Revoice",
      description:
        "Isolates the voice of a recording, makes it deeper, higher, a man's, a woman's, a child's or a robot's, speaks its words again, or translates them into spoken English; copies no person's voice.",
      contentType: "audio",
      capability: "speech-to-speech",
      parameters: parameters(["audio"], {
        audio: binary({ role: "audio" }),
        ...prompt,
        ...voice,
        // Studio refuses other languages than English itself: the nearest value would translate into a wrong one.
        language: string({ role: "language", maxLength: 100 }),
        speed: number({ role: "speed", minimum: 0.5, maximum: 2, default: 1 }),
        operations: words(voiceChanges, { role: "operations", maxItems: 20 }),
        ...seed,
        ...soundFormat(),
      }),
      typicalJob: "1 recording of up to 60 minutes",
      // Five minutes, spoken again. The deadline of twenty times as long suffices for an hour.
      typicalSeconds: 150,
    }),
    model({
      id: "studio-upscale",
      isTrained: true,
      name: "Studio Upscale",
      description:
        "Enlarges a picture two to four times by neural super-resolution; fine texture is estimated.",
      contentType: "image",
      capability: "upscaling",
      parameters: parameters(["image"], {
        ...picture,
        scale: number({ role: "scale", minimum: 2, maximum: 4, default: 2 }),
        ...pictureFormat,
      }),
      typicalJob: "1 image",
      typicalSeconds: 10,
    }),
    ...repairs("enhance", "Enhance", "enhancement", {
      image: enhancements,
      video: enhancements,
      audio: ["denoise", "voice-isolation", "loudness", "hum"],
    }),
    ...repairs("restore", "Restore", "restoration", {
      image: ["artifacts", "scratches", "fading", "color"],
      video: ["deflicker", "denoise", "fading", "color"],
      audio: ["declick", "dropouts", "hum"],
    }),
    model({
      id: "studio-vision",
      isTrained: true,
      name: "Studio Vision",
      description:
        "Reads text, finds faces and measures colours, light, sharpness and composition of a picture, as JSON and sentences; names no objects or persons.",
      contentType: "image",
      capability: "vision-analysis",
      parameters: parameters(["image"], {
        ...picture,
        ...prompt,
        operations: words(["text", "faces", "colors", "light", "sharpness", "subject", "size"], {
          role: "operations",
          maxItems: 20,
        }),
        format: choice(["json", "txt"], { role: "format", default: "json" }),
      }),
      typicalJob: "1 image",
      typicalSeconds: 3,
    }),
    model({
      id: "studio-3d",
      name: "Studio 3D",
      description:
        "Common objects as GLB, built from parametric solids or an inflated drawing; no fine detail.",
      contentType: "3d",
      capability: "text-to-3d",
      parameters: parameters(["prompt"], {
        ...prompt,
        ...style,
        ...seed,
        format: choice(["glb"], { role: "format", default: "glb" }),
      }),
      typicalJob: "1 model",
      typicalSeconds: 2,
    }),
    model({
      id: "studio-relief",
      name: "Studio Relief",
      description:
        "Closed, textured GLB from the subject of a picture; the back mirrors the front, and depth is not measured.",
      contentType: "3d",
      capability: "image-to-3d",
      parameters: parameters(["image"], {
        ...picture,
        ...prompt,
        format: choice(["glb"], { role: "format", default: "glb" }),
      }),
      typicalJob: "1 model",
      typicalSeconds: 3,
    }),
  ],
});

/** One model for each kind of file that enhancement and restoration repair. */
function repairs(
  id: string,
  name: string,
  capability: "enhancement" | "restoration",
  operations: Readonly<Record<keyof typeof repaired, readonly string[]>>,
): readonly ModelInput[] {
  return (["image", "video", "audio"] as const).map((kind) => {
    const { noun, formats, seconds } = repaired[kind];
    return model({
      id: kind === "image" ? `studio-${id}` : `studio-${id}-${kind}`,
      name:
        kind === "image"
          ? `Studio ${name}`
          : `Studio ${name} ${kind === "video" ? "Video" : "Audio"}`,
      description: `Repairs ${noun} with filters of measured strength: ${operations[kind].join(", ")}.`,
      contentType: kind,
      capability,
      parameters: parameters([kind], {
        [kind]: binary({ role: kind }),
        ...prompt,
        operations: words(operations[kind], { role: "operations", maxItems: 20 }),
        format: choice(formats, { role: "format" }),
      }),
      typicalJob: `1 file: ${noun}`,
      typicalSeconds: seconds,
      ...(kind === "video" ? { credits: 2 } : {}),
    });
  });
}

/** Common part of all studio models: one protocol, no list price, one result in draft quality. */
function model({
  capability,
  typicalJob,
  credits = 1,
  isTrained = false,
  ...row
}: {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly contentType: ContentType;
  readonly capability: Capability;
  readonly parameters: Parameters;
  readonly typicalJob: string;
  readonly typicalSeconds: number;
  readonly credits?: number;
  /** Uses a neural network to make the result. */
  readonly isTrained?: boolean;
  readonly measured?: NonNullable<ModelInput["measured"]>;
}): ModelInput {
  return {
    ...row,
    upstreamModel: row.id,
    isAlgorithmic: !isTrained,
    capabilities: [capability],
    endpoints: ["POST /v1/generations"],
    transports: ["submit-poll"],
    pricing: {
      typicalJob,
      typicalUsd: 0,
      confidence: "documented",
    },
    priced: { count: 1 },
    credits,
    quality: 1,
    lifecycle: { status: "active" },
    verification: "our own protocol",
  };
}
