import { randomUUID } from "node:crypto";

import autocannon from "autocannon";

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
}

/**
 * Loads a local URL for `seconds` over `connections`: POSTs, or GETs when there is no body. `isKeyed` sends a new
 * idempotency key with each request.
 */
export async function load(
  url: string,
  {
    body,
    headers,
    isKeyed = false,
    connections,
    seconds,
  }: {
    body?: string | undefined;
    headers: Record<string, string>;
    isKeyed?: boolean | undefined;
    connections: number;
    seconds: number;
  },
): Promise<LoadResult> {
  const result = await autocannon({
    url,
    ...(body === undefined ? {} : { method: "POST" as const, body }),
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    connections,
    duration: seconds,
    ...(isKeyed ? { requests: [{ setupRequest: addKey }] } : {}),
  });
  return {
    requestsPerSecond: Math.round(result.requests.average),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}

function addKey(request: autocannon.Request): autocannon.Request {
  return { ...request, headers: { ...request.headers, "idempotency-key": randomUUID() } };
}

/** Runs `count` tasks, at most `concurrency` at once, and measures rate and latencies. */
export async function timeWork(
  count: number,
  concurrency: number,
  work: (index: number) => Promise<void>,
): Promise<{ perSecond: number; p50Ms: number; p95Ms: number }> {
  const latencies: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < count) {
        const index = next;
        next += 1;
        const from = performance.now();
        await work(index);
        latencies.push(performance.now() - from);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const sorted = latencies.toSorted((left, right) => left - right);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  return { perSecond: Math.round((count / seconds) * 10) / 10, p50Ms: at(0.5), p95Ms: at(0.95) };
}
