import { ApiError, ConnectionError } from "@gme/client";

import { accessToken } from "./session.ts";

interface AppRequest {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly body?: object;
  /** ETag of the version that the page shows. */
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
}

/** Result of an endpoint under `/app`, with its ETag where it has one. */
export interface AppResult<Result> {
  readonly value: Result;
  readonly etag: string;
}

/** GET of an endpoint under `/app`, like `callApp`. */
export async function getJson<Result>(
  path: `/app/${string}`,
  signal: AbortSignal,
): Promise<Result> {
  return (await callApp<Result>(path, { signal })).value;
}

/**
 * Request to an endpoint under `/app` with the session's access token, which is replaced once when the server has
 * refused it. Throws `ApiError` and `ConnectionError` like the client.
 */
export async function callApp<Result>(
  path: `/app/${string}`,
  request: AppRequest,
): Promise<AppResult<Result>> {
  const first = await send(path, request, { expired: false });
  const response = first.status === 401 ? await send(path, request, { expired: true }) : first;
  const body = (await response.json().catch(() => ({}))) as object;
  if (!response.ok) throw new ApiError({ ...body, status: response.status });
  return { value: body as Result, etag: response.headers.get("etag") ?? "*" };
}

async function send(
  path: string,
  { method = "GET", body, ifMatch, signal }: AppRequest,
  token: { readonly expired: boolean },
): Promise<Response> {
  const headers = {
    accept: "application/json",
    authorization: `Bearer ${await accessToken(token)}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(ifMatch === undefined ? {} : { "if-match": ifMatch }),
  };
  const given = {
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  };
  return fetch(path, { method, headers, ...given }).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new ConnectionError("The engine could not be reached.", { cause });
  });
}
