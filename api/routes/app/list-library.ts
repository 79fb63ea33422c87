import { z } from "zod";

import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentLibraryFile } from "#api/present/library-file.ts";
import { contentTypeSchema, cursorParameter, limitParameter, pageOf } from "#api/schemas/common.ts";
import { jobCountsQuery } from "#api/schemas/job-marks.ts";
import { libraryFileSchema } from "#api/schemas/library.ts";
import { listLibrary as listFiles } from "#db/jobs/library.ts";

export const listLibrary = defineRoute({
  method: "get",
  path: "/app/library",
  operationId: "listLibrary",
  summary: "List outputs and assets with their previews, newest first",
  description:
    "Outputs of completed jobs and assets that are still kept. A preview that is missing is made within seconds; " +
    "read the list again while its state is `pending`. `search` finds outputs by terms of the prompt or the title, and " +
    "assets by parts of their names; `label` is a label of the job.",
  tags: ["Jobs"],
  access: { permission: "jobs:read", session: true },
  query: jobCountsQuery.pick({ search: true, label: true, model: true }).extend({
    kind: contentTypeSchema.optional(),
    job: z.string().min(1).max(200).optional().meta({ description: "Job id." }),
    source: z.enum(["generated", "uploaded"]).optional(),
    limit: limitParameter,
    cursor: cursorParameter,
  }),
  status: 200,
  response: pageOf(libraryFileSchema),
  errors: [],
  async handle({ query, caller }, { em, settings, now }) {
    const { organizationId } = caller;
    const { model: modelId, job: jobId, ...filter } = query;
    const { rows, nextCursor } = await loadPage({
      list: "library",
      secrets: settings.signingSecrets,
      query,
      load: async (part) =>
        listFiles(em, { organizationId, filter: { ...filter, modelId, jobId }, ...part }),
      idOf: ({ id }) => id,
    });
    return { data: rows.map((file) => presentLibraryFile(file, settings, now())), nextCursor };
  },
});
