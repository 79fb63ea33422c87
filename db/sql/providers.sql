-- The organization's keys are cached with its callers.
create or replace function notify_provider_keys_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('credential_changed', new.organization_id);
  return null;
end $$;

create or replace trigger organization_provider_keys_changed
  after insert or update of removed_at on organization_provider_keys
  for each row execute function notify_provider_keys_changed();

-- Adds a prepared submission to the queue for slots, where a repeated request keeps its place. Returns whether it has been granted a slot;
-- null when it is no longer prepared.
create or replace function join_slot_queue(submission_id text) returns boolean language sql as $$
  update provider_submissions s
  set waiting_since = coalesce(s.waiting_since, now()),
    slot_until = case when s.slot_until > now() then s.slot_until end
  where s.id = join_slot_queue.submission_id and s.state = 'prepared'
  returning s.slot_until is not null;
$$;

-- Locks the queue for the slots of a provider's platform keys, adds the submission unless it is null, and returns what the fair share is computed
-- from (domain/providers/fair-queue.ts). Each statement sees what earlier holders of the lock have granted, which one statement
-- that takes the lock and counts would not. `waiting` is empty when no slot is free, and has as many submissions of an organization as are free.
create or replace function enter_slot_queue(
  provider_slug text, fingerprints text[], submission_id text, grants_max integer
) returns jsonb language plpgsql as $$
#variable_conflict use_column
declare
  queue_clock float8;
  slot_limit integer;
  awake_keys integer;
  has_slot boolean;
  holders jsonb;
  in_use integer;
  free_slots integer;
  waiting jsonb;
begin
  insert into provider_clocks as c (provider_slug) values (enter_slot_queue.provider_slug)
  on conflict (provider_slug) do update set clock = c.clock
  returning c.clock into queue_clock;
  if submission_id is not null then
    has_slot := join_slot_queue(submission_id);
    -- A submission that is no longer prepared needs no slot; `takeSubmission` detects this.
    if has_slot is distinct from false then return '{"hasSlot": true}'; end if;
  end if;
  -- A key in cool-down adds no slots, but at least one key always counts.
  select greatest(1, cardinality(fingerprints) - count(*)) into awake_keys
  from provider_key_uses u
  where u.provider_slug = enter_slot_queue.provider_slug and u.fingerprint = any(fingerprints)
    and u.resting_until > now();
  select coalesce(p.concurrency_limit, p.concurrency_known) * awake_keys into slot_limit
  from providers p where p.slug = enter_slot_queue.provider_slug;
  select coalesce(jsonb_object_agg(h.organization_id, h.held), '{}'), coalesce(sum(h.held), 0)
  into holders, in_use
  from (
    select s.organization_id, count(*) as held from provider_submissions s
    where s.provider_slug = enter_slot_queue.provider_slug and s.slot_until > now()
      and s.finished_at is null and s.provider_key_id is null
    group by s.organization_id) h;
  free_slots := least(slot_limit - in_use, grants_max);
  if free_slots > 0 then
    -- One index lookup finds each organization and another its first submissions, independent of its queue length.
    -- Submissions that let a slot lapse come last, because their run may be gone.
    with recursive waiting_organizations (organization_id) as (
      (select s.organization_id from provider_submissions s
       where s.provider_slug = enter_slot_queue.provider_slug and s.waiting_since is not null
         and s.state = 'prepared' and s.provider_key_id is null
       order by s.organization_id limit 1)
      union all
      select (select s.organization_id from provider_submissions s
        where s.provider_slug = enter_slot_queue.provider_slug and s.organization_id > w.organization_id
          and s.waiting_since is not null and s.state = 'prepared' and s.provider_key_id is null
        order by s.organization_id limit 1)
      from waiting_organizations w where w.organization_id is not null)
    select jsonb_agg(jsonb_build_object(
      'id', o.id, 'plan', o.plan, 'virtualEnd', t.ends_at, 'waiters', l.waiters)
      order by l.since, o.id)
    into waiting
    from waiting_organizations w
    join organizations o on o.id = w.organization_id
    left join provider_turns t
      on t.provider_slug = enter_slot_queue.provider_slug and t.organization_id = w.organization_id
    cross join lateral (
      select min(f.waiting_since) as since, jsonb_agg(jsonb_build_object(
        'submissionId', f.id, 'seconds', m.typical_seconds)
        order by f.is_late, f.waiting_since, f.id) as waiters
      from (
        (select s.id, s.model_id, s.waiting_since, false as is_late from provider_submissions s
         where s.provider_slug = enter_slot_queue.provider_slug
           and s.organization_id = w.organization_id and s.waiting_since is not null
           and s.state = 'prepared' and s.provider_key_id is null and s.slot_until is null
         order by s.waiting_since, s.id limit free_slots)
        union all
        (select s.id, s.model_id, s.waiting_since, true from provider_submissions s
         where s.provider_slug = enter_slot_queue.provider_slug
           and s.organization_id = w.organization_id and s.waiting_since is not null
           and s.state = 'prepared' and s.provider_key_id is null and s.slot_until <= now()
           and s.finished_at is null
         order by s.waiting_since, s.id limit free_slots)
        order by is_late, waiting_since, id limit free_slots) f
      join models m on m.id = f.model_id) l
    where l.waiters is not null;
  end if;
  return jsonb_build_object(
    'hasSlot', false, 'clock', queue_clock, 'limit', slot_limit, 'inUse', in_use, 'holders', holders,
    'isShared', (select count(*) > 1 from (
      select 1 from organizations where status = 'active' limit 2) a),
    'waiting', coalesce(waiting, '[]'));
end $$;
