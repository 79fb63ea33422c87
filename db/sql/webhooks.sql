-- RFC 9562, section 5.7: these ids sort among the ids that the processes create.
create or replace function new_uuid_v7() returns text language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
    from 1 for 6), 52, 1), 53, 1), 'hex')::uuid::text
$$;

-- Records that an event is due, for the endpoints that are subscribed in this commit. The relay renders the payload
-- (api/relay/publish-event.ts) and creates the deliveries. Records nothing when no endpoint is subscribed or the event of
-- this subject already exists.
create or replace function raise_webhook_event(
  organization_id text,
  event_type text,
  subject text,
  occurred_at timestamptz,
  has_webhook_url boolean
) returns void language plpgsql
  -- A session caches its plans: a plan made while the tables were small would scan whole tables.
  set enable_seqscan = off as $$
declare
  event_id text;
  endpoint_ids constant text[] := array(
    select e.id
    from webhook_endpoints e
    where e.organization_id = raise_webhook_event.organization_id
      and e.disabled_at is null and e.deleted_at is null
      and case when e.url is null then has_webhook_url
        else e.events is null or event_type = any (e.events) end);
begin
  -- Most organizations have no endpoint: this is the whole cost for them.
  if endpoint_ids = '{}' then return; end if;

  insert into webhook_events (id, organization_id, type, subject, endpoint_ids, created_at)
  values ('msg_' || new_uuid_v7(), organization_id, event_type, subject, endpoint_ids, occurred_at)
  on conflict do nothing
  returning id into event_id;
  if not found then return; end if;

  insert into outbox (kind, subject_id, organization_id, trace)
  values ('webhook-event', event_id, organization_id, (select j.trace from jobs j where j.id = subject));
end $$;

create or replace function raise_job_webhook() returns trigger language plpgsql as $$
begin
  perform raise_webhook_event(
    organization_id => new.organization_id,
    event_type => 'job.' || new.status,
    subject => new.id,
    occurred_at => new.finished_at,
    has_webhook_url => new.request ->> 'webhookUrl' is not null);
  -- The URL of the request itself receives the event of the job.
  if new.pipeline_id is not null then
    perform raise_webhook_event(
      organization_id => new.organization_id,
      event_type => 'pipeline_run.completed',
      subject => new.id,
      occurred_at => new.finished_at,
      has_webhook_url => false);
  end if;
  return null;
end $$;

create or replace trigger jobs_ended_webhook
  after update of finished_at on jobs
  for each row
  when (old.finished_at is null and new.finished_at is not null and new.run_id is null)
  execute function raise_job_webhook();

create or replace function raise_organization_webhook() returns trigger language plpgsql as $$
begin
  perform raise_webhook_event(
    organization_id => new.organization_id,
    event_type => new.type,
    subject => new.subject,
    occurred_at => new.created_at,
    has_webhook_url => false);
  return null;
end $$;

create or replace trigger organization_events_webhook
  after insert on organization_events
  for each row
  when (new.type in ('credits.low', 'budget.alert', 'key.rotation_due'))
  execute function raise_organization_webhook();

-- Streams of the organization find ended deliveries by the transaction that ended them.
create or replace function note_delivery_end() returns trigger language plpgsql as $$
begin
  new.ended_transaction_id := pg_current_xact_id();
  return new;
end $$;

create or replace trigger webhook_deliveries_ended
  before update of state on webhook_deliveries
  for each row
  when (old.state = 'pending' and new.state <> 'pending')
  execute function note_delivery_end();

-- Deliveries of an endpoint that clients read as a stream wait for a reader: no workflow sends them. The notice, which the
-- process of this session announces after the commit, wakes the streams of all processes.
create or replace function hold_for_reader() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_endpoints e where e.id = new.endpoint_id and e.url = 'listen:') then
    new.next_attempt_at := null;
    raise notice 'job_event % webhook.delivery %', new.endpoint_id, new.organization_id;
  end if;
  return new;
end $$;

create or replace trigger webhook_deliveries_hold
  before insert or update of next_attempt_at on webhook_deliveries
  for each row
  when (new.state = 'pending' and new.next_attempt_at is not null)
  execute function hold_for_reader();
