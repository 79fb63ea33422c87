import { ApiError, ConnectionError } from "@gme/client";

import { accessToken } from "./session.ts";

/**
 * GET of an endpoint under `/app` with the session's access token, which is replaced once when the server has
 * refused it. Throws `ApiError` and `ConnectionError` like the client.
 */
export async function getJson<Result>(
  path: `/app/${string}`,
  signal: AbortSignal,
): Promise<Result> {
  const first = await send(path, signal, { expired: false });
  const response = first.status === 401 ? await send(path, signal, { expired: true }) : first;
  const body = (await response.json().catch(() => ({}))) as object;
  if (!response.ok) throw new ApiError({ ...body, status: response.status });
  return body as Result;
}

async function send(
  path: string,
  signal: AbortSignal,
  token: { readonly expired: boolean },
): Promise<Response> {
  const headers = {
    accept: "application/json",
    authorization: `Bearer ${await accessToken(token)}`,
  };
  return fetch(path, { signal, headers }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new ConnectionError("The engine could not be reached.", { cause });
  });
}
