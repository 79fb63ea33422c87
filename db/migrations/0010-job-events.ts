import { Migration } from "@mikro-orm/migrations";

/**
 * Adds the event log of jobs, written by triggers on the job's row: no code path can change a job without an
 * event, and both are one commit.
 */
export class Migration0010JobEvents extends Migration {
  override up(): void {
    for (const statement of [table, former, accepting, changing, deleting]) this.addSql(statement);
  }
}

// No foreign key: only the triggers below write and delete here, so its check would be redundant.
const table = `
create table job_events (
  job_id text not null,
  sequence int not null,
  organization_id text not null,
  type text not null,
  status text not null,
  stage text,
  progress smallint not null,
  eta_seconds int,
  data jsonb,
  created_at timestamptz not null,
  primary key (job_id, sequence)
);

create function job_event_data(job jobs, told text) returns jsonb language sql immutable as $$
  select case
    when told in ('job.started', 'job.planned') and job.model_id is not null then
      jsonb_build_object(
        'model', jsonb_build_object('id', job.model_id, 'provider', job.provider_slug),
        'estimatedCredits', job.credits)
    when told = 'job.failed' then jsonb_build_object('error', job.error)
    when told = 'job.needs_input' then jsonb_build_object('question', job.question)
  end
$$;
`;

// Existing jobs get only the events that are certain: their acceptance and their end.
const former = `
insert into job_events (job_id, sequence, organization_id, type, status, progress, created_at)
select id, 1, organization_id, 'job.queued', 'queued', 0, created_at from jobs;
insert into job_events (job_id, sequence, organization_id, type, status, progress, data, created_at)
select id, 2, organization_id, 'job.' || status, status, progress,
  job_event_data(jobs, 'job.' || status), finished_at
from jobs where finished_at is not null;
`;

// Callers wait for acceptance, so the trigger writes as little as possible. It notifies no listener, because
// no stream can follow a job before its id is known.
const accepting = `
create function note_accepted_jobs() returns trigger language plpgsql as $$
begin
  insert into job_events (job_id, sequence, organization_id, type, status, progress, created_at)
  select id, 1, organization_id, 'job.queued', status, progress, created_at from accepted;
  return null;
end $$;
create trigger jobs_accepted after insert on jobs referencing new table as accepted
  for each statement execute function note_accepted_jobs();
`;

// The update holds the job's row lock, so the job's next sequence number is free. Skips a progress event
// within one second of the previous event; the next event includes the progress.
const changing = `
create function note_job_change() returns trigger language plpgsql
  -- A session keeps its plans: one that was made while the table was small would read it whole.
  set enable_seqscan = off as $$
declare
  told constant text := case
    when new.status <> old.status then
      'job.' || case new.status when 'processing' then 'started' else new.status end
    when new.model_id is distinct from old.model_id then 'job.planned'
    when new.stage is distinct from old.stage then 'job.stage'
    else 'job.progress' end;
  happened constant timestamptz := clock_timestamp();
  former record;
begin
  select e.sequence, e.created_at into former from job_events e
  where e.job_id = new.id order by e.sequence desc limit 1;
  if told = 'job.progress' and former.created_at > happened - interval '1 second' then
    return null;
  end if;
  insert into job_events (job_id, sequence, organization_id, type, status, stage, progress,
    eta_seconds, data, created_at)
  values (new.id, coalesce(former.sequence, 0) + 1, new.organization_id, told, new.status, new.stage,
    new.progress, new.eta_seconds, job_event_data(new, told), greatest(happened, former.created_at));
  perform pg_notify('job_event', new.id || ' ' || told);
  return null;
end $$;
create trigger jobs_changed after update of status, stage, progress, eta_seconds, model_id on jobs for each row
  when (old.finished_at is null and (
    old.status <> new.status or old.model_id is distinct from new.model_id
    or old.stage is distinct from new.stage or old.progress <> new.progress
    or (old.eta_seconds is not null and new.eta_seconds is null)))
  execute function note_job_change();

-- The last event tells of the end, too.
drop trigger jobs_ended on jobs;
drop function notify_job_ended();
`;

const deleting = `
create function forget_job_events() returns trigger language plpgsql
  set enable_seqscan = off as $$
begin
  delete from job_events where job_id = old.id;
  return null;
end $$;
create trigger jobs_deleted after delete on jobs for each row execute function forget_job_events();
`;
