import { ConnectionError } from "./errors.ts";
import { followEvents } from "./follow-events.ts";
import { operations } from "./generated/operations.ts";
import { createJobs, type Jobs } from "./jobs.ts";
import type { OperationId, RequestInput, ResponseOf } from "./operation-types.ts";
import { toSettings, type MediaEngineOptions, type Settings } from "./settings.ts";
import type { StreamMessage } from "./sse.ts";
import { send, type OutgoingRequest, type ReadResponse } from "./transport.ts";

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
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface SendOptions extends RequestOptions {
  /** ETag of the version that you have: the response is then 304 if the resource is unchanged. */
  readonly ifNoneMatch?: string | undefined;
}

export interface EventOptions {
  readonly signal?: AbortSignal | undefined;
  /** Position after which the stream begins. */
  readonly lastEventId?: string | undefined;
  /** Ends the stream with the last error after this time without a connection. Default: 15 minutes. */
  readonly giveUpAfterMs?: number | undefined;
}

type Input<Id extends OperationId, Options> =
  {} extends RequestInput<Id>
    ? [input?: RequestInput<Id> | undefined, options?: Options]
    : [input: RequestInput<Id>, options?: Options];

const giveUpAfterDefaultMs = 900_000;

/** Client of one engine with one credential. */
export class MediaEngine {
  /** Private, so that no log, error or serialization shows the credential. */
  readonly #settings: Settings;
  readonly jobs: Jobs;

  constructor(options: MediaEngineOptions = {}) {
    this.#settings = toSettings(options);
    this.jobs = createJobs(this);
  }

  /** Sends the request of an operation and returns its JSON, or the `Response` where that is not JSON. */
  async request<Id extends OperationId>(
    operationId: Id,
    ...[input, options]: Input<Id, RequestOptions>
  ): Promise<ResponseOf<Id>> {
    const isJson = !/ (raw|redirect)$/.test(operations[operationId]);
    return this.#send(operationId, input, options, isJson ? readJson : keep) as Promise<
      ResponseOf<Id>
    >;
  }

  /** Like `request`, but returns the `Response`, whose headers have ETag, rate limits and the request id. */
  async send<Id extends OperationId>(
    operationId: Id,
    ...[input, options]: Input<Id, SendOptions>
  ): Promise<Response> {
    return this.#send(operationId, input, options, keep);
  }

  /** Follows an event stream of the engine: each message once, in order, over any number of connections. */
  events(
    path: `/${string}`,
    { signal, lastEventId, giveUpAfterMs = giveUpAfterDefaultMs }: EventOptions = {},
  ): AsyncGenerator<StreamMessage, void, undefined> {
    if (!path.startsWith("/")) throw new TypeError("The path of a stream must begin with /.");
    const open = async (position: string | undefined) => {
      const headers: Record<string, string> = { accept: "text/event-stream" };
      if (position !== undefined) headers["last-event-id"] = position;
      const { timeoutMs } = this.#settings;
      const request = { method: "GET", path, headers, signal, timeoutMs, retriesMax: 0 };
      return send(this.#settings, request, async (response) => {
        const type = response.headers.get("content-type") ?? "";
        if (response.status === 204 || type.startsWith("text/event-stream")) return response;
        throw new Error(`Expected an event stream, received "${type}".`);
      });
    };
    return followEvents({ open, lastEventId, signal, giveUpAfterMs });
  }

  async #send<Result>(
    operationId: OperationId,
    input: AnyInput = {},
    options: SendOptions = {},
    read: ReadResponse<Result>,
  ): Promise<Result> {
    return send(this.#settings, toRequest(this.#settings, operationId, input, options), read);
  }
}

interface AnyInput {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/** Time that an upload or a download may take in addition. */
const transferTimeoutMs = 900_000;

function toRequest(
  { timeoutMs, retriesMax }: Settings,
  operationId: OperationId,
  { path = {}, query = {}, body }: AnyInput,
  options: SendOptions,
): OutgoingRequest {
  const [method = "", template = "", ...flags] = operations[operationId].split(" ");
  const headers: Record<string, string | undefined> = {
    accept: "application/json, */*;q=0.5",
    "content-type": body === undefined || body instanceof FormData ? undefined : "application/json",
    "idempotency-key": flags.includes("once") ? (options.idempotencyKey ?? newKey()) : undefined,
    "if-match": options.ifMatch,
    "if-none-match": options.ifNoneMatch,
    prefer: options.waitSeconds === undefined ? undefined : `wait=${options.waitSeconds}`,
  };
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    headers[name.toLowerCase()] = value;
  }
  const transferMs = body instanceof FormData ? transferTimeoutMs : 0;
  const waitMs = (options.waitSeconds ?? 0) * 1_000;
  return {
    method,
    path: fillPath(template, path) + toSearch(query),
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    ),
    body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? timeoutMs + waitMs + transferMs,
    retriesMax: options.retriesMax ?? retriesMax,
    mayRedirect: flags.includes("redirect"),
  };
}

/** Fills the parameters of a path. Refuses values that would name another path. */
function fillPath(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || /^\.{0,2}$/.test(value)) {
      throw new TypeError(`The path parameter ${name} must be set to an id.`);
    }
    return encodeURIComponent(value);
  });
}

/** Query of a URL. Each field of an object is a separate parameter, such as `metadata.project`. */
function toSearch(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const isObject = typeof value === "object" && value !== null;
    const entries: [string, unknown][] = isObject ? Object.entries(value) : [[name, value]];
    for (const [key, each] of entries) search.append(key, String(each));
  }
  return search.size === 0 ? "" : `?${search.toString()}`;
}

/** Works in pages without https, too, where `crypto.randomUUID` is missing. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function keep(response: Response): Promise<Response> {
  return response;
}

async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  if (!response.ok) throw new ConnectionError(`Unexpected status ${response.status}.`);
  return response.json();
}
