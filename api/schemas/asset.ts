import { z } from "zod";

import { assetSources } from "#domain/requests/asset.ts";

import { contentTypeSchema, timeSchema } from "./common.ts";
import { displayTextSchema } from "./display-text.ts";

export const assetParams = z.object({ assetId: z.string().min(1).max(200) });

const assetNameSchema = displayTextSchema(200).meta({
  description: "Display name; default: the name of the file.",
  example: "portrait.png",
});

const sha256Schema = z
  .string()
  .regex(/^[0-9a-f]{64}$/, "Must be 64 hexadecimal digits in lower case")
  .meta({ example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" });

export const newAssetSchema = z
  .strictObject({
    name: assetNameSchema.optional(),
    url: z
      .url({
        protocol: /^https?$/,
        error: ({ code }) =>
          code === "invalid_format" ? "Must be an http or https URL" : undefined,
      })
      .max(2_048)
      .optional()
      .meta({ description: "Public URL; the file is fetched once, immediately." }),
    outputId: z.string().min(1).max(100).optional().meta({
      description: "Output of one of the organization's jobs, to keep as an asset.",
    }),
    sha256: sha256Schema.optional().meta({
      description: "With `bytes`: identifies a file that the organization has uploaded before.",
    }),
    bytes: z.int().min(1).optional(),
  })
  .refine(({ url, outputId, sha256 }) => [url, outputId, sha256].filter(isGiven).length === 1, {
    message: "Send exactly one of url, outputId and sha256",
    params: { code: "either_or" },
  })
  .refine(({ sha256, bytes }) => isGiven(sha256) === isGiven(bytes), {
    message: "Send sha256 and bytes together",
    path: ["bytes"],
    params: { code: "together" },
  })
  .meta({ id: "NewAsset" });

function isGiven(value: unknown): boolean {
  return value !== undefined;
}

/** Form fields in addition to the file. */
export const uploadFieldsSchema = z.strictObject({ name: assetNameSchema.optional() });

export const assetSchema = z
  .object({
    assetId: z.string(),
    kind: contentTypeSchema,
    name: z.string().optional(),
    contentType: z
      .string()
      .meta({ description: "Media type, detected from the bytes.", example: "image/png" }),
    bytes: z.int().min(1),
    durationSeconds: z
      .number()
      .positive()
      .optional()
      .meta({
        description:
          "Duration of a video or an audio file, if the file declares it. Limits and prices of jobs depend on " +
          "it.",
      }),
    width: z.int().min(1).optional().meta({ description: "Of an image, in pixels." }),
    height: z.int().min(1).optional().meta({ description: "Of an image, in pixels." }),
    framesPerSecond: z.number().positive().optional().meta({
      description: "Of a video, if readable. Models that bill each frame are priced by it.",
    }),
    sha256: sha256Schema,
    source: z.object({
      kind: z.enum(assetSources),
      outputId: z.string().optional(),
    }),
    url: z.url().meta({ description: "Signed URL; requires no credential." }),
    expiresAt: timeSchema.meta({ description: "Expiry of `url`; each request returns a new URL." }),
    keptUntil: timeSchema.meta({
      description: "Time at which the asset is deleted, unless a job uses it before.",
    }),
    createdAt: timeSchema,
  })
  .meta({ id: "Asset" });
