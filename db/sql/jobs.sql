create or replace function refuse_leaving_final_status() returns trigger language plpgsql as $$
begin
  raise exception 'job % is % and stays so', old.id, old.status using errcode = 'check_violation';
end $$;

create or replace trigger jobs_final
  before update of status on jobs
  for each row
  when (old.status in ('completed', 'failed', 'canceled', 'needs_input') and new.status <> old.status)
  execute function refuse_leaving_final_status();

-- Search terms of title and prompt, after a lexeme of the organization that no text has.
create or replace function words_of_job(organization_id text, title text, request jsonb, intent jsonb) returns tsvector
  language sql immutable as $$
  select array_to_tsvector(array['@' || organization_id]) || strip(to_tsvector('simple', left(
    coalesce(title, '') || ' ' ||
    coalesce(request ->> 'prompt', intent ->> 'subject', request ->> 'message', ''), 20000)))
$$;

create or replace function note_job_words() returns trigger language plpgsql as $$
begin
  new.words := case when new.deleted_at is null then
    words_of_job(new.organization_id, new.title, new.request, new.intent) end;
  return new;
end $$;

create or replace trigger jobs_words
  before update on jobs
  for each row
  when (new.finished_at is not null and (
    old.finished_at is null
    or old.title is distinct from new.title
    or old.redacted_at is distinct from new.redacted_at
    or old.deleted_at is distinct from new.deleted_at))
  execute function note_job_words();

-- Returns true if the plan of an organization allows further jobs besides the unfinished ones, else raises an exception.
-- Counts when the room of the last count is used up. The row lock makes acceptances of the organization wait for each
-- other, so a count includes all committed ones.
create or replace function admit_jobs(organization_id text, added int, limits jsonb) returns boolean language plpgsql
  -- A session caches its plans: a plan made while the table was small would scan the whole table.
  set enable_seqscan = off as $$
declare
  plan_limit int;
  unfinished int;
begin
  if added = 0 then return true; end if;
  select (limits ->> o.plan)::int into plan_limit from organizations o where o.id = admit_jobs.organization_id;
  update job_admissions a set room = room - added
  where a.organization_id = admit_jobs.organization_id and a.job_limit = plan_limit and a.room >= added;
  if found then return true; end if;

  insert into job_admissions (organization_id, job_limit, room)
  values (admit_jobs.organization_id, plan_limit, 0)
  on conflict on constraint job_admissions_pkey do update set job_limit = plan_limit, room = 0;
  select count(*) into unfinished from (
    select 1 from jobs j
    where j.organization_id = admit_jobs.organization_id and j.status in ('queued', 'processing', 'canceling')
    limit plan_limit) as open;
  if unfinished + added > plan_limit then
    raise exception 'the organization has reached its limit of % unfinished jobs', plan_limit
      using errcode = 'check_violation';
  end if;
  update job_admissions a set room = plan_limit - unfinished - added
  where a.organization_id = admit_jobs.organization_id;
  return true;
end $$;

-- Requires every asset of the job's request and keeps it while the job exists. The lock waits for a concurrent
-- deletion of an asset; a later deletion waits for this transaction and then finds the job.
create or replace function hold_assets_of_job() returns trigger language plpgsql as $$
declare
  required_ids text[];
  found_count int;
begin
  select array_agg(distinct id) into required_ids
  from (select jsonb_path_query(new.request, '$.inputs[*].assetId') #>> '{}' as id) as named;

  perform id from assets
  where id = any (required_ids) and organization_id = new.organization_id
    and deleted_at is null and expires_at > now()
  order by id
  for key share;
  get diagnostics found_count = row_count;
  if found_count < cardinality(required_ids) then
    raise exception 'an asset of the job is no longer kept' using errcode = 'check_violation';
  end if;

  insert into job_assets (job_id, asset_id) select new.id, unnest(required_ids);
  return null;
end $$;

create or replace trigger jobs_assets
  after insert on jobs
  for each row
  when (new.request @? '$.inputs[*].assetId')
  execute function hold_assets_of_job();

create or replace function job_event_data(job jobs, event_type text) returns jsonb language sql immutable as $$
  select case
    when event_type in ('job.started', 'job.planned') and job.model_id is not null then
      jsonb_build_object(
        'model', jsonb_build_object('id', job.model_id, 'provider', job.provider_slug),
        'estimatedCredits', job.credits)
    when event_type = 'job.failed' then jsonb_build_object('error', job.error)
    when event_type = 'job.needs_input' then jsonb_build_object('question', job.question)
  end
$$;

-- Writes as little as possible, because callers wait for acceptance. Notifies no listener, because no stream can
-- follow a job before its id is known.
create or replace function note_accepted_jobs() returns trigger language plpgsql as $$
begin
  insert into job_events (job_id, sequence, organization_id, type, status, progress, created_at)
  select id, 1, organization_id, 'job.queued', status, progress, created_at from accepted;
  return null;
end $$;

create or replace trigger jobs_accepted
  after insert on jobs
  referencing new table as accepted
  for each statement execute function note_accepted_jobs();

-- The update holds the row lock of the job, so the job's next sequence number is free. Skips a progress event within
-- one second of the previous event; the next event includes the progress.
create or replace function note_job_change() returns trigger language plpgsql
  -- A session caches its plans: a plan made while the table was small would scan the whole table.
  set enable_seqscan = off as $$
declare
  event_type constant text := case
    when new.status <> old.status then
      'job.' || case new.status when 'processing' then 'started' else new.status end
    when new.model_id is distinct from old.model_id then 'job.planned'
    when new.stage is distinct from old.stage then 'job.stage'
    else 'job.progress' end;
  occurred_at constant timestamptz := clock_timestamp();
  previous record;
begin
  select e.sequence, e.created_at into previous
  from job_events e
  where e.job_id = new.id
  order by e.sequence desc
  limit 1;
  if event_type = 'job.progress' and previous.created_at > occurred_at - interval '1 second' then
    return null;
  end if;

  insert into job_events (
    job_id, sequence, organization_id, type, status, stage, progress, eta_seconds, data, created_at)
  values (
    new.id, coalesce(previous.sequence, 0) + 1, new.organization_id, event_type, new.status, new.stage,
    new.progress, new.eta_seconds, job_event_data(new, event_type), greatest(occurred_at, previous.created_at));
  perform pg_notify('job_event', concat_ws(' ', new.id, event_type, new.organization_id));
  return null;
end $$;

create or replace trigger jobs_changed
  after update of status, stage, progress, eta_seconds, model_id on jobs
  for each row
  when (old.finished_at is null and (
    old.status <> new.status
    or old.model_id is distinct from new.model_id
    or old.stage is distinct from new.stage
    or old.progress <> new.progress
    or (old.eta_seconds is not null and new.eta_seconds is null)))
  execute function note_job_change();

create or replace function forget_job_events() returns trigger language plpgsql
  set enable_seqscan = off as $$
begin
  delete from job_events where job_id = old.id;
  return null;
end $$;

create or replace trigger jobs_deleted
  after delete on jobs
  for each row execute function forget_job_events();

create or replace function count_batch_item() returns trigger language plpgsql
  set enable_seqscan = off as $$
declare
  has_ended constant boolean := new.finished_at is not null;
  batch batches;
begin
  update batches b set
    queued = b.queued - (old.status = 'queued')::int,
    processing = b.processing - (old.status = 'processing')::int + (new.status = 'processing')::int,
    canceling = b.canceling - (old.status = 'canceling')::int + (new.status = 'canceling')::int,
    completed = b.completed + (new.status = 'completed')::int,
    failed = b.failed + (new.status = 'failed')::int,
    canceled = b.canceled + (new.status = 'canceled')::int,
    held_credits = b.held_credits - old.credits + case when has_ended then 0 else new.credits end,
    captured_credits = b.captured_credits + case when new.status = 'completed' then coalesce((
      select sum(e.amount) from credit_entries e where e.kind = 'capture' and e.job_id = new.id), 0) else 0 end,
    finished_at = case when has_ended and b.queued + b.processing + b.canceling = 1 then clock_timestamp() end
  where b.id = new.batch_id
  returning * into batch;

  if batch.finished_at is not null then
    perform raise_webhook_event(
      organization_id => batch.organization_id,
      event_type => 'batch.completed',
      subject => batch.id,
      occurred_at => batch.finished_at,
      has_webhook_url => batch.webhook_url is not null);
  end if;
  return null;
end $$;

-- Deferred to the commit, after all other locks of the transaction: concurrently ending jobs of one batch lock the row
-- of the batch in the same order and only briefly, and the transaction of the last item sees all others.
create constraint trigger jobs_batch_counted
  after update on jobs
  deferrable initially deferred
  for each row
  when (new.batch_id is not null and old.finished_at is null
    and (old.status <> new.status or old.credits <> new.credits))
  execute function count_batch_item();
