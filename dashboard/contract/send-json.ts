import { ApiError, ConnectionError } from "@gme/client";

/**
 * POST of the sign-in routes, which take the cookie of the session instead of an access token. Throws `ApiError` and
 * `ConnectionError` like the client.
 */
export async function sendJson<Result>(
  path: `/${string}`,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...headers },
    body: JSON.stringify(body),
    credentials: "same-origin",
  }).catch((cause: unknown) => {
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
