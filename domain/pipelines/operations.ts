import { z } from "zod";

/** Files of one operation. */
export const operationInputsMax = 50;

interface Operation {
  /** Accepted inputs in their order; each entry is one alternative. */
  readonly takes: readonly (readonly OperationInput[])[];
  /** Kind of the result; `same` is the kind of the first input. */
  readonly makes: "image" | "video" | "audio" | "same";
  readonly parameters: z.ZodObject;
  /** Quantity that the expected time of execution grows with: seconds of the inputs or of the result, or files. */
  readonly basedOn: "inputSeconds" | "outputSeconds" | "files";
}

interface OperationInput {
  readonly kind: "image" | "video" | "audio" | "model";
  readonly many?: boolean;
}

const image = { kind: "image" } as const;
const video = { kind: "video" } as const;
const audio = { kind: "audio" } as const;
const model = { kind: "model" } as const;
const many = <Input extends OperationInput>(input: Input) => ({ ...input, many: true }) as const;

const pixels = z.int().min(16).max(4_096).optional();
const frame = { width: pixels, height: pixels };
/** Frames that are composed one by one are at most full HD. */
const composedPixels = z.int().min(16).max(1_920).optional();
const composedFrame = { width: composedPixels, height: composedPixels };
const seconds = z.number().min(0).max(86_400).optional();
const fadeSeconds = z.number().min(0).max(30).optional();
const lightFactor = z.number().min(0.2).max(3).optional();
const fit = z.enum(["cover", "contain"]).optional();
const position = z
  .enum([
    "top",
    "center",
    "bottom",
    "left",
    "right",
    "topLeft",
    "topRight",
    "bottomLeft",
    "bottomRight",
  ])
  .optional();
const color = z
  .string()
  .regex(/^(?:#[0-9a-fA-F]{6}|[a-z]{1,30})$/, "Must be like #ff8800 or white")
  .optional();
const soundFormats = ["wav", "mp3", "ogg", "opus", "flac", "m4a"] as const;
/** Formats that `convert` writes, by the kind of its input. */
export const convertFormats = {
  image: ["png", "jpeg", "webp"],
  video: ["mp4", "webm", "gif"],
  audio: soundFormats,
} as const;
const formats = [
  ...convertFormats.image,
  ...convertFormats.video,
  ...convertFormats.audio,
] as const;
const text = z.string().min(1).max(20_000);
const soundtrack = {
  length: z.enum(["audio", "video"]).optional(),
  fit: z.enum(["loop", "freeze"]).optional(),
  volume: z.number().min(0).max(4).optional(),
};

// Rules about several parameters, which studio has as well.

const exactlyOneOf = (...names: readonly string[]) =>
  [
    (given: Readonly<Record<string, unknown>>) =>
      names.filter((name) => given[name] !== undefined).length === 1,
    { message: `Must have exactly one of ${names.join(" and ")}`, params: { code: "either_or" } },
  ] as const;
const endsAfterStart = ({
  startSeconds = 0,
  endSeconds = Infinity,
}: {
  startSeconds?: number | undefined;
  endSeconds?: number | undefined;
}) => endSeconds > startSeconds;
const endBeforeStart = {
  path: ["endSeconds"],
  message: "Must be more than startSeconds",
  params: { code: "too_small" },
};

/**
 * Operations on files: what each takes and makes, with its parameters. They run in studio and cost no credits. A
 * new operation is one row here and one engine in studio.
 */
export const operations = {
  trim: {
    takes: [[video], [audio]],
    makes: "same",
    parameters: z
      .strictObject({ startSeconds: seconds, endSeconds: seconds })
      .refine(endsAfterStart, endBeforeStart),
    basedOn: "inputSeconds",
  },
  cut: {
    takes: [[video], [audio]],
    makes: "same",
    parameters: z
      .strictObject({ startSeconds: seconds, endSeconds: z.number().min(0).max(86_400) })
      .refine(endsAfterStart, endBeforeStart),
    basedOn: "inputSeconds",
  },
  reverse: {
    takes: [[video], [audio]],
    makes: "same",
    parameters: z.strictObject({}),
    basedOn: "inputSeconds",
  },
  fade: {
    takes: [[video], [audio]],
    makes: "same",
    parameters: z.strictObject({ inSeconds: fadeSeconds, outSeconds: fadeSeconds, color }),
    basedOn: "inputSeconds",
  },
  volume: {
    takes: [[video], [audio]],
    makes: "same",
    parameters: z.strictObject({ factor: z.number().min(0).max(4) }),
    basedOn: "inputSeconds",
  },
  rotate: {
    takes: [[image], [video]],
    makes: "same",
    parameters: z.strictObject({
      degrees: z.int().min(0).max(270).multipleOf(90).optional(),
      flip: z.enum(["none", "horizontal", "vertical"]).optional(),
    }),
    basedOn: "inputSeconds",
  },
  stabilize: {
    takes: [[video]],
    makes: "same",
    parameters: z.strictObject({ strength: z.number().min(0).max(1).optional() }),
    basedOn: "inputSeconds",
  },
  grade: {
    takes: [[video]],
    makes: "same",
    parameters: z.strictObject({
      look: z
        .enum([
          "none",
          "blackAndWhite",
          "noir",
          "sepia",
          "vintage",
          "warm",
          "cold",
          "cinematic",
          "vivid",
          "faded",
          "negative",
          "blurred",
        ])
        .optional(),
      brightness: lightFactor,
      contrast: lightFactor,
      saturation: z.number().min(0).max(3).optional(),
    }),
    basedOn: "inputSeconds",
  },
  speed: {
    takes: [[video], [audio]],
    makes: "same",
    parameters: z.strictObject({ factor: z.number().min(0.25).max(4) }),
    basedOn: "inputSeconds",
  },
  loudness: {
    takes: [[video], [audio]],
    makes: "same",
    parameters: z.strictObject({
      lufs: z.number().min(-40).max(-5).optional(),
      format: z.enum(soundFormats).optional(),
    }),
    basedOn: "inputSeconds",
  },
  convert: {
    takes: [[image], [video], [audio]],
    makes: "same",
    parameters: z.strictObject({
      format: z.enum(formats),
      quality: z.int().min(1).max(100).optional(),
    }),
    basedOn: "inputSeconds",
  },
  concat: {
    takes: [[many(video)], [many(audio)]],
    makes: "same",
    parameters: z.strictObject({
      transition: z.enum(["none", "fade"]).optional(),
      fit,
      ...composedFrame,
    }),
    basedOn: "inputSeconds",
  },
  crop: {
    takes: [[image], [video]],
    makes: "same",
    parameters: z
      .strictObject({
        aspectRatio: z
          .string()
          .regex(/^\d{1,4}(\.\d{1,3})?:\d{1,4}(\.\d{1,3})?$/, "Must be like 16:9")
          .optional(),
        box: z
          .strictObject({
            x: z.int().min(0).max(16_384),
            y: z.int().min(0).max(16_384),
            width: z.int().min(16).max(16_384),
            height: z.int().min(16).max(16_384),
          })
          .optional(),
        focus: position,
      })
      .refine(...exactlyOneOf("aspectRatio", "box")),
    basedOn: "inputSeconds",
  },
  resize: {
    takes: [[image], [video]],
    makes: "same",
    parameters: z
      .strictObject({ ...frame, fit, background: color })
      .refine(({ width, height }) => width !== undefined || height !== undefined, {
        message: "Must have width, height or both",
        params: { code: "required" },
      }),
    basedOn: "inputSeconds",
  },
  overlayText: {
    takes: [[image], [video]],
    makes: "same",
    parameters: z
      .strictObject({
        text: z.string().min(1).max(500),
        position,
        size: z.int().min(8).max(512).optional(),
        color,
        startSeconds: seconds,
        endSeconds: seconds,
      })
      .refine(endsAfterStart, endBeforeStart),
    basedOn: "inputSeconds",
  },
  overlay: {
    takes: [
      [image, image],
      [video, image],
      [video, video],
    ],
    makes: "same",
    parameters: z.strictObject({
      position,
      scale: z.number().min(0.01).max(1).optional(),
      opacity: z.number().min(0).max(1).optional(),
    }),
    basedOn: "inputSeconds",
  },
  mux: {
    takes: [
      [video, audio],
      [image, audio],
    ],
    makes: "video",
    parameters: z.strictObject(soundtrack),
    basedOn: "outputSeconds",
  },
  slideshow: {
    takes: [[many(image), audio], [many(image)]],
    makes: "video",
    parameters: z.strictObject({
      ...soundtrack,
      secondsEach: z.number().min(0.5).max(60).optional(),
      motion: z.enum(["none", "zoom"]).optional(),
      ...composedFrame,
    }),
    basedOn: "outputSeconds",
  },
  mix: {
    takes: [[many(audio)]],
    makes: "audio",
    parameters: z.strictObject({
      gains: z.array(z.number().min(0).max(4)).min(1).max(50).optional(),
      duck: z.boolean().optional(),
    }),
    basedOn: "inputSeconds",
  },
  subtitles: {
    takes: [[video]],
    makes: "video",
    parameters: z
      .strictObject({
        text: text.optional(),
        segments: z
          .array(
            z.strictObject({
              startSeconds: z.number().min(0).max(86_400),
              endSeconds: z.number().min(0).max(86_400),
              text: z.string().min(1).max(500),
            }),
          )
          .min(1)
          .max(1_000)
          .optional(),
        timing: z.enum(["even", "given"]).optional(),
        style: z.enum(["burned", "track"]).optional(),
      })
      .refine(...exactlyOneOf("text", "segments")),
    basedOn: "inputSeconds",
  },
  frame: {
    takes: [[video]],
    makes: "image",
    parameters: z.strictObject({
      at: z.union([z.enum(["first", "middle", "last"]), z.number().min(0).max(86_400)]).optional(),
    }),
    basedOn: "files",
  },
  collage: {
    takes: [[many(image)]],
    makes: "image",
    parameters: z.strictObject({
      columns: z.int().min(1).max(20).optional(),
      gap: z.int().min(0).max(512).optional(),
      background: color,
    }),
    basedOn: "files",
  },
  turntable: {
    takes: [[model]],
    makes: "video",
    parameters: z.strictObject({
      seconds: z.number().min(1).max(60).optional(),
      turns: z.number().min(0.25).max(10).optional(),
      background: color,
      ...composedFrame,
    }),
    basedOn: "outputSeconds",
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
export const operationNames = Object.keys(operations) as [OperationName, ...OperationName[]];

/** An operation with parameters that its schema accepts. */
export interface MediaOperation {
  readonly name: OperationName;
  readonly parameters: Readonly<Record<string, unknown>>;
}
