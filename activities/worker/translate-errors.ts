import { activityInfo, type Context } from "@temporalio/activity";
import { ApplicationFailure, CancelledFailure } from "@temporalio/common";
import type { ActivityInboundCallsInterceptor } from "@temporalio/worker";
import type { Logger } from "pino";

import { isShortage } from "#db/billing/credits.ts";
import { Job } from "#db/entities/job.ts";
import { toJobError } from "#db/jobs/job-steps.ts";
import type { MikroORM } from "#db/orm.ts";
import { AppError, errorCatalog } from "#domain/errors.ts";

/**
 * Converts errors to Temporal failures. Every operator can read a failure's message, so the message is the
 * fixed text of the error table, never a provider's or a caller's text. Such text is first recorded on the
 * job. Unknown errors are `internal`, retryable and logged here once.
 */
export function createTranslateErrors({ orm, logger }: { orm: MikroORM; logger: Logger }) {
  return (_context: Context): { inbound: ActivityInboundCallsInterceptor } => ({
    inbound: {
      async execute(input, next) {
        try {
          return await next(input);
        } catch (error) {
          if (error instanceof ApplicationFailure || error instanceof CancelledFailure) throw error;
          const failure = toAppError(error, logger);
          const { message, retryable } = errorCatalog[failure.code];
          // A job does not wait for credits: its caller decides.
          const isFinal = !retryable || isShortage(failure);
          if (isFinal) await noteError(orm, input.args[0], failure);
          throw ApplicationFailure.create({ type: failure.code, message, nonRetryable: isFinal });
        }
      },
    },
  });
}

function toAppError(error: unknown, logger: Logger): AppError {
  const { activityType, attempt, workflowExecution } = activityInfo();
  const place = { activity: activityType, attempt, workflowId: workflowExecution?.workflowId };
  if (!(error instanceof AppError)) {
    logger.error({ ...place, error }, "activity failed unexpectedly");
    return new AppError("internal", { cause: error });
  }
  // Waiting for a provider or a network is routine. Other errors are logged as warnings.
  const level = errorCatalog[error.code].retryable ? "debug" : "warn";
  logger[level]({ ...place, code: error.code, details: error.details }, "activity failed");
  return error;
}

/** Records the public details of an error until `failJob` ends the job with its code. */
async function noteError(orm: MikroORM, input: unknown, failure: AppError): Promise<void> {
  const jobId =
    typeof input === "object" && input !== null && "jobId" in input ? input.jobId : undefined;
  if (typeof jobId !== "string") return;
  const details = {
    ...failure.details,
    ...(failure.issues.length === 0 ? {} : { errors: failure.issues }),
  };
  await orm.em
    .fork()
    .nativeUpdate(
      Job,
      { id: jobId, finishedAt: null },
      { error: toJobError(failure.code, failure.message, details) },
    );
}
