import type { RequestDependencies } from "#api/dependencies.ts";
import type { RouteInput } from "#api/http/route.ts";
import type { AppError } from "#domain/errors.ts";

/** One HTTP request to the door, before its message is read. */
export interface Exchange {
  readonly input: RouteInput<unknown, unknown, unknown>;
  readonly dependencies: RequestDependencies;
  /** Error that every counted method returns, because the rate limit is reached; otherwise null. */
  readonly refusal: AppError | null;
  /** Cancels the job when the client disconnects before it has received the response. */
  readonly cancelOnHangUp: (jobId: string) => void;
}
