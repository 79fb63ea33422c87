import { limitTime, sleep, throwIfAborted } from "./abort.ts";
import { ApiError, ConnectionError, MediaEngineError } from "./errors.ts";
import { isRepeatable, isTransient, retryDelayMs } from "./retry.ts";
import type { Settings } from "./settings.ts";
import { toApiError } from "./to-api-error.ts";

export interface OutgoingRequest {
  readonly method: string;
  /** Path and query, appended to the URL of the engine. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Limit of one attempt, until the response is read. */
  readonly timeoutMs: number;
  readonly retriesMax: number;
  /** Sends no credential: the operation takes none. */
  readonly isPublic?: boolean;
  /** Returns a redirect to the caller. Redirects are never followed. */
  readonly mayRedirect?: boolean;
  /** Repeats a POST without an Idempotency-Key, for requests that have no second effect. */
  readonly isRepeatable?: boolean;
}

/** Reads the body of a response. A failure counts as a broken connection. */
export type ReadResponse<Result> = (response: Response) => Promise<Result>;

/** Sends a request, and again after passing failures. Throws `ApiError`, `ConnectionError` and `AbortError`. */
export async function send<Result>(
  settings: Settings,
  request: OutgoingRequest,
  read: ReadResponse<Result>,
): Promise<Result> {
  const mayRepeat = request.isRepeatable ?? isRepeatable(toRepeatable(request));
  let isRenewed = false;
  for (let failures = 0; ; failures += 1) {
    throwIfAborted(request.signal);
    // A failure of the token function is an error of the caller, and no refusal of the engine.
    const credential =
      request.isPublic === true ? {} : await settings.credential({ expired: isRenewed });
    try {
      return await attempt(settings, request, read, credential);
    } catch (error) {
      throwIfAborted(request.signal);
      // A refused credential has had no effect, so every method may be repeated.
      const isRefused = request.isPublic !== true && ApiError.is(error) && error.status === 401;
      if (settings.isRenewable && !isRenewed && isRefused) {
        isRenewed = true;
        continue;
      }
      const delayMs = retryDelayMs(error, failures);
      const isLast = !mayRepeat || !isTransient(error) || failures >= request.retriesMax;
      if (isLast || delayMs === undefined) throw error;
      await sleep(delayMs, request.signal);
    }
  }
}

async function attempt<Result>(
  { baseUrl, fetch }: Settings,
  { method, path, headers, body, signal, timeoutMs, mayRedirect }: OutgoingRequest,
  read: ReadResponse<Result>,
  credential: Readonly<Record<string, string>>,
): Promise<Result> {
  const limit = limitTime(timeoutMs, signal);
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...headers, ...credential },
      ...(body === undefined ? {} : { body }),
      signal: limit.signal,
      // A redirect would carry the credential to another server.
      redirect: "manual",
    });
    if (isRedirect(response) && mayRedirect !== true) {
      throw new MediaEngineError(
        "The server redirects. Set baseUrl to the URL of the engine itself.",
      );
    }
    if (response.status >= 400) throw await toApiError(response);
    return await read(response);
  } catch (error) {
    if (error instanceof MediaEngineError) throw error;
    throw new ConnectionError("The engine could not be reached, or its response broke off.", {
      cause: error,
    });
  } finally {
    limit.stop();
  }
}

/** A page sees only that there is a redirect. */
function isRedirect({ status, type }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400 && status !== 304);
}

function toRepeatable({ method, headers }: OutgoingRequest) {
  return {
    method,
    hasIdempotencyKey: "idempotency-key" in headers,
    isConditional: "if-match" in headers,
  };
}
