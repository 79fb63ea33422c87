import { engine } from "./engine.ts";

interface AppRequest {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly body?: object;
  /** ETag of the version that the page shows. */
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
  /** Repeats a POST that changes nothing. */
  readonly isRepeatable?: boolean;
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

/** Request to an endpoint under `/app`, which no operation of the client covers, with the client's credential and retries. */
export async function callApp<Result>(
  path: `/app/${string}`,
  request: AppRequest,
): Promise<AppResult<Result>> {
  const response = await engine.fetch(path, request);
  const value = (await response.json()) as Result;
  return { value, etag: response.headers.get("etag") ?? "*" };
}
