import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

import { z } from "zod";

import type { FederatedAnswer } from "#api/auth/federation.ts";
import type { ApiSettings, RequestDependencies } from "#api/dependencies.ts";
import type { Caller } from "#db/caller.ts";
import type { IdentityProvider } from "#domain/accounts/identity.ts";
import type { Permission } from "#domain/accounts/permission.ts";
import type { ErrorCode } from "#domain/errors.ts";
import type { JobDoor } from "#domain/jobs/job.ts";

/**
 * Credential that a route requires: one with the permission, any credential, or none. Public routes are
 * limited by client IP address. With `session`, an access token is required and an API key is refused.
 */
export type Access =
  | { readonly permission: Permission; readonly session?: true }
  | "any"
  | "session"
  | "public";

/** Returns true for routes that require a signed-in person. */
export function needsSession(access: Access): boolean {
  return access === "session" || (typeof access === "object" && access.session === true);
}

type NoFields = z.ZodObject<Record<string, never>>;

/** Media type → description, for responses that are not JSON. */
export interface MediaTypes {
  readonly media: Readonly<Record<string, string>>;
}

/** Response that is not JSON: bytes with their own headers and status. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** Null for a response to HEAD, whose length is in the headers. */
  readonly body: Readable | Buffer | string | null;
}

/** Response of Server-Sent Events, for routes that stream; null when no further events can follow. */
export interface EventAnswer {
  readonly events: Readable | null;
}

/** Second success response of a route that has one. */
export interface AlternativeAnswer {
  readonly alternative: unknown;
}

export interface RouteInput<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly caller: Caller;
  /** Door that the route belongs to, which accepted jobs record; null for the API itself. */
  readonly door: JobDoor | null;
  /** Result of the identity provider's callback, for routes behind its gate. */
  readonly federated: FederatedAnswer;
  readonly request: {
    readonly id: string;
    readonly method: string;
    /** Client IP address. */
    readonly address: string;
    /** Host name and port of the request's URL, from `Host` or the proxy's header. */
    readonly host: string;
    /** Aborted when the client disconnects or the process stops. */
    readonly signal: AbortSignal;
    readonly header: (name: string) => string | undefined;
    /**
     * Checks the credential again and throws the error that the same request would get now; else returns the caller
     * with the current permissions. A long-lived response must end when its credential does.
     */
    readonly confirmAccess: () => Promise<Caller>;
    /** Calls back when the connection of the response ends: true if the complete response was sent. */
    readonly onEnd: (ended: (sent: boolean) => void) => void;
    /** Adds the job's ID to the access log. */
    readonly aboutJob: (jobId: string) => void;
  };
  /** Key and SHA-256 of path and body, for routes that take `Idempotency-Key`. */
  readonly idempotency: { readonly key: string; readonly requestHash: Buffer } | null;
  /** Value of `If-Match`, for routes with `current`. */
  readonly ifMatch: string | null;
  /** Request with a multipart form or a file that the handler reads itself; `body` is then undefined. */
  readonly upload: IncomingMessage | null;
  /** Raw body, for routes with `takesBytes`. */
  readonly bytes: Buffer;
  /** Seconds of `Prefer: wait=n`, for routes that can wait. */
  readonly waitSeconds: number | null;
  readonly setHeader: (name: string, value: string) => void;
}

interface RouteContract {
  readonly method: "get" | "post" | "put" | "delete";
  /** Path with parameters in braces, as in OpenAPI. */
  readonly path: `/${string}`;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly access: Access;
  /**
   * Rate limit of a public route by client IP address: the common limit, the limit of downloads, or the limit
   * of provider webhooks. With an identity provider, the common limit and proof from that provider.
   */
  readonly gate?: "open" | "download" | "callback" | IdentityProvider;
  /** The path contains a secret and must not be logged. */
  readonly hidesPath?: boolean;
  /** The handler receives the raw body: a signature covers bytes. */
  readonly takesBytes?: boolean;
  /** Ignores unknown query parameters: an identity provider writes the query (RFC 6749, 4.1.2). */
  readonly lenient?: boolean;
  /** Can read the session of a cookie, together with its other half in `X-Session-Binding`. */
  readonly readsCookie?: boolean;
  /** Responds with `Location` and a cookie, without a body. */
  readonly redirects?: boolean;
  /** Available while the organization's payment is overdue: needed to settle it. */
  readonly whenOverdue?: boolean;
  /** Available while the account is being closed: needed to keep it. */
  readonly whenClosing?: boolean;
  /** Generates and stores nothing, although it needs the permission to generate: see `countedAs`. */
  readonly isPreview?: boolean;
  /** Not counted in the caller's rate limit. */
  readonly free?: boolean;
  /**
   * Counts only failures, and is served even when the limit of the client IP address is reached: people
   * behind one IP address must not end each other's sessions.
   */
  readonly freeOnSuccess?: boolean;
  /**
   * The body can name a `model` and a `provider`; unknown names are reported together with the errors of the
   * schema.
   */
  readonly namesModel?: boolean;
  /** Maximum of the JSON body, where it is not the default of 256 KiB. */
  readonly bodyBytesMax?: number;
  readonly status: number;
  /** Errors in addition to those common to all routes of its kind (`errorsOf` in `route-errors.ts`). */
  readonly errors: readonly ErrorCode[];
  /**
   * Takes `Idempotency-Key`. The handler then runs in the transaction that stores its response, and must not
   * leave it by forking the entity manager. With `job`, the job itself is the receipt and the handler
   * enforces the key. With `handler`, the handler chooses the work inside the transaction, because slow work
   * comes before it.
   */
  readonly idempotent?: true | "job" | "handler";
  /** Sends `ETag` and takes `If-None-Match`. */
  readonly conditional?: boolean;
  /**
   * Response fields that the engine counts: part of the ETag, but a change of them does not make `If-Match`
   * fail.
   */
  readonly counted?: readonly string[];
  /** Takes `Prefer: wait=n`. */
  readonly waits?: boolean;
  /** Sends Server-Sent Events on request, and takes `Last-Event-ID`: the schema of an event's `data`. */
  readonly streams?: z.ZodType;
  /** Also takes a form with one `file` instead of JSON: the schema of the form's other fields. */
  readonly upload?: z.ZodObject;
  /** The body is a file, which the handler reads from `upload`. */
  readonly takesFile?: boolean;
  /** Serves `Range` requests. */
  readonly ranges?: boolean;
  /** Alternative response that a request can ask for; the handler returns it as `{ alternative }`. */
  readonly alternative?: {
    readonly status: number;
    readonly description: string;
    readonly response: z.ZodType;
  };
  /** OpenAPI links: name → operation, and the response field that fills each parameter. */
  readonly links?: Readonly<
    Record<string, { readonly operationId: string; readonly parameters: Record<string, string> }>
  >;
  readonly examples?: {
    readonly body?: Readonly<Record<string, unknown>>;
    readonly response?: Readonly<Record<string, unknown>>;
  };
}

interface RouteDefinition<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Answer extends z.ZodType | MediaTypes,
> extends RouteContract {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly response: Answer;
  /**
   * Validates a body that is too large to validate in one synchronous step; `body` documents it. Throws
   * `request_invalid`.
   */
  validateBody?(given: unknown): Promise<z.output<Body>>;
  handle(
    input: RouteInput<z.output<Params>, z.output<Query>, z.output<Body>>,
    dependencies: RequestDependencies,
  ): Promise<
    Answer extends z.ZodType ? z.input<Answer> | EventAnswer | AlternativeAnswer : RawAnswer
  >;
  /**
   * Checks the path before the body is read, for public routes with a secret in the path. Throws for a
   * request that no body can make valid.
   */
  checkPath?(params: z.output<Params>, settings: ApiSettings): void;
  /**
   * Returns the current state of the resource that a PUT changes, usually with the handler of the GET. The
   * route then sends `ETag` and takes `If-Match`, and its handler runs in the transaction of the comparison.
   */
  current?(
    input: RouteInput<z.output<Params>, Record<string, never>, unknown>,
    dependencies: RequestDependencies,
  ): Promise<unknown>;
}

/** Route with erased types, as the route list and the mount use it. */
export interface Route extends RouteContract {
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body: z.ZodType | null;
  readonly response: z.ZodType | MediaTypes;
  validateBody?(given: unknown): Promise<unknown>;
  handle(
    input: RouteInput<unknown, unknown, unknown>,
    dependencies: RequestDependencies,
  ): Promise<unknown>;
  readonly checkPath: ((params: unknown, settings: ApiSettings) => void) | null;
  readonly current:
    | ((
        input: RouteInput<unknown, unknown, unknown>,
        dependencies: RequestDependencies,
      ) => Promise<unknown>)
    | null;
}

/**
 * Defines an endpoint: its contract, which validation, documentation and tests derive from, and its handler.
 */
export function defineRoute<
  Answer extends z.ZodType | MediaTypes,
  Params extends z.ZodObject = NoFields,
  Query extends z.ZodObject = NoFields,
  Body extends z.ZodType = z.ZodUndefined,
>(definition: RouteDefinition<Params, Query, Body, Answer>): Route {
  return {
    ...definition,
    params: definition.params ?? z.object({}),
    query: toQuery(definition.query ?? z.object({}), definition.lenient === true),
    body: definition.body ?? null,
    // The mount validates with the schemas that typed the handler.
    handle: async (input, dependencies) => definition.handle(input as never, dependencies),
    checkPath:
      definition.checkPath === undefined
        ? null
        : (params, settings) => definition.checkPath?.(params as never, settings),
    current:
      definition.current === undefined
        ? null
        : async (input, dependencies) => definition.current?.(input as never, dependencies),
  };
}

function toQuery(schema: z.ZodObject, isLenient: boolean): z.ZodObject {
  return isLenient ? schema.strip() : schema.strict();
}
