import { Readable } from "node:stream";

import { acceptsByName } from "#api/http/media-type.ts";
import { defineRoute } from "#api/http/route.ts";
import { feedEventSchema, feedPlaceSchema, feedQuery } from "#api/schemas/feed.ts";
import type { Caller } from "#db/caller.ts";
import { type FeedPlace, parsePlace, writePlace } from "#db/feed/feed-place.ts";
import { findFeedPlace } from "#db/feed/read-feed.ts";
import { AppError } from "#domain/errors.ts";
import { type FeedKind, feedKinds } from "#domain/notifications/feed.ts";

export const followChanges = defineRoute({
  method: "get",
  path: "/app/events",
  operationId: "followChanges",
  summary: "Stream the changes of the organization",
  description:
    "With `Accept: text/event-stream`, a stream of Server-Sent Events without an end: events of jobs and runs, states " +
    "of batches, ends of webhook deliveries and the credits. It continues after `Last-Event-ID`. Without this " +
    "header, or when too much has changed since, it begins with `reset`: then read again what you show. Otherwise " +
    "the response is the current position.",
  tags: ["Jobs"],
  access: { permission: "jobs:read" },
  query: feedQuery,
  status: 200,
  response: feedPlaceSchema,
  streams: feedEventSchema,
  errors: ["streams_limited", "overloaded"],
  async handle({ query, caller, request }, { em, streams }) {
    const { types, jobs } = query;
    requireKinds(caller, types);
    const place = parseHeader(request.header("last-event-id"));
    if (!acceptsByName(request.header("accept"), "text/event-stream")) {
      const lastEventId = writePlace(await findFeedPlace(em));
      if (lastEventId === null) throw new AppError("overloaded");
      return { lastEventId };
    }
    if (request.method === "HEAD") return { events: Readable.from([]) };
    const kinds: ReadonlySet<FeedKind> = new Set(types ?? allowedKinds(caller));
    return {
      events: streams.openFeed({
        topic: caller.organizationId,
        position: { place, credits: null },
        kinds,
        jobIds: jobs === undefined ? null : new Set(jobs),
        caller,
        confirmAccess: async () => requireKinds(await request.confirmAccess(), [...kinds]),
      }),
    };
  },
});

function allowedKinds({ permissions }: Caller): FeedKind[] {
  return (Object.keys(feedKinds) as FeedKind[]).filter((kind) =>
    permissions.includes(feedKinds[kind]),
  );
}

function requireKinds(caller: Caller, kinds: readonly FeedKind[] = []): void {
  const refused = kinds.find((kind) => !caller.permissions.includes(feedKinds[kind]));
  if (refused === undefined) return;
  throw new AppError("permission_missing", { details: { permission: feedKinds[refused] } });
}

function parseHeader(text: string | undefined): FeedPlace | null {
  // A browser that has received no id may send the header without a value.
  if (text === undefined || text === "") return null;
  const place = parsePlace(text);
  if (place !== null) return place;
  const message = "Send the id of an event of this stream, or leave the header out.";
  throw new AppError("parameters_invalid", {
    issues: [{ pointer: "header/Last-Event-ID", code: "out_of_range", message }],
  });
}
