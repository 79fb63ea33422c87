import type { Headers, WorkflowInterceptorsFactory } from "@temporalio/workflow";

import { temporalTraceHeader } from "#domain/trace-context.ts";

/**
 * Passes the trace of a workflow's start on to its activities and to its next run. Headers are no part of what a replay
 * compares, and the workflow itself makes no spans, so histories with and without a trace replay alike.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  let carried: Headers = {};
  return {
    inbound: [
      {
        async execute(input, next) {
          const payload = input.headers[temporalTraceHeader];
          if (payload !== undefined) carried = { [temporalTraceHeader]: payload };
          return next(input);
        },
      },
    ],
    outbound: [
      {
        async scheduleActivity(input, next) {
          return next({ ...input, headers: { ...carried, ...input.headers } });
        },
        async continueAsNew(input, next) {
          return next({ ...input, headers: { ...carried, ...input.headers } });
        },
      },
    ],
  };
};
