import { Migration } from "@mikro-orm/migrations";

/**
 * Adds runs of pipelines with their steps, and the columns by which a job belongs to a step. Processes of the previous
 * version accept no such jobs.
 */
export class Migration0049PipelineRuns extends Migration {
  override up(): void {
    for (const statement of [runs, steps, stepsJob, outputs, jobs]) this.addSql(statement);
  }
}

// The job of a run has the run's status, credits and times.
const runs = `
create table pipeline_runs (
  job_id text not null references jobs (id) on delete cascade,
  definition json,
  inputs json not null,
  answers jsonb not null,
  fresh text[] not null,
  resume_of text,
  root_id text not null,
  prices jsonb not null,
  max_credits int not null check (max_credits between 0 and 30000),
  reserve_number int not null default 0 check (reserve_number >= 0),
  deadline_at timestamptz not null,
  primary key (job_id)
)`;

const steps = `
create table run_steps (
  run_id text not null references pipeline_runs (job_id) on delete cascade,
  key text not null,
  step text not null,
  status text not null check (status in (
    'waiting', 'running', 'completed', 'reused', 'skipped', 'failed', 'canceled', 'asked')),
  attempt int not null check (attempt > 0),
  job_id text,
  request_hash text,
  value jsonb,
  error jsonb,
  reason text,
  items int check (items between 0 and 1000),
  picked int check (picked >= 0),
  started_at timestamptz,
  ended_at timestamptz,
  primary key (run_id, key)
)`;

// A job that a run reuses must not be deleted alone.
const stepsJob = `create index run_steps_job_index on run_steps (job_id) where job_id is not null`;

const outputs = `
create table run_outputs (
  run_id text not null references pipeline_runs (job_id) on delete cascade,
  name text not null,
  ordinal int not null check (ordinal >= 0),
  output_id text not null,
  primary key (run_id, name, ordinal)
)`;

// Steps that edit files are free.
const jobs = `
alter table jobs
  add column pipeline_id text,
  add column pipeline_version int,
  add column run_id text,
  add column run_step text,
  add column run_attempt int,
  add constraint jobs_run_id_fkey foreign key (run_id) references pipeline_runs (job_id)
    on delete set null not valid,
  drop constraint jobs_credits_check,
  add constraint jobs_credits_check check (credits between 0 and 30) not valid`;
