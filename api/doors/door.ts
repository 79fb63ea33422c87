import type { CorsHeaders } from "#api/http/cors-headers.ts";
import type { ErrorDialect } from "#api/http/error-dialect.ts";
import type { Route } from "#api/http/route.ts";
import type { JobDoor } from "#domain/jobs/job.ts";

/**
 * A second protocol for the same engine, under a path prefix outside `/v1`. Its routes share body limits, rate limits,
 * permissions, request IDs and headers with `/v1`, and call what the routes of `/v1` call. Callers authenticate with an
 * API key, as a bearer token or in `X-API-Key`.
 */
export interface Door {
  /** Recorded in each job that the door accepts. */
  readonly name: JobDoor;
  /** Every path under the prefix belongs to the door. */
  readonly prefix: `/${string}`;
  readonly routes: readonly Route[];
  /** Format of every error under the prefix. */
  readonly errors: ErrorDialect;
  readonly cors: CorsHeaders;
}

export function isBehind({ prefix }: Pick<Door, "prefix">, path: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}
