import type { Middleware, ParameterizedContext } from "koa";
import type { Logger } from "pino";

import type { Caller } from "#db/caller.ts";
import type { ErrorCode } from "#domain/errors.ts";

import type { FederatedAnswer } from "./auth/federation.ts";
import type { Route } from "./http/route.ts";
import type { QuotaUse } from "./rate-limit/quota.ts";

/** What the middleware learns about a request, in the order in which it learns it. */
export interface ApiState {
  requestId: string;
  log: Logger;
  route?: Route;
  caller?: Caller;
  /** What an identity provider has sent a person back with. */
  federated?: FederatedAnswer;
  quotaUse?: QuotaUse;
  /** The caller is at the limit: the request may learn that nothing has changed, but may not wait for it. */
  isOverLimit?: true;
  /** The job that the request was about, for the access log. */
  jobId?: string;
  failure?: ErrorCode;
}

export type ApiContext = ParameterizedContext<ApiState>;
export type ApiMiddleware = Middleware<ApiState>;
