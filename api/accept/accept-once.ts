import type { RequestDependencies } from "#api/dependencies.ts";
import type { RouteInput } from "#api/http/route.ts";
import { type PresentedJob, presentLinks } from "#api/present/job.ts";
import { presentJobView } from "#api/present/jobs.ts";
import { waitWhenPossible } from "#api/streams/wait-for-job.ts";
import type { NewJob } from "#db/jobs/jobs.ts";

type Input = RouteInput<unknown, unknown, unknown>;

export type AcceptedJob = Pick<PresentedJob, "jobId" | "status" | "links"> & Partial<PresentedJob>;

/**
 * Accepts one job with `create` and responds to it. A replayed idempotency key returns the job of the first request,
 * whatever the catalog and the balance are today. Throws `overloaded`, and what `create` throws.
 */
export async function acceptOnce(
  endpoint: string,
  input: Input,
  dependencies: RequestDependencies,
  create: (idempotency: NewJob["idempotency"]) => Promise<{ jobId: string; replayed: boolean }>,
): Promise<AcceptedJob> {
  const { organizationId } = input.caller;
  const idempotency = input.idempotency === null ? null : { endpoint, ...input.idempotency };
  const known =
    idempotency === null ? null : await dependencies.findReplay({ organizationId, ...idempotency });
  if (known !== null) return answer(known, true, input, dependencies);

  dependencies.refuseWhenOverloaded();
  const { jobId, replayed } = await create(idempotency);
  dependencies.onOutbox();
  return answer(jobId, replayed, input, dependencies);
}

/** Responds to an accepted job, after its end where the request waits for it. */
async function answer(
  jobId: string,
  replayed: boolean,
  input: Input,
  dependencies: RequestDependencies,
): Promise<AcceptedJob> {
  const { caller, request, waitSeconds, setHeader } = input;
  request.aboutJob(jobId);
  setHeader("Location", `/v1/jobs/${jobId}`);
  if (replayed) setHeader("Idempotent-Replayed", "true");
  // A replay without a wait is the first response again.
  if (waitSeconds === null) {
    return { jobId, status: "queued", links: presentLinks(jobId) };
  }
  // The job is accepted: without a wait, the response is sent early instead of an error (RFC 7240, section 2).
  if (await waitWhenPossible(jobId, { ...input, waitSeconds }, dependencies)) {
    setHeader("Preference-Applied", `wait=${waitSeconds}`);
  }
  const { organizationId } = caller;
  const view = await dependencies.findJobView({ jobId, organizationId });
  return presentJobView(view, dependencies);
}
