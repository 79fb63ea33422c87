import { Client, Connection } from "@temporalio/client";

import type { MikroORM } from "#db/orm.ts";
import { workflowIdOf } from "#domain/jobs/job.ts";

import type { FakeProvider } from "./fake-provider.ts";
import type { Journal } from "./journal.ts";

/** Describes the history of a job: its rows, its run, its requests at the providers, and the disturbances. */
export async function createTimeline({
  orm,
  providers,
  journal,
  temporalAddress,
}: {
  orm: MikroORM;
  providers: readonly FakeProvider[];
  journal: Journal;
  temporalAddress: string;
}): Promise<(jobId: string) => Promise<string>> {
  const em = orm.em.fork();
  const jobs = await em.execute<
    {
      id: string;
      status: string;
      code: string | null;
      resumes: number;
      from: Date;
      to: Date | null;
    }[]
  >(
    `select id, status, error ->> 'code' as code, resumes, created_at as from, finished_at as to
     from jobs`,
  );
  const submissions = await em.execute<
    { job_id: string; idempotency_key: string; summary: string }[]
  >(
    `select job_id, idempotency_key,
       format('%s: %s, %s, %s attempts', provider_slug, state, coalesce(error_code, 'no error'), attempts) as summary
     from provider_submissions order by created_at`,
  );
  return async (jobId) => {
    const job = jobs.find(({ id }) => id === jobId);
    if (job === undefined) return `${jobId}: no such job`;
    const rows = submissions.filter((row) => row.job_id === jobId);
    const lines = rows.flatMap(({ idempotency_key: key, summary }) => [
      `  ${summary}`,
      ...providers.flatMap(({ log, provider }) =>
        (log.get(key) ?? []).map((line) => `    ${provider.slug} ${line}`),
      ),
    ]);
    const from = new Date(job.from).getTime();
    const to = job.to === null ? Infinity : new Date(job.to).getTime();
    return [
      `${jobId}: ${job.status} ${job.code ?? ""}, ${journal.describeSpan(from, to)}`,
      `  ${await describeRun(temporalAddress, workflowIdOf(jobId, job.resumes))}`,
      ...lines,
      ...journal.describe(from, to).map((line) => `  ! ${line}`),
    ].join("\n");
  };
}

/** Shows what a run waits for, so that a job that does not end can be explained after the run of chaos. */
async function describeRun(temporalAddress: string, workflowId: string): Promise<string> {
  try {
    const connection = await Connection.connect({ address: temporalAddress });
    try {
      const handle = new Client({ connection }).workflow.getHandle(workflowId);
      const { status, historyLength, raw } = await handle.describe();
      const { pendingWorkflowTask, pendingActivities } = raw;
      const { events } = await handle.fetchHistory();
      const failures = (events ?? []).flatMap(
        ({
          activityTaskFailedEventAttributes: failed,
          activityTaskTimedOutEventAttributes: late,
        }) => failed?.failure ?? late?.failure ?? [],
      );
      const facts = { historyLength, pendingWorkflowTask, pendingActivities, failures };
      return `${workflowId}: ${status.name}, ${JSON.stringify(facts)}`;
    } finally {
      await connection.close();
    }
  } catch (error) {
    return `${workflowId}: ${String(error)}`;
  }
}
