import type { CorsHeaders } from "#api/http/cors-headers.ts";
import type { ErrorDialect } from "#api/http/error-dialect.ts";
import type { Route } from "#api/http/route.ts";
import type { QuotaUse } from "#api/rate-limit/quota.ts";
import type { JobDoor } from "#domain/jobs/job.ts";

/**
 * A second protocol for the same engine, under a path prefix outside `/v1`. Its routes share body limits, rate limits,
 * permissions, request IDs and headers with `/v1`, and call what the routes of `/v1` call. Callers authenticate with an
 * API key, as a bearer token or in `X-API-Key`, or with an access token of OAuth.
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
  /** Headers of the protocol with the state of the rate limit, in addition to those of `/v1`. */
  readonly quotaHeaders?: (use: QuotaUse) => Record<string, string>;
  /** Also accepts access tokens whose audience is the door's URL. */
  readonly takesTokens?: true;
}

export function isBehind({ prefix }: Pick<Door, "prefix">, path: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}
