create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'insufficient_privilege';
end $$;

create or replace trigger credit_entries_append_only
  before update or delete or truncate on credit_entries
  for each statement execute function refuse_ledger_change();

-- Only a ledger entry changes a balance, so the two cannot differ. An entry that would make a balance negative
-- violates a constraint of credit_accounts. The update locks the rows of credit_accounts, so the checks of the month's
-- budget, of the hour's limit and of the key's limit after it include concurrent holds of the same organization.
create or replace function post_credit_entries() returns trigger language plpgsql
  -- A session caches its plans: a plan made while the table was small would scan the whole table.
  set enable_seqscan = off as $$
declare
  this_period constant text := to_char(now() at time zone 'UTC', 'YYYY-MM');
  this_hour constant int := floor(extract(epoch from now()) / 3600);
  month_start constant timestamptz := date_trunc('month', now(), 'UTC');
  hour_start constant timestamptz := date_trunc('hour', now(), 'UTC');
  exceeded text;
  hour_limit int;
begin
  -- A hold is settled by a capture, by a release, or by a capture together with the release of the remainder.
  if exists (
    select 1 from posted p
    where p.kind in ('capture', 'release') and not exists (
      select 1 from credit_entries h
      where h.kind = 'hold' and h.job_id = p.job_id and h.step = p.step and h.generation = p.generation
        and h.organization_id = p.organization_id and h.amount = (
          select sum(s.amount) from credit_entries s
          where s.kind in ('capture', 'release')
            and s.job_id = p.job_id and s.step = p.step and s.generation = p.generation))
  ) then
    raise exception 'a capture or release without a hold of the same amount'
      using errcode = 'check_violation';
  end if;

  -- A release returns its credits to the limits of the month and the hour of its hold.
  update credit_accounts a set
    available = a.available + p.available,
    held = a.held + p.held,
    spent = greatest(0, case when a.spent_period = this_period then a.spent else 0 end + p.month_reserved),
    spent_period = this_period,
    hour_spent = greatest(0, case when a.spent_hour = this_hour then a.hour_spent else 0 end + p.hour_reserved),
    spent_hour = this_hour
  from (
    select p.organization_id,
      coalesce(sum(p.amount) filter (where p.to_bucket = 'available'), 0)
        - coalesce(sum(p.amount) filter (where p.from_bucket = 'available'), 0) as available,
      coalesce(sum(p.amount) filter (where p.to_bucket = 'held'), 0)
        - coalesce(sum(p.amount) filter (where p.from_bucket = 'held'), 0) as held,
      coalesce(sum(p.amount) filter (where p.kind = 'hold'), 0)
        - coalesce(sum(p.amount) filter (where h.created_at >= month_start), 0) as month_reserved,
      coalesce(sum(p.amount) filter (where p.kind = 'hold'), 0)
        - coalesce(sum(p.amount) filter (where h.created_at >= hour_start), 0) as hour_reserved
    from posted p left join credit_entries h
      on p.kind = 'release' and h.kind = 'hold'
        and h.job_id = p.job_id and h.step = p.step and h.generation = p.generation
    group by p.organization_id
  ) p
  where a.organization_id = p.organization_id;

  with changes as (
    select p.api_key_id, sum(case p.kind when 'hold' then p.amount else -p.amount end) as credits
    from posted p left join credit_entries h
      on p.kind = 'release' and h.kind = 'hold'
        and h.job_id = p.job_id and h.step = p.step and h.generation = p.generation
    where p.api_key_id is not null and (p.kind = 'hold' or h.created_at >= month_start)
    group by p.api_key_id)
  insert into api_key_spending as s (api_key_id, period, credits)
  select c.api_key_id, this_period, greatest(0, c.credits) from changes c
  on conflict (api_key_id, period) do update set credits = greatest(0, s.credits + (
    select c.credits from changes c where c.api_key_id = s.api_key_id));

  -- A run's reserve that shrinks by what its steps hold takes nothing more from a limit.
  if exists (select 1 from posted where kind = 'hold') then
    select case when a.spent > a.budget then 'budget' else 'hour' end, coalesce(o.credits_per_hour, pl.credits_per_hour)
    into exceeded, hour_limit
    from (
      select p.organization_id from posted p
      where p.kind in ('hold', 'release')
      group by p.organization_id
      having sum(case p.kind when 'hold' then p.amount else -p.amount end) > 0
    ) p
    join credit_accounts a on a.organization_id = p.organization_id
    join organizations o on o.id = p.organization_id
    join plans pl on pl.slug = o.plan
    where a.spent > a.budget or a.hour_spent > coalesce(o.credits_per_hour, pl.credits_per_hour)
    order by 1 limit 1;
    if exceeded = 'hour' then
      raise exception 'the organization has reached its limit of % credits an hour, which ends in % seconds',
        hour_limit, ceil((this_hour + 1) * 3600::numeric - extract(epoch from now()))::int
        using errcode = 'check_violation', constraint = 'credit_accounts_hour';
    end if;
    if exceeded = 'budget' then
      raise exception 'the budget of the month is spent'
        using errcode = 'check_violation', constraint = 'credit_accounts_budget';
    end if;
    if exists (
      select 1 from (
        select p.api_key_id from posted p
        where p.kind in ('hold', 'release') and p.api_key_id is not null
        group by p.api_key_id
        having sum(case p.kind when 'hold' then p.amount else -p.amount end) > 0
      ) p
      join api_keys k on k.id = p.api_key_id
      join api_key_spending s on s.api_key_id = k.id and s.period = this_period
      where s.credits > k.credit_limit
    ) then
      raise exception 'the credit limit of the key is reached'
        using errcode = 'check_violation', constraint = 'api_keys_credit_limit';
    end if;
  end if;
  return null;
end $$;

create or replace trigger credit_entries_post
  after insert on credit_entries
  referencing new table as posted
  for each statement execute function post_credit_entries();

-- Remaining credits of each open grant. Credits are used from the grant that expires soonest, and the order changes
-- only with a grant or an expiry. So the balance determines what was used since then: a hold or charge writes no row.
create or replace function left_of_grants(organization_id text)
  returns table (id bigint, expires_at timestamptz, remaining int) language sql stable
  set enable_seqscan = off as $$
  select g.id, g.expires_at, least(g.remaining, greatest(0, a.available + a.held - g.later))::int
  from (
    select o.id, o.expires_at, o.remaining, coalesce(sum(o.remaining) over (
      order by o.expires_at desc nulls first, o.id desc
      rows between unbounded preceding and 1 preceding), 0) as later
    from open_grants o
    where o.organization_id = left_of_grants.organization_id
  ) g
  join credit_accounts a on a.organization_id = left_of_grants.organization_id
$$;

-- Locks the balance first, so that the next statement reads everything committed before.
create or replace function settle_open_grants(organization_id text) returns void language plpgsql
  set enable_seqscan = off as $$
begin
  perform 1 from credit_accounts a
  where a.organization_id = settle_open_grants.organization_id
  for no key update;

  update open_grants g set remaining = l.remaining
  from left_of_grants(settle_open_grants.organization_id) l
  where g.id = l.id and g.remaining <> l.remaining;

  delete from open_grants g
  where g.organization_id = settle_open_grants.organization_id and g.remaining = 0;
end $$;

-- Runs before the entry is inserted, while the balance excludes it.
create or replace function settle_before_grant() returns trigger language plpgsql as $$
begin
  perform settle_open_grants(new.organization_id);
  return new;
end $$;

create or replace trigger credit_entries_settle
  before insert on credit_entries
  for each row
  when (new.kind in ('grant', 'expire') or new.kind = 'correction' and new.from_bucket = 'issued')
  execute function settle_before_grant();

create or replace function open_grant() returns trigger language plpgsql as $$
begin
  insert into open_grants (id, organization_id, remaining, expires_at)
  values (new.id, new.organization_id, new.amount, new.expires_at);
  return null;
end $$;

create or replace trigger credit_entries_open
  after insert on credit_entries
  for each row
  when (new.from_bucket = 'issued')
  execute function open_grant();

-- A check of open_grants prevents a grant from losing more than its remaining credits.
create or replace function expire_grant() returns trigger language plpgsql as $$
begin
  update open_grants set remaining = remaining - new.amount
  where id = new.grant_id and organization_id = new.organization_id;
  if not found then
    raise exception 'nothing is left of the grant' using errcode = 'check_violation';
  end if;
  delete from open_grants where id = new.grant_id and remaining = 0;
  return null;
end $$;

create or replace trigger credit_entries_expire
  after insert on credit_entries
  for each row
  when (new.kind = 'expire')
  execute function expire_grant();

create or replace function note_low_credits() returns trigger language plpgsql as $$
begin
  insert into organization_events (organization_id, type, subject, data)
  values (new.organization_id, 'credits.low', to_char(now() at time zone 'UTC', 'YYYY-MM'),
    jsonb_build_object('available', new.available, 'threshold', new.low_credits))
  on conflict (organization_id, type, subject) do nothing;
  return null;
end $$;

-- Fires only when the balance crosses the threshold, so other updates cost one comparison.
create or replace trigger credit_accounts_low
  after update of available on credit_accounts
  for each row
  when (old.available >= old.low_credits and new.available < new.low_credits)
  execute function note_low_credits();

create or replace function note_budget_alerts() returns trigger language plpgsql as $$
declare
  this_period constant text := to_char(now() at time zone 'UTC', 'YYYY-MM');
begin
  if new.spent_period <> this_period then return null; end if;
  insert into organization_events (organization_id, type, subject, data)
  select o.id, 'budget.alert', this_period || '/' || percent,
    jsonb_build_object('period', this_period, 'percent', percent, 'budget', new.budget, 'spent', new.spent)
  from organizations o, unnest(o.alert_percents) as percent
  where o.id = new.organization_id and new.spent::bigint * 100 >= new.budget::bigint * percent
  on conflict (organization_id, type, subject) do nothing;
  return null;
end $$;

create or replace trigger credit_accounts_budget
  after update of spent, budget on credit_accounts
  for each row
  when (new.budget is not null and new.spent > 0
    and (new.spent > old.spent
      or new.budget is distinct from old.budget
      or new.spent_period <> old.spent_period))
  execute function note_budget_alerts();
