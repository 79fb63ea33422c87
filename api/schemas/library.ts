import { z } from "zod";

import { timeSchema } from "./common.ts";

export const libraryFileSchema = z
  .object({
    fileId: z.string().meta({ description: "Id of the output or the asset." }),
    source: z.enum(["generated", "uploaded"]),
    jobId: z.string().optional().meta({ description: "Job of a generated file." }),
    capability: z.string().optional(),
    model: z.string().optional(),
    title: z.string().optional().meta({
      description: "Title of the job or prompt of a generated file, name of an uploaded one.",
    }),
    contentType: z.string(),
    bytes: z.int().min(0),
    width: z.int().optional(),
    height: z.int().optional(),
    durationSeconds: z.number().optional(),
    createdAt: timeSchema,
    keptUntil: timeSchema,
    url: z.string().meta({ description: "Signed URL of the file." }),
    preview: z
      .object({
        state: z.enum(["pending", "ready", "none"]).meta({
          description:
            "`none`: the file has no preview, such as a 3D model or a broken file, or workers make none (`PREVIEWS=off`).",
        }),
        thumbHash: z.string().optional().meta({ description: "ThumbHash in base64." }),
        posterUrl: z
          .string()
          .optional()
          .meta({ description: "Signed URL of a WebP image of at most 512 pixels a side." }),
        stripUrl: z
          .string()
          .optional()
          .meta({ description: "Signed URL of 12 frames of a video, side by side." }),
        peaks: z.string().optional().meta({
          description: "Loudest samples of a recording, at most 1,000, one byte each, in base64.",
        }),
      })
      .meta({ id: "Preview" }),
  })
  .meta({ id: "LibraryFile" });
