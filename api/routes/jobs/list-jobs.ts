import { z } from "zod";

import { readCursor, writeCursor } from "#api/http/cursor.ts";
import { defineRoute } from "#api/http/route.ts";
import { readTimeRange, timeRangeFields } from "#api/http/time-range.ts";
import { presentJobs } from "#api/present/jobs.ts";
import {
  capabilitySchema,
  contentTypeSchema,
  cursorParameter,
  limitParameter,
  pageOf,
} from "#api/schemas/common.ts";
import { jobSchema } from "#api/schemas/job.ts";
import { listJobs as listRows } from "#db/jobs/jobs.ts";
import { jobStatuses } from "#domain/jobs/job.ts";

export const listJobs = defineRoute({
  method: "get",
  path: "/v1/jobs",
  operationId: "listJobs",
  summary: "List jobs, newest first",
  tags: ["Jobs"],
  access: { permission: "jobs:read" },
  query: z.object({
    limit: limitParameter,
    cursor: cursorParameter,
    status: z.enum(jobStatuses).optional(),
    type: contentTypeSchema.optional(),
    capability: capabilitySchema.optional(),
    model: z.string().min(1).max(200).optional().meta({ description: "Model id." }),
    provider: z.string().min(1).max(200).optional().meta({ description: "Provider slug." }),
    batch: z.string().min(1).max(200).optional().meta({ description: "Batch id." }),
    run: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: "Id of a pipeline's run: the jobs of its steps." }),
    ...timeRangeFields,
    metadata: z
      .record(z.string().min(1).max(64), z.string().max(500))
      .optional()
      .meta({
        description:
          "Filters by a metadata value: `metadata.project=spring`. Several filters must all match.",
        param: { style: "form", explode: true },
        override: {
          type: "object",
          propertyNames: { pattern: "^metadata\\..{1,64}$" },
          additionalProperties: { type: "string", maxLength: 500 },
        },
      }),
  }),
  status: 200,
  response: pageOf(jobSchema),
  errors: [],
  async handle({ query, caller }, dependencies) {
    const { em, settings } = dependencies;
    const { limit, cursor } = query;
    const jobs = await listRows(em, {
      organizationId: caller.organizationId,
      filter: {
        status: query.status,
        contentType: query.type,
        capability: query.capability,
        modelId: query.model,
        providerSlug: query.provider,
        batchId: query.batch,
        runId: query.run,
        ...readTimeRange(query),
        metadata: query.metadata,
      },
      // One extra row shows whether another page follows.
      limit: limit + 1,
      beforeId:
        cursor === undefined ? undefined : readCursor(settings.signingSecrets, "jobs", cursor),
    });
    const page = jobs.slice(0, limit);
    const last = jobs.length > limit ? page.at(-1) : undefined;
    return {
      data: await presentJobs(page, dependencies),
      nextCursor: last === undefined ? null : writeCursor(settings.signingSecret, "jobs", last.id),
    };
  },
});
