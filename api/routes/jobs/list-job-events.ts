import { Readable } from "node:stream";

import { acceptsByName } from "#api/http/media-type.ts";
import { loadPage } from "#api/http/page.ts";
import { defineRoute, type RouteInput } from "#api/http/route.ts";
import { presentJobEvent } from "#api/present/job-event.ts";
import { pageOf } from "#api/schemas/common.ts";
import { eventsQuery, jobEventSchema } from "#api/schemas/job-event.ts";
import { jobParams } from "#api/schemas/job.ts";
import { findLastSequence, listJobEvents as listRows } from "#db/jobs/job-events.ts";
import { findJob } from "#db/jobs/jobs.ts";
import { AppError } from "#domain/errors.ts";
import { isFinal } from "#domain/jobs/job.ts";

export const listJobEvents = defineRoute({
  method: "get",
  path: "/v1/jobs/{jobId}/events",
  operationId: "listJobEvents",
  summary: "List or stream the events of a job",
  description:
    "Events of a job, oldest first. With `Accept: text/event-stream` the response is a stream of " +
    "Server-Sent Events that begins after `Last-Event-ID` or `after`, continues with new events and " +
    "closes when the job ends; reconnecting after the last event returns 204. Otherwise the response is " +
    "a list.",
  tags: ["Jobs"],
  access: { permission: "jobs:read" },
  params: jobParams,
  query: eventsQuery,
  status: 200,
  response: pageOf(jobEventSchema),
  streams: jobEventSchema,
  errors: ["job_not_found", "outside_organization", "streams_limited", "overloaded"],
  async handle({ params, query, caller, request }, { em, settings, streams }) {
    const { jobId } = params;
    const { organizationId } = caller;
    const place = placeOf(request, query.after);
    request.aboutJob(jobId);
    const job = await findJob(em, { jobId, organizationId });
    const last = await findLastSequence(em, jobId);
    const after = place.sequence;
    if (after > last) throw unknownPlace(place.pointer, `The job has ${last} events.`);

    if (acceptsByName(request.header("accept"), "text/event-stream")) {
      if (request.method === "HEAD") return { events: Readable.from([]) };
      if (isFinal(job.status) && after === last) return { events: null };
      const { confirmAccess } = request;
      return { events: streams.openJob({ topic: jobId, position: after, caller, confirmAccess }) };
    }
    const page = await loadPage({
      list: `events:${jobId}`,
      secrets: settings.signingSecrets,
      query,
      load: async ({ limit, beforeId }) => {
        const start = beforeId === undefined ? after : Number(beforeId);
        return listRows(em, { jobId, organizationId, after: start, limit });
      },
      idOf: ({ sequence }) => String(sequence),
    });
    return { data: page.rows.map(presentJobEvent), nextCursor: page.nextCursor };
  },
});

type Request = RouteInput<unknown, unknown, unknown>["request"];

/**
 * Reads the position. After a reconnection, `Last-Event-ID` counts: the reader repeats its first URL, with an
 * outdated `after`.
 */
function placeOf(request: Request, after = 0): { sequence: number; pointer: string } {
  const header = request.header("last-event-id");
  if (header === undefined) return { sequence: after, pointer: "query/after" };
  const pointer = "header/Last-Event-ID";
  if (!/^\d{1,9}$/.test(header))
    throw unknownPlace(pointer, "Send the id of an event of this job.");
  return { sequence: Number(header), pointer };
}

function unknownPlace(pointer: string, message: string): AppError {
  return new AppError("parameters_invalid", {
    issues: [{ pointer, code: "out_of_range", message }],
  });
}
