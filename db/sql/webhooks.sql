-- RFC 9562, section 5.7: these ids sort among the ids that the processes create.
create or replace function new_uuid_v7() returns text language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
    from 1 for 6), 52, 1), 53, 1), 'hex')::uuid::text
$$;

create or replace function webhook_time(moment timestamptz) returns text language sql immutable as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- Writes the event, one delivery for each subscribed endpoint and for the request's own URL, and the outbox messages.
-- Returns the id of the event, or null when no endpoint is subscribed or the event of this subject already exists.
-- The payload is stored as it is sent: it must contain nothing that expires.
create or replace function raise_webhook_event(
  organization_id text,
  event_type text,
  subject text,
  payload jsonb,
  occurred_at timestamptz,
  webhook_url text
) returns text language plpgsql
  -- A session caches its plans: a plan made while the tables were small would scan whole tables.
  set enable_seqscan = off as $$
declare
  event_id constant text := 'msg_' || new_uuid_v7();
  endpoint_ids constant text[] := array(
    select e.id
    from webhook_endpoints e
    where e.organization_id = raise_webhook_event.organization_id
      and e.disabled_at is null and e.deleted_at is null
      and case when e.url is null then webhook_url is not null
        else e.events is null or event_type = any (e.events) end);
begin
  if endpoint_ids = '{}' then return null; end if;

  insert into webhook_events (id, organization_id, type, subject, data, created_at)
  values (event_id, organization_id, event_type, subject, payload, occurred_at)
  on conflict do nothing;
  if not found then return null; end if;

  with deliveries as (
    insert into webhook_deliveries (id, event_id, endpoint_id, organization_id, url, next_attempt_at)
    select 'dlv_' || new_uuid_v7(), event_id, e.id, e.organization_id,
      case when e.url is null then webhook_url end, now()
    from webhook_endpoints e
    where e.id = any (endpoint_ids)
    returning id
  )
  insert into outbox (kind, subject_id, organization_id)
  select 'webhook', d.id, raise_webhook_event.organization_id from deliveries d;
  return event_id;
end $$;

-- Contains only data that does not change, so that all attempts send the same payload: no expiring URLs, no inputs of
-- the caller, no text results.
create or replace function job_webhook_data(job jobs) returns jsonb language sql stable as $$
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
      select coalesce(sum(c.amount), 0)
      from credit_entries c
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
        'content', '/v1/jobs/' || job.id || '/outputs/' || o.id || '/content'
      ) order by o.step, o.ordinal), '[]')
      from outputs o
      where o.job_id = job.id and o.deleted_at is null) end,
    'error', case when job.status = 'failed' then
      jsonb_build_object('code', job.error -> 'code', 'message', job.error -> 'message') end,
    'question', case when job.status = 'needs_input' then job.question end,
    'metadata', job.metadata,
    'links', jsonb_build_object('self', '/v1/jobs/' || job.id)))
$$;

create or replace function batch_webhook_data(batch batches) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'batchId', batch.id,
    'name', batch.name,
    'status', case when batch.cancel_requested_at is not null and batch.canceled > 0
      then 'canceled' else 'completed' end,
    'createdAt', webhook_time(batch.created_at),
    'finishedAt', webhook_time(batch.finished_at),
    'counts', jsonb_build_object('items', batch.items, 'completed', batch.completed,
      'failed', batch.failed, 'canceled', batch.canceled),
    'billing', jsonb_build_object('capturedCredits', batch.captured_credits),
    'metadata', batch.metadata,
    'links', jsonb_build_object('self', '/v1/batches/' || batch.id)))
$$;

create or replace function raise_job_webhook() returns trigger language plpgsql
  set enable_seqscan = off as $$
declare
  job jobs;
begin
  -- Most organizations have no endpoint: this is the whole cost for them.
  if not exists (
    select from webhook_endpoints e
    where e.organization_id = new.organization_id and e.disabled_at is null and e.deleted_at is null
  ) then return null; end if;

  select * into job from jobs where id = new.id;
  perform raise_webhook_event(
    organization_id => job.organization_id,
    event_type => 'job.' || job.status,
    subject => job.id,
    payload => job_webhook_data(job),
    occurred_at => job.finished_at,
    webhook_url => job.request ->> 'webhookUrl');
  return null;
end $$;

-- Deferred to the end of the transaction, which also charges the job.
create constraint trigger jobs_ended_webhook
  after update of finished_at on jobs
  deferrable initially deferred
  for each row
  when (old.finished_at is null and new.finished_at is not null)
  execute function raise_job_webhook();

create or replace function raise_organization_webhook() returns trigger language plpgsql as $$
begin
  perform raise_webhook_event(
    organization_id => new.organization_id,
    event_type => new.type,
    subject => new.subject,
    payload => new.data || jsonb_build_object('organizationId', new.organization_id),
    occurred_at => new.created_at,
    webhook_url => null);
  return null;
end $$;

create or replace trigger organization_events_webhook
  after insert on organization_events
  for each row
  when (new.type in ('credits.low', 'budget.alert', 'key.rotation_due'))
  execute function raise_organization_webhook();
