import type { z } from "zod";

import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { readTimeRange } from "#api/http/time-range.ts";
import { presentMarks } from "#api/present/job-marks.ts";
import { presentJobs } from "#api/present/jobs.ts";
import { cursorParameter, limitParameter, pageOf } from "#api/schemas/common.ts";
import { type jobCountsQuery, markedJobSchema, markedJobsQuery } from "#api/schemas/job-marks.ts";
import { toWordQuery } from "#db/jobs/job-words.ts";
import { type JobFilter, listJobs } from "#db/jobs/jobs.ts";
import type { EntityManager } from "#db/orm.ts";

const dayMs = 86_400_000;

export const listMarkedJobs = defineRoute({
  method: "get",
  path: "/app/jobs",
  operationId: "listMarkedJobs",
  summary: "Search jobs, newest first",
  description:
    "Jobs as `GET /v1/jobs` has them, with their title, star and labels; filtered by several statuses and searched by " +
    "terms of prompt and title. With `If-None-Match`, unchanged responses do not count against the rate limit.",
  tags: ["Jobs"],
  access: { permission: "jobs:read", session: true },
  query: markedJobsQuery.extend({ limit: limitParameter, cursor: cursorParameter }),
  status: 200,
  response: pageOf(markedJobSchema),
  errors: [],
  conditional: true,
  async handle({ query, caller: { organizationId } }, dependencies) {
    const { em, settings } = dependencies;
    const found = await readJobFilter(em, query);
    if (found === null) return { data: [], nextCursor: null };
    const filter = { ...found, status: query.status };
    const { rows, nextCursor } = await loadPage({
      list: "marked jobs",
      secrets: settings.signingSecrets,
      query,
      load: async (part) => listJobs(em, { organizationId, filter, ...part }),
      idOf: ({ id }) => id,
    });
    const presented = await presentJobs(rows, dependencies);
    const data = presented.flatMap((job, index) => {
      const row = rows[index];
      return row === undefined ? [] : [{ ...job, marks: presentMarks(row) }];
    });
    return { data, nextCursor };
  },
});

/** Returns null for a search without a term, which finds nothing. */
export async function readJobFilter(
  em: EntityManager,
  {
    search,
    type: contentType,
    capability,
    starred,
    label,
    model: modelId,
    from,
    to,
  }: z.output<typeof jobCountsQuery>,
): Promise<JobFilter | null> {
  const words = search === undefined ? undefined : await toWordQuery(em, search);
  if (words === null) return null;
  return {
    words,
    contentType,
    capability,
    starred,
    label,
    modelId,
    ...readTimeRange({
      createdAfter: from,
      createdBefore: to === undefined ? undefined : Date.parse(to) + dayMs,
    }),
  };
}
