import type { OperationId, RequestInput, ResponseOf } from "./operation-types.ts";
import type { StreamMessage } from "./sse.ts";

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Key of a POST that takes one. Default: a new key for each call, repeated by its attempts. */
  readonly idempotencyKey?: string | undefined;
  /** ETag of the version to change: the PUT fails with `ConflictError` if the resource has changed since. */
  readonly ifMatch?: string | undefined;
  /** Waits for the end of a job, up to 60 seconds (`Prefer: wait`). */
  readonly waitSeconds?: number | undefined;
  readonly retriesMax?: number | undefined;
  readonly timeoutMs?: number | undefined;
  /** Repeats a POST without an Idempotency-Key, whose second execution has no second effect. */
  readonly isRepeatable?: boolean | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface SendOptions extends RequestOptions {
  /** ETag of the version that you have: the response is then 304 if the resource is unchanged. */
  readonly ifNoneMatch?: string | undefined;
}

/** Request to a path that is not an operation of the API. */
export interface FetchOptions extends SendOptions {
  /** Default: GET. */
  readonly method?: string | undefined;
  /** Sent as JSON. */
  readonly body?: object | undefined;
}

export interface EventOptions {
  readonly signal?: AbortSignal | undefined;
  /** Position after which the stream begins. */
  readonly lastEventId?: string | undefined;
  /** Called for whatever the server sends, also heartbeats, with the position so far. */
  readonly onActivity?: ((lastEventId: string | undefined) => void) | undefined;
  /** Ends the stream with the last error after this time without a connection. Default: 15 minutes. */
  readonly giveUpAfterMs?: number | undefined;
}

/** Arguments of an operation; the input is optional where the operation requires nothing. */
export type OperationArguments<Id extends OperationId, Options> =
  {} extends RequestInput<Id>
    ? [input?: RequestInput<Id> | undefined, options?: Options]
    : [input: RequestInput<Id>, options?: Options];

/** Requests of one engine, for the parts of the client that build on them. */
export interface Engine {
  request<Id extends OperationId>(
    operationId: Id,
    ...given: OperationArguments<Id, RequestOptions>
  ): Promise<ResponseOf<Id>>;
  send<Id extends OperationId>(
    operationId: Id,
    ...given: OperationArguments<Id, SendOptions>
  ): Promise<Response>;
  events(
    path: `/${string}`,
    options?: EventOptions,
  ): AsyncGenerator<StreamMessage, void, undefined>;
}
