create or replace function refuse_leaving_settled_status() returns trigger language plpgsql as $$
begin
  raise exception 'step % of run % is % and stays so', old.key, old.run_id, old.status
    using errcode = 'check_violation';
end $$;

create or replace trigger run_steps_final
  before update of status on run_steps
  for each row
  when (old.status in ('completed', 'reused', 'skipped', 'failed', 'canceled') and new.status <> old.status)
  execute function refuse_leaving_settled_status();

-- Writes the event of a step into the log of its run. The lock of the run's row orders the events, whatever code
-- writes the step. The progress is that of the run's row, so a turn updates it before its steps.
create or replace function note_run_step() returns trigger language plpgsql
  -- A session caches its plans: a plan made while the table was small would scan the whole table.
  set enable_seqscan = off as $$
declare
  run jobs;
  step_job jobs;
  previous record;
begin
  select * into strict run from jobs where id = new.run_id for no key update;
  if new.status in ('running', 'completed') then
    select * into step_job from jobs where id = new.job_id;
  end if;
  select e.sequence, e.created_at into previous
  from job_events e
  where e.job_id = new.run_id
  order by e.sequence desc
  limit 1;

  insert into job_events (
    job_id, sequence, organization_id, type, status, stage, progress, eta_seconds, data, created_at)
  values (
    run.id, coalesce(previous.sequence, 0) + 1, run.organization_id, 'run.step', run.status, run.stage,
    run.progress, run.eta_seconds,
    jsonb_build_object('step', jsonb_strip_nulls(jsonb_build_object(
      'step', new.key, 'kind', new.kind, 'status', new.status, 'attempt', new.attempt, 'jobId', new.job_id,
      'model', case when step_job.model_id is not null then
        jsonb_build_object('id', step_job.model_id, 'provider', step_job.provider_slug) end,
      'credits', coalesce((new.value ->> 'credits')::int, step_job.credits), 'error', new.error, 'reason', new.reason))),
    greatest(clock_timestamp(), previous.created_at));
  raise notice 'job_event % run.step %', run.id, run.organization_id;
  return null;
end $$;

create or replace trigger run_steps_added
  after insert on run_steps
  for each row execute function note_run_step();

create or replace trigger run_steps_changed
  after update of status, attempt on run_steps
  for each row
  when (old.status <> new.status or old.attempt <> new.attempt)
  execute function note_run_step();

create or replace function advance_run() returns trigger language plpgsql as $$
begin
  insert into outbox (kind, subject_id, organization_id) values ('advance', new.run_id, new.organization_id);
  return null;
end $$;

create or replace trigger jobs_advance_run
  after update of finished_at on jobs
  for each row
  when (new.run_id is not null and old.finished_at is null and new.finished_at is not null)
  execute function advance_run();

-- The subject of a call's event is the run, a slash, and the key of the step.
create or replace function advance_run_of_call() returns trigger language plpgsql as $$
begin
  insert into outbox (kind, subject_id, organization_id)
  select 'advance', split_part(e.subject, '/', 1), e.organization_id
  from webhook_events e
  where e.id = new.event_id and e.type = 'pipeline_run.call';
  return null;
end $$;

create or replace trigger webhook_deliveries_advance_run
  after update of state on webhook_deliveries
  for each row
  when (old.state = 'pending' and new.state <> 'pending')
  execute function advance_run_of_call();
