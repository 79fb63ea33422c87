import { ProviderSubmission } from "#db/entities/job.ts";
import { createId } from "#db/ids.ts";
import type { MikroORM } from "#db/orm.ts";
import type { SubmissionState } from "#domain/requests/generation.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createQueuedJob } from "#test/support/jobs/finished-jobs.ts";

/** Creates a sent provider request for a job of a new organization and returns its id. */
export async function createSentRequest(
  orm: MikroORM,
  {
    providerSlug,
    modelId = "any",
    state = "sent",
    requestId,
  }: {
    providerSlug: string;
    modelId?: string;
    state?: SubmissionState;
    /** The provider's request id, if it has responded. */
    requestId?: string;
  },
): Promise<string> {
  const owner = await createOrganization(orm);
  const jobId = await createQueuedJob(orm, owner);
  const id = createId("submission");
  const em = orm.em.fork();
  await em.nativeDelete(ProviderSubmission, { jobId });
  await em.insert(ProviderSubmission, {
    id,
    jobId,
    step: "main",
    generation: 1,
    organizationId: owner.organizationId,
    providerSlug,
    modelId,
    idempotencyKey: `${jobId}:main:1`,
    state,
    attemptToken: "token",
    sentAt: new Date(),
    slotUntil: new Date(Date.now() + 3_600_000),
    ...(requestId === undefined ? {} : { providerRequestId: requestId }),
  });
  return id;
}
