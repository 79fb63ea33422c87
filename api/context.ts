import type { Middleware, ParameterizedContext } from "koa";
import type { Logger } from "pino";

import type { Caller } from "#db/caller.ts";
import type { ErrorCode } from "#domain/errors.ts";
import type { JobDoor } from "#domain/jobs/job.ts";

import type { FederatedAnswer } from "./auth/federation.ts";
import type { Route } from "./http/route.ts";
import type { QuotaUse } from "./rate-limit/quota.ts";

/** State of a request, in the order in which the middleware sets it. */
export interface ApiState {
  requestId: string;
  log: Logger;
  route?: Route;
  /** Door that the path belongs to; absent for the API itself. */
  door?: JobDoor;
  caller?: Caller;
  /** Result of the identity provider's callback. */
  federated?: FederatedAnswer;
  quotaUse?: QuotaUse;
  /** The caller is at its limit: a 304 is still served, but waiting is not. */
  isOverLimit?: true;
  /** ID of the job concerned, for the access log. */
  jobId?: string;
  failure?: ErrorCode;
  /** Id of the request's trace, for the access log; absent when tracing is off. */
  traceId?: string;
}

export type ApiContext = ParameterizedContext<ApiState>;
export type ApiMiddleware = Middleware<ApiState>;
