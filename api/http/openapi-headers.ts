import { idempotencyKeyLengthMax, waitSecondsMax } from "./request-input.ts";
import type { Route } from "./route.ts";

interface Header {
  readonly description: string;
  readonly schema: { type: "string" | "integer"; minimum?: number; enum?: string[] };
}

/** Response headers, defined once for the whole document. */
export const documentHeaders = {
  "X-Request-Id": {
    description: "Identifies the request in the logs.",
    schema: { type: "string" },
  },
  "X-RateLimit-Limit": {
    description: "Hourly request limit of the plan.",
    schema: { type: "integer", minimum: 0 },
  },
  "X-RateLimit-Remaining": {
    description: "Requests remaining in the current window.",
    schema: { type: "integer", minimum: 0 },
  },
  "X-RateLimit-Reset": {
    description: "Unix timestamp at which the limit resets.",
    schema: { type: "integer", minimum: 0 },
  },
  "Retry-After": {
    description: "Seconds to wait before the next attempt.",
    schema: { type: "integer", minimum: 1 },
  },
  "WWW-Authenticate": {
    description: "Accepted credentials.",
    schema: { type: "string" },
  },
  ETag: {
    description:
      "Version of the resource. Send it in If-None-Match (a 304 counts only against `unchanged` of GET " +
      "/v1/rate-limits) or, with an update, in If-Match.",
    schema: { type: "string" },
  },
  "Preference-Applied": {
    description: "The applied preference.",
    schema: { type: "string" },
  },
  "Idempotent-Replayed": {
    description: "Present when the response is replayed from an earlier request.",
    schema: { type: "string", enum: ["true"] },
  },
  Location: { description: "URL of the resource, or of the redirect.", schema: { type: "string" } },
  "Set-Cookie": {
    description:
      "Binds a sign-in to the browser that started it, or keeps the refresh token of a session.",
    schema: { type: "string" },
  },
  "Accept-Ranges": { description: "Byte ranges are supported.", schema: { type: "string" } },
  "Content-Disposition": { description: "File name.", schema: { type: "string" } },
} satisfies Record<string, Header>;

type HeaderName = keyof typeof documentHeaders;

const ofEveryAnswer = [
  "X-Request-Id",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
] as const satisfies readonly HeaderName[];

export function refToHeaders(more: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(
    [...ofEveryAnswer, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

type HeaderParameter = {
  name: string;
  in: "header";
  description: string;
  required: false;
  schema: { type: "string"; minLength?: number; maxLength?: number; pattern?: string };
};

/** Lists the request headers that a route supports. */
export function requestHeaders(route: Route): HeaderParameter[] {
  return [
    ...(route.idempotent === undefined ? [] : [idempotencyKey]),
    ...(route.waits === true ? [prefer] : []),
    ...(route.conditional === true ? [ifNoneMatch] : []),
    ...(route.current === null ? [] : [ifMatch]),
    ...(route.ranges === true ? [range] : []),
    ...(route.streams === undefined ? [] : [lastEventId]),
    ...(route.readsCookie === true ? [sessionBinding] : []),
  ];
}

const idempotencyKey = header(
  "Idempotency-Key",
  "Makes retries safe: the same key and body return the same response for 24 hours.",
  { type: "string", minLength: 1, maxLength: idempotencyKeyLengthMax },
);
const prefer = header(
  "Prefer",
  `\`wait=n\` with 1 to ${waitSecondsMax}: respond when the job has ended, or after n seconds.`,
  { type: "string" },
);
const ifNoneMatch = header("If-None-Match", "ETag of the response that you have.", {
  type: "string",
});
const ifMatch = header("If-Match", "ETag of the version to update, or * for any version.", {
  type: "string",
});
const lastEventId = header(
  "Last-Event-ID",
  "Id of the last event that you have received; the stream begins after it.",
  { type: "string", pattern: "^\\d{1,9}$" },
);
const sessionBinding = header(
  "X-Session-Binding",
  "Second half of a session that is kept in a cookie; required with `keep`.",
  { type: "string" },
);
const range = header("Range", "A single byte range, such as bytes=0-1023.", { type: "string" });

function header(
  name: string,
  description: string,
  schema: HeaderParameter["schema"],
): HeaderParameter {
  return { name, in: "header", description, required: false, schema };
}
