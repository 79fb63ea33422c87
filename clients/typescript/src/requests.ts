import type {
  Engine,
  EventOptions,
  FetchOptions,
  OperationArguments,
  RequestOptions,
  SendOptions,
} from "./engine.ts";
import { ConnectionError } from "./errors.ts";
import { followEvents } from "./follow-events.ts";
import { operations } from "./generated/operations.ts";
import { newKey } from "./idempotency-key.ts";
import type { OperationId, ResponseOf } from "./operation-types.ts";
import { toSettings, type MediaEngineOptions, type Settings } from "./settings.ts";
import type { StreamMessage } from "./sse.ts";
import { send, type OutgoingRequest, type ReadResponse } from "./transport.ts";

const giveUpAfterDefaultMs = 900_000;

/** Requests and streams of one engine with one credential; `MediaEngine` without jobs, files and resources, for a page that must be small. */
export class EngineRequests implements Engine {
  /** Private, so that no log, error or serialization shows the credential. */
  readonly #settings: Settings;

  constructor(options: MediaEngineOptions = {}) {
    this.#settings = toSettings(options);
  }

  /** Sends the request of an operation and returns its JSON, or the `Response` where that is not JSON. */
  async request<Id extends OperationId>(
    operationId: Id,
    ...[input, options]: OperationArguments<Id, RequestOptions>
  ): Promise<ResponseOf<Id>> {
    const isJson = !/ (raw|redirect)\b/.test(operations[operationId]);
    return this.#send(operationId, input, options, isJson ? readJson : keep) as Promise<
      ResponseOf<Id>
    >;
  }

  /** Like `request`, but returns the `Response`, whose headers have ETag, rate limits and the request id. */
  async send<Id extends OperationId>(
    operationId: Id,
    ...[input, options]: OperationArguments<Id, SendOptions>
  ): Promise<Response> {
    return this.#send(operationId, input, options, keep);
  }

  /**
   * Sends a request to any path of the engine, such as one that a response names, with the credential and the retries
   * of this client. Errors are thrown; other responses are returned as they are.
   */
  async fetch(
    path: `/${string}`,
    { method = "GET", body, ...options }: FetchOptions = {},
  ): Promise<Response> {
    assertPath(path);
    const isOnce = options.idempotencyKey !== undefined;
    const request = { method, path, body, isOnce, options };
    return send(this.#settings, toRequest(this.#settings, request), keep);
  }

  /** Follows an event stream of the engine: each message once, in order, over any number of connections. */
  events(
    path: `/${string}`,
    { signal, lastEventId, onActivity, giveUpAfterMs = giveUpAfterDefaultMs }: EventOptions = {},
  ): AsyncGenerator<StreamMessage, void, undefined> {
    assertPath(path);
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
    return followEvents({ open, lastEventId, signal, giveUpAfterMs, onActivity });
  }

  async #send<Result>(
    operationId: OperationId,
    { path = {}, query = {}, body }: AnyInput = {},
    options: SendOptions = {},
    read: ReadResponse<Result>,
  ): Promise<Result> {
    const [method = "", template = "", ...flags] = operations[operationId].split(" ");
    const request = toRequest(this.#settings, {
      method,
      path: fillPath(template, path) + toSearch(query),
      body,
      isOnce: flags.includes("once"),
      options,
    });
    const isPublic = flags.includes("public");
    const mayRedirect = flags.includes("redirect");
    return send(this.#settings, { ...request, isPublic, mayRedirect }, read);
  }
}

interface AnyInput {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/** A path without a slash would continue the name of the host. */
function assertPath(path: string): void {
  if (!path.startsWith("/")) throw new TypeError(`The path "${path}" must begin with /.`);
}

/** Time that an upload or a download may take in addition. */
const transferTimeoutMs = 900_000;

interface GivenRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** Takes an Idempotency-Key. */
  readonly isOnce: boolean;
  readonly options: SendOptions;
}

function toRequest(
  { timeoutMs, retriesMax }: Settings,
  { method, path, body, isOnce, options }: GivenRequest,
): OutgoingRequest {
  const headers: Record<string, string | undefined> = {
    accept: "application/json, */*;q=0.5",
    "content-type": body === undefined || body instanceof FormData ? undefined : "application/json",
    "idempotency-key": isOnce ? (options.idempotencyKey ?? newKey()) : undefined,
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
    path,
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    ),
    body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? timeoutMs + waitMs + transferMs,
    retriesMax: options.retriesMax ?? retriesMax,
    ...(options.isRepeatable === undefined ? {} : { isRepeatable: options.isRepeatable }),
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

async function keep(response: Response): Promise<Response> {
  return response;
}

async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  if (!response.ok) throw new ConnectionError(`Unexpected status ${response.status}.`);
  return response.json();
}
