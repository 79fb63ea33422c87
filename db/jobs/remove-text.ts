import type { EntityManager } from "#db/orm.ts";
import { forgetCalls, forgetJobWebhooks } from "#db/webhooks/abandon-deliveries.ts";

/**
 * Removes from ended jobs what callers and providers wrote: prompt, message, inputs, intent, question, metadata, title and
 * labels, texts of results, details of errors, payloads of webhooks, public links, and the values of a run. The rest says
 * when a job ran, with which model, how it ended and what it cost. A repetition only raises the revision.
 */
export async function removeText(tx: EntityManager, jobIds: readonly string[]): Promise<void> {
  const ids = `{${jobIds.join(",")}}`;
  await forgetCalls(tx, jobIds);
  await forgetJobWebhooks(tx, jobIds);
  await tx.execute(`delete from job_shares where job_id = any (?::text[])`, [ids]);
  await tx.execute(
    `update pipeline_runs
     set definition = null, checked = null, inputs = '{}', answers = '{}', results = null
     where job_id = any (?::text[])`,
    [ids],
  );
  // No run reuses a step without the hash of its request.
  await tx.execute(
    `update run_steps set request_hash = null, result = null, error = error - 'reason',
       value = case when jsonb_exists(value, 'credits') then
         jsonb_build_object('credits', value -> 'credits') end
     where run_id = any (?::text[])`,
    [ids],
  );
  await tx.execute(
    `update outputs set text = null where job_id = any (?::text[]) and text is not null`,
    [ids],
  );
  await tx.execute(
    `update provider_submissions set error_detail = null
     where job_id = any (?::text[]) and error_detail is not null`,
    [ids],
  );
  await tx.execute(
    `update job_events set data = data - 'question' #- '{error,details}' #- '{step,error,reason}'
     where job_id = any (?::text[]) and type in ('job.needs_input', 'job.failed', 'run.step')`,
    [ids],
  );
  // Error details are provider text and may quote the caller's prompt.
  await tx.execute(
    `update jobs set
       request = jsonb_build_object(
         'parseIntent', request -> 'parseIntent', 'inputs', '[]'::jsonb, 'parameters', '{}'::jsonb),
       intent = null, question = null, metadata = '{}', title = null, starred = false, labels = '{}',
       routing = routing || '{"assumptions": []}', error = error - 'details',
       redacted_at = coalesce(redacted_at, now()), revision = revision + 1
     where id = any (?::text[])`,
    [ids],
  );
}
