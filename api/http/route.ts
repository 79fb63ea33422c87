import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

import { z } from "zod";

import type { FederatedAnswer } from "#api/auth/federation.ts";
import type { ApiSettings, RequestDependencies } from "#api/dependencies.ts";
import type { Caller } from "#db/caller.ts";
import type { IdentityProvider } from "#domain/accounts/identity.ts";
import type { Permission } from "#domain/accounts/permission.ts";
import type { ErrorCode } from "#domain/errors.ts";

/**
 * Who may call: a credential with the permission, any credential, or anybody. What is public is
 * limited by client address. With `session`, a person's token is needed and a key is refused.
 */
export type Access =
  | { readonly permission: Permission; readonly session?: true }
  | "any"
  | "session"
  | "public";

/** Whether only a person who has signed in may call. */
export function needsSession(access: Access): boolean {
  return access === "session" || (typeof access === "object" && access.session === true);
}

type NoFields = z.ZodObject<Record<string, never>>;

/** Media type → what it is; for answers that are not JSON. */
export interface MediaTypes {
  readonly media: Readonly<Record<string, string>>;
}

/** An answer that is not JSON: bytes with their own headers and status. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for an answer to HEAD, whose length the headers tell. */
  readonly body: Readable | Buffer | string | null;
}

/** An answer of Server-Sent Events; null when there will be none any more. For routes that stream. */
export interface EventAnswer {
  readonly events: Readable | null;
}

/** The other success of a route that has one. */
export interface AlternativeAnswer {
  readonly alternative: unknown;
}

export interface RouteInput<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly caller: Caller;
  /** What an identity provider has sent a person back with; for routes behind its gate. */
  readonly federated: FederatedAnswer;
  readonly request: {
    readonly id: string;
    readonly method: string;
    /** The client's address. */
    readonly address: string;
    /** Aborted when the client hangs up or the process stops. */
    readonly signal: AbortSignal;
    readonly header: (name: string) => string | undefined;
    /**
     * Throws what the same request would be refused with now, for who sends it: an answer that lasts
     * must end when the credential does.
     */
    readonly confirmAccess: () => Promise<void>;
    /** Names the job in the access log. */
    readonly aboutJob: (jobId: string) => void;
  };
  /** SHA-256 of path and body; for routes that take `Idempotency-Key`. */
  readonly idempotency: { readonly key: string; readonly requestHash: Buffer } | null;
  /** `If-Match`; for routes that say what they change. */
  readonly ifMatch: string | null;
  /** The request itself when it brings a form with a file, which the handler reads; `body` is then undefined. */
  readonly upload: IncomingMessage | null;
  /** The body as it was sent; for routes that take bytes. */
  readonly bytes: Buffer;
  /** Seconds of `Prefer: wait=n`; for routes that can wait. */
  readonly waitSeconds: number | null;
  readonly setHeader: (name: string, value: string) => void;
}

interface RouteContract {
  readonly method: "get" | "post" | "put" | "delete";
  /** With parameters in braces, as OpenAPI writes them. */
  readonly path: `/${string}`;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly access: Access;
  /**
   * What stands before a public route: the common limit of its client address, that of downloads or of
   * providers' webhooks, or the common one and the proof of an identity provider.
   */
  readonly gate?: "open" | "download" | "callback" | IdentityProvider;
  /** Its path holds a secret, which does not belong into the log. */
  readonly hidesPath?: boolean;
  /** The handler gets the body as it was sent, whatever it is: who signs, signs bytes. */
  readonly takesBytes?: boolean;
  /** Ignores query parameters that it does not know: they are written by an identity provider (RFC 6749, 4.1.2). */
  readonly lenient?: boolean;
  /** Answers with the address to go on to (`Location`) and a cookie, and no body. */
  readonly redirects?: boolean;
  /** Answers although the organization's payment is overdue: what one needs to know to settle it. */
  readonly whenOverdue?: boolean;
  /** Answers although the account is being closed: what one needs to keep it. */
  readonly whenClosing?: boolean;
  /** Counts nothing in the caller's window. */
  readonly free?: boolean;
  /**
   * Counts only failures, and is answered although the limit of the client address is reached: people
   * behind one address must not end each other's sessions.
   */
  readonly freeOnSuccess?: boolean;
  /** Largest JSON body, where it is not the common 256 KiB. */
  readonly bodyBytesMax?: number;
  readonly status: number;
  /** Beside those that every route of its kind can answer (openapi.ts, `errorsOf`). */
  readonly errors: readonly ErrorCode[];
  /**
   * Takes `Idempotency-Key`. The handler then runs in the transaction that keeps its answer, and must
   * not leave it by a fork. With `job`, the job is the receipt, and the handler sees to it; with
   * `handler`, the handler chooses what is in the transaction, because it does what takes long before.
   */
  readonly idempotent?: true | "job" | "handler";
  /** Answers `ETag` and takes `If-None-Match`. */
  readonly conditional?: boolean;
  /** Fields of the answer that the engine counts: they are part of the ETag, but make no `If-Match` stale. */
  readonly counted?: readonly string[];
  /** Takes `Prefer: wait=n`. */
  readonly waits?: boolean;
  /** Answers with Server-Sent Events when asked for them, and takes `Last-Event-ID`. */
  readonly streams?: boolean;
  /** Takes a form with one `file` instead of JSON, too: the schema of the form's other fields. */
  readonly upload?: z.ZodObject;
  /** Serves `Range` requests. */
  readonly ranges?: boolean;
  /** What a request can ask for instead; the handler answers it as `{ alternative }`. */
  readonly alternative?: {
    readonly status: number;
    readonly description: string;
    readonly response: z.ZodType;
  };
  /** Name → operation that the answer leads to, and which field feeds which parameter. */
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
  /** Validates a body that is too long for one go; `body` documents it. Throws `request_invalid`. */
  validateBody?(given: unknown): Promise<z.output<Body>>;
  handle(
    input: RouteInput<z.output<Params>, z.output<Query>, z.output<Body>>,
    dependencies: RequestDependencies,
  ): Promise<
    Answer extends z.ZodType ? z.input<Answer> | EventAnswer | AlternativeAnswer : RawAnswer
  >;
  /**
   * Checks the path before the body is read; throws for a request that is refused whatever its body
   * says. For public routes whose path is a secret.
   */
  checkPath?(params: z.output<Params>, settings: ApiSettings): void;
  /**
   * What a PUT changes, as its answer shows it: mostly the handler of the GET. With it the route
   * answers `ETag` and takes `If-Match`. The handler then runs in the transaction of the comparison.
   */
  current?(
    input: RouteInput<z.output<Params>, Record<string, never>, unknown>,
    dependencies: RequestDependencies,
  ): Promise<unknown>;
}

/** A route without the types of its parts, as the list and the mount see it. */
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

/** One endpoint: its contract, from which validation, documentation and tests follow, and what it does. */
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
    // The mount parses with the very schemas that typed the handler.
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
