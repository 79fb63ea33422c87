import type { FetchOptions } from "@gme/client";

import { engine } from "./engine.ts";

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
  request: FetchOptions,
): Promise<AppResult<Result>> {
  const response = await engine.fetch(path, request);
  const value = (await response.json()) as Result;
  return { value, etag: response.headers.get("etag") ?? "*" };
}
