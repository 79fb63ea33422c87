import { Client } from "pg";

/**
 * Writes a history of `jobs` jobs into an empty database: events, submissions, ledger, outputs, audit log and
 * usage. Six of ten belong to the local organization, the rest to `organizations` others; with 0 others, all
 * belong to the local one. The jobs are spread over 90 days and end as jobs do; some of the newest 1 % are
 * still open. Ledger and balances agree. Works set-based and bypasses the triggers, which would raise an
 * event for every past change.
 */
export async function fillDatabase({
  url,
  jobs,
  organizations,
}: {
  url: string;
  jobs: number;
  organizations: number;
}): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("begin");
    await client.query(others, [organizations]);
    await client.query(grants, [jobs]);
    // Disables triggers and foreign keys: the written rows are known to be consistent.
    await client.query("set local session_replication_role = replica");
    await client.query(pastJobs, [jobs, organizations]);
    for (const statement of [events, submissions, ledger, balances, outputs, receipts]) {
      await client.query(statement);
    }
    await client.query(auditLog, [jobs]);
    await client.query(usage);
    await client.query("commit");
    // Leaves the tables as autovacuum would.
    await client.query("vacuum (analyze)");
  } finally {
    await client.end();
  }
}

const others = `
with accounts as (
  insert into accounts (id, email, email_verified_at)
  select 'acc_bench_' || n, 'owner' || n || '@example.org', now() from generate_series(1, $1::int) n
  returning id),
organizations as (
  insert into organizations (id, name, plan)
  select 'org_bench_' || n, 'Organization ' || n, 'team' from generate_series(1, $1::int) n
  returning id),
memberships as (
  insert into memberships (organization_id, account_id, role)
  select 'org_bench_' || n, 'acc_bench_' || n, 'owner' from generate_series(1, $1::int) n),
keys as (
  insert into api_keys (id, organization_id, account_id, name, prefix, last4, hash, rotation_due_at)
  select 'key_bench_' || n, 'org_bench_' || n, 'acc_bench_' || n, 'server', 'gme_', '0000',
    sha256(('bench' || n)::bytea), now() + interval '90 days'
  from generate_series(1, $1::int) n)
insert into credit_accounts (organization_id)
select 'org_bench_' || n from generate_series(1, $1::int) n
`;

/** Covers all past jobs and the jobs of a benchmark. */
const grants = `
insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, reason, created_at)
select organization_id, 'correction', 1000000 + 8 * $1::int, 'issued', 'available', 'credits of the past',
  now() - interval '91 days'
from credit_accounts
`;

/** `dice` decides how a job ended, so the shares are the same at every size. */
const pastJobs = `
insert into jobs (id, organization_id, account_id, api_key_id, status, stage, progress, source, request,
  question, content_type, capability, model_id, provider_slug, routing, credits, engine, error, metadata,
  created_at, started_at, finished_at, revision)
select 'job_' || uuidv7(created_at - clock_timestamp()), owner.organization_id, owner.account_id, owner.key_id,
  status, case status when 'processing' then 'generating' end,
  case status when 'completed' then 100 when 'queued' then 0 else 10 end, 'generation',
  jsonb_build_object('prompt', prompt, 'capability', model.capability, 'inputs', '[]'::jsonb,
    'parameters', jsonb_build_object('aspectRatio', '16:9'), 'parseIntent', false),
  case status when 'needs_input' then '{"text": "What should be made?", "options": []}'::jsonb end,
  model.content_type, model.capability,
  case when status <> 'needs_input' then model.id end,
  case when status <> 'needs_input' then model.provider_slug end,
  case when status <> 'needs_input' then jsonb_build_object('strategy', 'balanced', 'assumptions', '[]'::jsonb,
    'reason', model.id || ' of ' || model.provider_slug || ' is the best usable model for ' || model.capability)
  end,
  case when status <> 'needs_input' then 1 + dice % 8 end,
  case status when 'completed' then '{"name": "studio", "tier": "basic"}'::jsonb end,
  case status when 'failed' then '{"code": "provider_failed", "message": "The provider failed."}'::jsonb end,
  case when dice % 3 = 0 then jsonb_build_object('project', 'p' || dice % 20) else '{}' end,
  created_at,
  case when status <> 'queued' then created_at + interval '200 ms' end,
  case when status not in ('queued', 'processing') then created_at + interval '9 seconds' end,
  5
from (
  select n, dice, created_at, 'a red fox in a snowy forest at night, seen from afar, no. ' || n as prompt,
    case
      when n > $1::int - $1::int / 100 and dice % 10 = 0 then 'queued'
      when n > $1::int - $1::int / 100 and dice % 10 = 1 then 'processing'
      when dice < 91 then 'completed' when dice < 96 then 'failed' when dice < 99 then 'canceled'
      else 'needs_input' end as status,
    case when $2::int = 0 or owner_dice < 6 then 0 else 1 + n % $2::int end as owner_number
  from (
    select n, (hashint4(n) & 2147483647) % 100 as dice, (hashint4(-n) & 2147483647) % 10 as owner_dice,
      now() - interval '90 days' * (($1::int - n)::float8 / $1::int) as created_at
    from generate_series(1, $1::int) n) as numbers) as past
join (
  select 0 as number, m.organization_id, m.account_id, k.id as key_id
  from memberships m join api_keys k using (organization_id) where m.organization_id = 'org_local'
  union all
  select n, 'org_bench_' || n, 'acc_bench_' || n, 'key_bench_' || n from generate_series(1, $2::int) n) as owner
  on owner.number = owner_number
join (
  select id, provider_slug, content_type, capabilities[1] as capability,
    row_number() over (order by position, id) - 1 as number, count(*) over () as of_all
  from models where capabilities <> '{}') as model
  on model.number = dice % model.of_all
order by n
`;

const events = `
insert into job_events (job_id, sequence, organization_id, type, status, stage, progress, data, created_at)
select id, step.sequence, organization_id, step.type, step.status, step.stage, step.progress,
  case when step.type = 'job.failed' then jsonb_build_object('error', error) end,
  created_at + make_interval(secs => step.sequence)
from jobs, lateral (values
  (1, 'job.queued', 'queued', null, 0), (2, 'job.started', 'processing', null, 0),
  (3, 'job.stage', 'processing', 'submitting', 8), (4, 'job.stage', 'processing', 'generating', 10),
  (5, 'job.stage', 'processing', 'storing', 90), (6, 'job.' || jobs.status, jobs.status, null, jobs.progress)
) as step (sequence, type, status, stage, progress)
where step.sequence = 1
  or (jobs.status <> 'queued' and step.sequence < 5)
  or (jobs.status = 'completed' and step.sequence = 5)
  or (jobs.finished_at is not null and step.sequence = 6)
`;

const submissions = `
insert into provider_submissions (id, job_id, step, generation, organization_id, provider_slug, model_id,
  idempotency_key, state, attempt_token, attempts, handle, result, error_code, created_at, sent_at,
  accepted_at, finished_at)
select 'sub_' || substr(id, 5), id, 'main', 1, organization_id, provider_slug, model_id, id || ':main:1',
  case status when 'completed' then 'succeeded' when 'queued' then 'prepared'
    when 'processing' then 'accepted' else status end,
  case when status <> 'queued' then gen_random_uuid()::text end, 1,
  case when status <> 'queued' then jsonb_build_object('id', 'gen_' || substr(id, 5)) end,
  case when status = 'completed' then jsonb_build_object('files', jsonb_build_array(jsonb_build_object(
    'contentType', 'image/png', 'source', jsonb_build_object('url', 'http://provider/' || id)))) end,
  error ->> 'code', created_at,
  started_at, started_at + interval '1 second', finished_at
from jobs where credits is not null
`;

const ledger = `
insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, job_id, step, generation,
  api_key_id, created_at)
select organization_id, posting.kind, credits, posting.from_bucket, posting.to_bucket, id, 'main', 1, api_key_id,
  posting.at
from jobs, lateral (values
  ('hold', 'available', 'held', created_at),
  (case status when 'completed' then 'capture' else 'release' end, 'held',
    case status when 'completed' then 'spent' else 'available' end, finished_at)
) as posting (kind, from_bucket, to_bucket, at)
where credits is not null and posting.at is not null
order by posting.at
`;

const balances = `
update credit_accounts a set available = sums.available, held = sums.held
from (
  select organization_id,
    sum(case when to_bucket = 'available' then amount when from_bucket = 'available' then -amount else 0 end)
      as available,
    sum(case when to_bucket = 'held' then amount when from_bucket = 'held' then -amount else 0 end) as held
  from credit_entries group by organization_id) as sums
where sums.organization_id = a.organization_id
`;

/** Files are kept for a month; older ones are deleted. */
const outputs = `
insert into outputs (id, job_id, organization_id, step, ordinal, storage_key, content_type, bytes, sha256, width,
  height, created_at, expires_at, deleted_at, purged_at)
select 'out_' || substr(id, 5), id, organization_id, 'main', 0, 'jobs/' || id || '/main-1-0',
  case content_type when 'video' then 'video/mp4' when 'audio' then 'audio/mpeg'
    when '3d' then 'model/gltf-binary' else 'image/png' end,
  250000, encode(sha256(id::bytea), 'hex'), 1024, 576, finished_at, finished_at + interval '30 days',
  over.at, over.at
from jobs, lateral (
  select case when finished_at < now() - interval '31 days' then finished_at + interval '31 days' end as at) as over
where status = 'completed'
`;

const receipts = `
insert into idempotency_receipts (organization_id, endpoint, key, request_hash, job_id, created_at, expires_at)
select organization_id, 'POST /v1/generations', id, sha256(id::bytea), id, created_at, created_at + interval '1 day'
from jobs where created_at > now() - interval '1 day'
`;

const auditLog = `
insert into audit_log (id, organization_id, actor_account_id, action, target_type, target_id, address, after,
  created_at)
select 'aud_' || substr(id, 5), organization_id, account_id,
  (array['session.created', 'api_key.created', 'job.deleted', 'member.changed'])[1 + row_number % 4],
  'job', id, '192.0.2.1', '{"note": "of the past"}', created_at
from (select *, row_number() over (order by id) from jobs) as numbered where row_number <= $1::int / 20
`;

const usage = `
insert into request_usage (organization_id, day, account_id, api_key_id, requests)
select organization_id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD'), account_id, api_key_id, 4 * count(*)
from jobs group by 1, 2, 3, 4
`;
