import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";

import { problemSchema } from "#api/schemas/problem.ts";
import { AppError, errorCatalog, type ErrorCode } from "#domain/errors.ts";

import { documentHeaders, refToHeaders, requestHeaders } from "./openapi-headers.ts";
import { documentWebhooks } from "./openapi-webhooks.ts";
import { toProblem } from "./problem.ts";
import { errorsOf } from "./route-errors.ts";
import { needsSession, type Route } from "./route.ts";

/** Version of the API reference (OpenAPI `info.version`). CHANGELOG.md describes its versioning and its changes. */
export const apiVersion = "2.0.1";

const introduction = `One API to generate images, video, audio and 3D with many providers.

Send an API key in \`X-API-Key\` with every request. Create a job with \`POST /v1/chat\` (a message) or \`POST /v1/generations\`
(parameters). \`GET /v1/jobs/{jobId}\` with \`Prefer: wait=30\` responds when the job has ended; \`output.url\` is the result.
\`GET /v1/jobs/{jobId}/events\` with \`Accept: text/event-stream\` streams the progress.

- **Errors** are \`application/problem+json\` (RFC 9457) with a stable \`code\`; \`errors\` lists every problem of a request.
- **Rate limits** are per clock hour; every response reports limit, remaining requests and reset. A 304 does not count.
- **Lists** are sorted newest first, events of a job oldest first; \`nextCursor\` is the cursor of the next page.
- **Idempotency-Key** on a POST makes retries safe for 24 hours.
- **Webhooks** (below, by type) notify your server: \`POST /v1/webhooks\`, or \`webhookUrl\` for one job.
- **If-Match** on a PUT updates a resource only if its \`ETag\` is unchanged.`;

interface ApiDescription {
  readonly title: string;
  readonly description: string;
  /** The document also has the webhooks that the engine sends. */
  readonly webhooks: boolean;
}

const publicApi: ApiDescription = {
  title: "Generative Media Engine",
  description: introduction,
  webhooks: true,
};

/** The endpoints under `/app`, in a separate document. */
export const dashboardApi: ApiDescription = {
  title: "Generative Media Engine: endpoints of the dashboard",
  description:
    "Endpoints that only the dashboard needs, in addition to `/v1`. They change together with the dashboard, " +
    "without a promise of compatibility.",
  webhooks: false,
};

/** The endpoints of a server that sells something, in a separate document. */
export const billingApi: ApiDescription = {
  title: "Generative Media Engine: endpoints of billing",
  description:
    "Endpoints that the dashboard needs on a server with `STRIPE_SECRET_KEY`. On others the paths do not exist. They change " +
    "together with the dashboard, without a promise of compatibility.",
  webhooks: false,
};

const tags = [
  { name: "Generations", description: "Generate images, video, audio and 3D." },
  { name: "Jobs", description: "Track jobs and download their outputs." },
  { name: "Webhooks", description: "Receive events by HTTP." },
  { name: "Batches", description: "Run many generations under one budget." },
  { name: "Conversations", description: "Messages that refer to earlier ones." },
  { name: "Pipelines", description: "Store and check definitions of several steps." },
  { name: "Assets", description: "Upload input files, and keep outputs as inputs." },
  { name: "Catalog", description: "Models, capabilities and content types." },
  { name: "Providers", description: "Providers and their health." },
  { name: "API keys", description: "Manage credentials of servers." },
  { name: "Organizations", description: "Organizations, members, roles and invitations." },
  { name: "Sign-in", description: "Accounts, sessions and tokens." },
  { name: "Account", description: "Credits, plans and limits." },
  {
    name: "Administration",
    description: "Operate the service: users, organizations and providers.",
  },
  { name: "Health", description: "Liveness, readiness, status and metrics." },
  { name: "Documentation", description: "This document and the error reference." },
  { name: "Files", description: "Download files by signed URL." },
] as const;

export type OpenapiDocument = ReturnType<typeof createDocument>;

/** Generates the OpenAPI 3.1 document from the routes alone. Without a public URL, its URLs are relative. */
export function createOpenapiDocument(
  routes: readonly Route[],
  { publicUrl, about = publicApi }: { publicUrl: string; about?: ApiDescription },
): OpenapiDocument {
  const { webhooks, ...info } = about;
  return createDocument(
    {
      openapi: "3.1.1",
      info: {
        ...info,
        version: apiVersion,
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      servers: [{ url: publicUrl || "/" }],
      security: [{ ApiKey: [] }, { Bearer: [] }],
      tags: tags.filter(({ name }) => routes.some((route) => route.tags.includes(name))),
      paths: pathsOf(routes),
      ...(webhooks ? { webhooks: documentWebhooks() } : {}),
      components: {
        securitySchemes: {
          ApiKey: {
            type: "apiKey",
            in: "header",
            name: "X-API-Key",
            description: "API key: gme_ followed by 38 letters and digits.",
          },
          Bearer: {
            type: "http",
            scheme: "bearer",
            bearerFormat: "JWT",
            description: "Access token of a session.",
          },
        },
        headers: documentHeaders,
        examples: examplesOf(routes, publicUrl),
      },
    },
    { override: keepReadable },
  );
}

/** Removes patterns that repeat a `format`. */
function keepReadable({ jsonSchema }: { jsonSchema: { format?: string; pattern?: string } }): void {
  if (jsonSchema.format === "date-time" || jsonSchema.format === "date") delete jsonSchema.pattern;
}

function pathsOf(routes: readonly Route[]): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route) };
  }
  return paths;
}

function operationOf(route: Route): ZodOpenApiOperationObject {
  const { operationId, summary, description, tags, access, body, bodyBytesMax } = route;
  const permission = typeof access === "object" ? access.permission : undefined;
  return {
    operationId,
    summary,
    tags: [...tags],
    ...(description === undefined ? {} : { description }),
    ...(access === "public" ? { security: [] } : {}),
    ...(needsSession(access) ? { security: [{ Bearer: [] }] } : {}),
    ...(permission === undefined ? {} : { "x-permission": permission }),
    requestParams: { path: route.params, query: route.query },
    parameters: requestHeaders(route),
    ...(body === null
      ? route.takesFile === true
        ? { requestBody: { required: true, content: { "*/*": {} } } }
        : {}
      : {
          requestBody: {
            required: true,
            ...(bodyBytesMax === undefined
              ? {}
              : { description: `At most ${bodyBytesMax} bytes.` }),
            content: {
              "application/json": { schema: body, ...toExamples(route.examples?.body) },
              ...(route.upload === undefined
                ? {}
                : { "multipart/form-data": formOf(route.upload) }),
            },
          },
        }),
    responses: responsesOf(route),
  };
}

/** Schema of the upload form: its file and its other fields. */
function formOf(fields: z.ZodObject): { schema: z.ZodType } {
  const file = z.string().meta({ format: "binary", description: "The file." });
  return { schema: z.strictObject({ ...fields.shape, file }) };
}

function toExamples(examples: Readonly<Record<string, unknown>> | undefined): {
  examples?: Record<string, { value: unknown }>;
} {
  if (examples === undefined) return {};
  return {
    examples: Object.fromEntries(
      Object.entries(examples).map(([name, value]) => [name, { value }]),
    ),
  };
}

function responsesOf(route: Route): ZodOpenApiResponsesObject {
  const responses: Record<string, ZodOpenApiResponseObject> = {
    [route.status]: successOf(route),
  };
  if (route.alternative !== undefined) {
    const { status, description, response } = route.alternative;
    responses[status] = {
      description,
      headers: refToHeaders([]),
      content: { "application/json": { schema: response } },
    };
  }
  if (route.ranges === true) {
    responses[206] = { ...successOf(route), description: "The requested range." };
  }
  if (route.streams !== undefined) {
    responses[204] = {
      description: "For a stream: the job has ended, and no event follows `Last-Event-ID`.",
      headers: refToHeaders([]),
    };
  }
  if (route.conditional === true) {
    responses[304] = {
      description: "Not modified. Does not count against the rate limit.",
      headers: refToHeaders(["ETag"]),
    };
  }
  for (const [status, codes] of errorsOf(route)) responses[status] = problemOf(status, codes);
  return responses;
}

function successOf(route: Route): ZodOpenApiResponseObject {
  const content =
    "media" in route.response
      ? Object.fromEntries(Object.keys(route.response.media).map((type) => [type, {}]))
      : {
          "application/json": { schema: route.response, ...toExamples(route.examples?.response) },
          ...(route.streams === undefined
            ? {}
            : { "text/event-stream": { schema: route.streams } }),
        };
  const links = Object.entries(route.links ?? {});
  const hasContent = route.status !== 204 && route.redirects !== true;
  return {
    description: route.summary,
    headers: refToHeaders([
      ...(route.conditional === true || route.current !== null ? (["ETag"] as const) : []),
      ...(route.waits === true ? (["Preference-Applied"] as const) : []),
      ...(route.idempotent === undefined ? [] : (["Idempotent-Replayed"] as const)),
      ...(route.idempotent === undefined || route.status === 200 ? [] : (["Location"] as const)),
      ...(route.redirects === true ? (["Location", "Set-Cookie"] as const) : []),
      ...(route.ranges === true ? (["Accept-Ranges", "Content-Disposition"] as const) : []),
    ]),
    ...(hasContent ? { content } : {}),
    ...(links.length === 0 ? {} : { links: Object.fromEntries(links) }),
  };
}

function problemOf(status: number, codes: readonly ErrorCode[]): ZodOpenApiResponseObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCatalog[code].message}`).join("\n\n"),
    headers: refToHeaders([
      ...(status === 401 ? (["WWW-Authenticate"] as const) : []),
      ...(status === 429 || status === 503 ? (["Retry-After"] as const) : []),
    ]),
    content: {
      "application/problem+json": {
        schema: problemSchema,
        examples: Object.fromEntries(
          codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  };
}

function examplesOf(
  routes: readonly Route[],
  publicUrl: string,
): Record<string, { summary: string; value: unknown }> {
  const used = new Set(routes.flatMap((route) => [...errorsOf(route).values()].flat()));
  return Object.fromEntries(
    [...used].toSorted().map((code) => {
      const details = code === "rate_limited" ? { limit: 50, retryAfterSeconds: 1200 } : {};
      const value = toProblem(new AppError(code, { details }), {
        publicUrl,
        path: "/v1/…",
        requestId: "0f8fad5b-d9cb-469f-a165-70867728950e",
      });
      return [code, { summary: errorCatalog[code].cure, value }];
    }),
  );
}
