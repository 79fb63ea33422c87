import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";

import type { MikroORM } from "#db/orm.ts";
import type { Storage } from "#storage/storage.ts";
import { findLedgerViolations } from "#test/support/jobs/ledger.ts";
import { findRunViolations } from "#test/support/pipelines/run-violations.ts";

import type { Traffic } from "./traffic.ts";
import type { WebhookReceiver } from "./webhook-receiver.ts";

/** Describes every violated guarantee to callers; empty when there is none. */
export async function findViolations({
  orm,
  receiver,
  traffic,
  storage,
}: {
  orm: MikroORM;
  receiver: WebhookReceiver;
  traffic: Traffic;
  storage: Storage;
}): Promise<string[]> {
  return [
    ...traffic.surprises,
    ...(await findLostJobs(orm, traffic)),
    ...(await findUnexplainedFailures(orm)),
    ...(await findLedgerViolations(orm)).map(({ rule, row }) => `${row} ledger: ${rule}`),
    ...(await findUnsettledSubmissions(orm)),
    ...(await findWrongFiles(orm, storage)),
    ...(await findGapsOfEvents(orm)),
    ...(await findWrongBatches(orm)),
    ...(await findRunViolations(orm)),
    ...(await findWrongConversations(orm, traffic)),
    ...(await findUntold(orm, receiver)),
  ];
}

/** Each accepted job exists once, no other job than those of steps exists, and all have ended. */
async function findLostJobs(orm: MikroORM, { accepted }: Traffic): Promise<string[]> {
  const jobs = await orm.em
    .fork()
    .execute<{ id: string; status: string; run_id: string | null; finished_at: Date | null }[]>(
      `select id, status, run_id, finished_at from jobs`,
    );
  const promised = new Set(accepted.values());
  const found = new Set(jobs.map(({ id }) => id));
  return [
    ...[...promised].filter((id) => !found.has(id)).map((id) => `${id} was promised and is lost`),
    ...jobs
      .filter(({ id, run_id: runId }) => !promised.has(runId ?? id))
      .map(({ id }) => `${id} was promised to nobody`),
    ...jobs
      .filter(({ finished_at: finishedAt }) => finishedAt === null)
      .map(({ id, status }) => `${id} stays ${status}`),
  ];
}

/** An outage delays jobs, and those that it fails name it: `internal` would be a bug of the engine. */
async function findUnexplainedFailures(orm: MikroORM): Promise<string[]> {
  const jobs = await orm.em
    .fork()
    .execute<{ id: string }[]>(`select id from jobs where error ->> 'code' = 'internal'`);
  return jobs.map(({ id }) => `${id} failed with internal`);
}

/** Every provider request of an ended job has ended, too. */
async function findUnsettledSubmissions(orm: MikroORM): Promise<string[]> {
  const rows = await orm.em
    .fork()
    .execute<{ job_id: string; provider_slug: string; state: string }[]>(
      `select s.job_id, s.provider_slug, s.state from provider_submissions s
       join jobs j on j.id = s.job_id
       where j.finished_at is not null and s.finished_at is null`,
    );
  return rows.map(
    (row) => `${row.job_id} has ended, and its request at ${row.provider_slug} stays ${row.state}`,
  );
}

/** The file of a completed job is stored and matches its row. */
async function findWrongFiles(orm: MikroORM, storage: Storage): Promise<string[]> {
  const rows = await orm.em
    .fork()
    .execute<{ job_id: string; storage_key: string; sha256: string }[]>(
      `select o.job_id, o.storage_key, o.sha256 from outputs o join jobs j on j.id = o.job_id
       where j.status = 'completed'`,
    );
  const wrong: string[] = [];
  for (const row of rows) {
    const hash = createHash("sha256");
    try {
      await pipeline(storage.read(row.storage_key), hash);
      if (hash.digest("hex") !== row.sha256) wrong.push(`${row.job_id}: its file is another`);
    } catch (error) {
      wrong.push(`${row.job_id}: its file cannot be read: ${(error as Error).message}`);
    }
  }
  return wrong;
}

/** Event sequences start at 1 without a gap, and the last event has the job's status. */
async function findGapsOfEvents(orm: MikroORM): Promise<string[]> {
  const rows = await orm.em.fork().execute<{ id: string; count: number; last: number }[]>(
    `select j.id, count(e.*)::int as count, coalesce(max(e.sequence), 0)::int as last
     from jobs j left join job_events e on e.job_id = j.id
     group by j.id, j.status
     having count(e.*) = 0 or count(e.*) <> max(e.sequence)
       or count(*) filter (where e.type = 'job.' || j.status) <> 1`,
  );
  return rows.map(({ id, count, last }) => `${id} has ${count} events, the last is number ${last}`);
}

/** A batch has ended with its items, and its counts match them. */
async function findWrongBatches(orm: MikroORM): Promise<string[]> {
  const rows = await orm.em.fork().execute<{ id: string }[]>(
    `select b.id from batches b left join jobs j on j.batch_id = b.id
     group by b.id
     having b.finished_at is null or b.held_credits <> 0 or b.items <> count(j.*)
       or b.completed <> count(*) filter (where j.status = 'completed')
       or b.failed <> count(*) filter (where j.status = 'failed')
       or b.canceled <> count(*) filter (where j.status = 'canceled')
       or b.captured_credits <> coalesce(sum(j.credits) filter (where j.status = 'completed'), 0)`,
  );
  return rows.map(({ id }) => `${id} has not ended, or its numbers are not those of its items`);
}

/** Each message belongs to the conversation that it named, which exists once, for the organization of its messages. */
async function findWrongConversations(orm: MikroORM, { messages }: Traffic): Promise<string[]> {
  const rows = await orm.em
    .fork()
    .execute<{ id: string; conversation_id: string; exists: boolean; is_unread: boolean }[]>(
      `select j.id, j.conversation_id, c.id is not null as exists,
         (j.request->>'parseIntent')::boolean and j.intent is null and j.status = 'completed' as is_unread
       from jobs j
       left join conversations c on c.id = j.conversation_id and c.organization_id = j.organization_id
       where j.conversation_id is not null`,
    );
  const found = new Map(rows.map((row) => [row.id, row]));
  return [
    ...[...messages].flatMap(([jobId, conversationId]) =>
      found.get(jobId)?.conversation_id === conversationId
        ? []
        : [`${jobId} is no message of ${conversationId}`],
    ),
    ...rows.flatMap(({ id, conversation_id: conversationId, exists, is_unread: isUnread }) => [
      ...(messages.has(id) ? [] : [`${id} is a message of ${conversationId}, which nobody sent`]),
      ...(exists ? [] : [`${id}: the conversation ${conversationId} is missing`]),
      ...(isUnread ? [`${id} was completed without being read`] : []),
    ]),
  ];
}

/** The end of each job, batch and run was delivered at least once, always under one id, and no other event was. */
async function findUntold(orm: MikroORM, { told, forged }: WebhookReceiver): Promise<string[]> {
  const rows = await orm.em.fork().execute<{ news: string }[]>(
    `select id || ' job.' || status as news from jobs where run_id is null
       union all select id || ' batch.completed' from batches
       union all select job_id || ' pipeline_run.completed' from pipeline_runs`,
  );
  const expected = new Set(rows.map(({ news }) => news));
  return [
    ...forged.map((message) => `a webhook was forged: ${message}`),
    ...[...expected].filter((news) => !told.has(news)).map((news) => `${news} was told to nobody`),
    ...[...told].flatMap(([news, ids]) => {
      if (!expected.has(news)) return [`${news} was told and is not true`];
      return ids.size === 1 ? [] : [`${news} was told as ${ids.size} events`];
    }),
  ];
}
