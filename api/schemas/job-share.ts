import { z } from "zod";

import { timeSchema } from "./common.ts";
import { jobParams } from "./job.ts";

const daysMax = 90;
const daysDefault = 7;

export const shareParams = jobParams.extend({ shareId: z.string().min(1).max(100) });

export const newJobShareSchema = z
  .strictObject({
    days: z.int().min(1).max(daysMax).default(daysDefault).meta({
      description: "Days until the link expires.",
    }),
    showsPrompt: z
      .boolean()
      .default(false)
      .meta({ description: "Shows the prompt next to the result." }),
  })
  .meta({ id: "NewJobShare" });

export const jobShareSchema = z
  .object({
    shareId: z.string(),
    showsPrompt: z.boolean(),
    createdBy: z.string().meta({ description: "Id of the member." }),
    createdAt: timeSchema,
    expiresAt: timeSchema,
  })
  .meta({ id: "JobShare" });

export const createdJobShareSchema = jobShareSchema
  .extend({ url: z.url().meta({ description: "Only this response contains it." }) })
  .meta({ id: "CreatedJobShare" });
