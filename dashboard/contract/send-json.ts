import { ApiError, ConnectionError } from "@gme/client";

/**
 * POST of the sign-in routes and of `/app`, which are not part of the API that `@gme/client` covers. Sends the
 * cookie of the session; throws `ApiError` and `ConnectionError` like the client.
 */
export async function sendJson<Result>(
  path: `/${string}`,
  body: object,
  headers: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<Result> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...headers },
    body: JSON.stringify(body),
    credentials: "same-origin",
    ...(signal === undefined ? {} : { signal }),
  }).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new ConnectionError("The engine could not be reached.", { cause });
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError({ ...parseObject(text), status: response.status });
  return parseObject(text) as Result;
}

function parseObject(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    // A proxy in front of the engine may respond without JSON; the status says enough.
    return {};
  }
}
