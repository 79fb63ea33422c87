import { Migration } from "@mikro-orm/migrations";

/**
 * Adds webhook endpoints, events, deliveries and attempts. Triggers add outbox messages in the commit of the
 * change: no code path can omit an event.
 */
export class Migration0012Webhooks extends Migration {
  override up(): void {
    for (const statement of [tables, mailed, raising, jobs, organizations]) this.addSql(statement);
  }
}

const tables = `
create table webhook_endpoints (
  id text not null,
  organization_id text not null,
  url text,
  events text[],
  secret bytea,
  previous_secret bytea,
  previous_valid_until timestamptz,
  consecutive_failures int not null default 0,
  first_failure_at timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (id)
);
alter table webhook_endpoints
  add foreign key (organization_id) references organizations (id),
  add check ((disabled_at is null) = (disabled_reason is null)),
  add check (disabled_reason in ('owner', 'failing', 'gone')),
  add check ((consecutive_failures = 0) = (first_failure_at is null)),
  add check ((previous_secret is null) = (previous_valid_until is null)),
  add check ((secret is null) = (deleted_at is not null));
create index webhook_endpoints_list_index on webhook_endpoints (organization_id, id);
-- The one for addresses that come with jobs.
create unique index webhook_endpoints_jobs_unique on webhook_endpoints (organization_id)
  where url is null and deleted_at is null;
create index webhook_endpoints_deleted_index on webhook_endpoints (deleted_at)
  where deleted_at is not null;

create table webhook_events (
  id text not null,
  organization_id text not null,
  type text not null,
  subject text,
  data jsonb,
  created_at timestamptz not null default now(),
  primary key (id)
);
alter table webhook_events
  add constraint webhook_events_subject_unique unique (organization_id, type, subject);
create index webhook_events_created_index on webhook_events (created_at);

create table webhook_deliveries (
  id text not null,
  event_id text not null,
  endpoint_id text not null,
  organization_id text not null,
  url text,
  state text not null default 'pending',
  attempts int not null default 0,
  failures int not null default 0,
  runs int not null default 0,
  next_attempt_at timestamptz,
  reconciled_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (id)
);
alter table webhook_deliveries
  add foreign key (event_id) references webhook_events (id) on delete cascade,
  add foreign key (endpoint_id) references webhook_endpoints (id) on delete cascade,
  add constraint webhook_deliveries_once unique (event_id, endpoint_id),
  add check (state in ('pending', 'delivered', 'failed', 'abandoned')),
  add check ((state = 'pending') = (next_attempt_at is not null)),
  add check ((state = 'pending') = (finished_at is null));
create index webhook_deliveries_list_index on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_organization_index on webhook_deliveries (organization_id);
create index webhook_deliveries_due_index on webhook_deliveries (next_attempt_at)
  where state = 'pending';

create table webhook_attempts (
  delivery_id text not null,
  number int not null,
  url text not null,
  started_at timestamptz not null default now(),
  duration_ms int,
  status int,
  error text,
  response_body text,
  primary key (delivery_id, number)
);
alter table webhook_attempts
  add foreign key (delivery_id) references webhook_deliveries (id) on delete cascade;
create index webhook_attempts_failed_index on webhook_attempts (started_at) where error is not null;
`;

const mailed = `
drop index organization_events_to_mail_index;
create index organization_events_to_mail_index on organization_events (id)
  where mailed_at is null and type in ('credits.low', 'budget.alert', 'webhook.disabled');
`;

const raising = `
-- RFC 9562, section 5.7: ids that are made here sort among those of the engine.
create function new_uuid_v7() returns text language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
    from 1 for 6), 52, 1), 53, 1), 'hex')::uuid::text
$$;

create function webhook_time(moment timestamptz) returns text language sql immutable as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- Tells every endpoint that wants it, and the address that came with what happened, when there is one.
-- Nothing is written when nobody wants to hear it; the second time for one subject changes nothing.
--   teller    the organization
--   told      the type, about: the id of what it is about
--   said      as it is sent: nothing that expires, nothing that must not be kept for a month
create function raise_webhook_event(
  teller text, told text, about text, said jsonb, happened timestamptz, address text
) returns text language plpgsql
  -- A session keeps its plans: one that was made while the tables were small would read them whole.
  set enable_seqscan = off as $$
declare
  raised constant text := 'msg_' || new_uuid_v7();
  listening constant text[] := array(
    select e.id from webhook_endpoints e
    where e.organization_id = teller and e.disabled_at is null and e.deleted_at is null
      and case when e.url is null then address is not null
        else e.events is null or told = any (e.events) end);
begin
  if listening = '{}' then return null; end if;
  insert into webhook_events (id, organization_id, type, subject, data, created_at)
  values (raised, teller, told, about, said, happened) on conflict do nothing;
  if not found then return null; end if;
  with made as (
    insert into webhook_deliveries (id, event_id, endpoint_id, organization_id, url, next_attempt_at)
    select 'dlv_' || new_uuid_v7(), raised, e.id, teller, case when e.url is null then address end, now()
    from webhook_endpoints e where e.id = any (listening) returning id)
  insert into outbox (kind, subject_id, organization_id) select 'webhook', made.id, teller from made;
  return raised;
end $$;
`;

// Includes only data that does not change, so that all attempts send the same payload: no expiring URLs, none
// of the caller's inputs, no text results.
const jobs = `
create function job_webhook_data(job jobs) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'jobId', job.id,
    'status', job.status,
    'createdAt', webhook_time(job.created_at),
    'finishedAt', webhook_time(job.finished_at),
    'contentType', job.content_type,
    'capability', job.capability,
    'model', case when job.model_id is not null then
      jsonb_build_object('id', job.model_id, 'provider', job.provider_slug) end,
    'billing', jsonb_build_object('capturedCredits', (
      select coalesce(sum(c.amount), 0) from credit_entries c
      where c.job_id = job.id and c.kind = 'capture')),
    'outputs', case when job.status = 'completed' then (
      select coalesce(jsonb_agg(jsonb_build_object(
        'outputId', o.id,
        'contentType', o.content_type,
        'bytes', o.bytes,
        'sha256', o.sha256,
        'width', o.width,
        'height', o.height,
        'durationSeconds', o.duration_seconds,
        'keptUntil', webhook_time(o.expires_at),
        'content', '/v1/jobs/' || job.id || '/outputs/' || o.id || '/content') order by o.step, o.ordinal), '[]')
      from outputs o where o.job_id = job.id and o.deleted_at is null) end,
    'error', case when job.status = 'failed' then
      jsonb_build_object('code', job.error -> 'code', 'message', job.error -> 'message') end,
    'question', case when job.status = 'needs_input' then job.question end,
    'metadata', job.metadata,
    'links', jsonb_build_object('self', '/v1/jobs/' || job.id)))
$$;

create function raise_job_webhook() returns trigger language plpgsql
  set enable_seqscan = off as $$
declare
  ended jobs;
begin
  -- What everybody without webhooks pays.
  if not exists (
    select from webhook_endpoints e
    where e.organization_id = new.organization_id and e.disabled_at is null and e.deleted_at is null
  ) then return null; end if;
  select * into ended from jobs where id = new.id;
  perform raise_webhook_event(ended.organization_id, 'job.' || ended.status, ended.id,
    job_webhook_data(ended), ended.finished_at, ended.request ->> 'webhookUrl');
  return null;
end $$;
-- Deferred to the end of the transaction, where the job is charged, too.
create constraint trigger jobs_ended_webhook after update of finished_at on jobs
  deferrable initially deferred for each row
  when (old.finished_at is null and new.finished_at is not null)
  execute function raise_job_webhook();
`;

const organizations = `
create function raise_organization_webhook() returns trigger language plpgsql as $$
begin
  perform raise_webhook_event(new.organization_id, new.type, new.subject,
    new.data || jsonb_build_object('organizationId', new.organization_id), new.created_at, null);
  return null;
end $$;
create trigger organization_events_webhook after insert on organization_events for each row
  when (new.type in ('credits.low', 'budget.alert', 'key.rotation_due'))
  execute function raise_organization_webhook();
`;
