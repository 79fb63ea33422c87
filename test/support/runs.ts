import { PipelineRun } from "#db/entities/pipeline-run.ts";
import { createJob } from "#db/jobs/jobs.ts";
import type { MikroORM } from "#db/orm.ts";

import { newJob } from "./jobs.ts";
import type { TestOrganization } from "./organization.ts";

/** A run without steps, and without a reserve. */
export async function acceptRun(orm: MikroORM, owner: TestOrganization): Promise<string> {
  const { jobId } = await createJob(orm.em.fork(), newJob(owner, { source: "pipeline" }));
  await orm.em.fork().insert(PipelineRun, {
    jobId,
    inputs: {},
    answers: {},
    fresh: [],
    rootId: jobId,
    prices: { steps: {}, items: {} },
    maxCredits: 30,
    deadlineAt: new Date(Date.now() + 86_400_000),
  });
  return jobId;
}
