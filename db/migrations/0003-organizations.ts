import { Migration } from "@mikro-orm/migrations";

/**
 * Adds the audit log, invitations, budgets, credit limits of keys, usage, events, expiring grants and account
 * closure.
 */
export class Migration0003Organizations extends Migration {
  override up(): void {
    for (const statement of [auditLog, tables, columns, ledger, events]) this.addSql(statement);
  }
}

// No foreign keys: an entry outlives the rows that it names.
const auditLog = `
create table audit_log (
  id text not null,
  organization_id text,
  actor_account_id text,
  api_key_id text,
  action text not null,
  target_type text,
  target_id text,
  address text,
  user_agent text,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now(),
  primary key (id)
);
create index audit_log_list_index on audit_log (organization_id, id);
create index audit_log_action_index on audit_log (organization_id, action, id);
create index audit_log_actor_index on audit_log (actor_account_id, id);
create index audit_log_target_index on audit_log (organization_id, target_id, id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
`;

const tables = `
create table invitations (
  id text not null,
  organization_id text not null,
  email text not null,
  role text not null,
  token_hash bytea not null,
  invited_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by text,
  withdrawn_at timestamptz,
  primary key (id)
);
create index invitations_list_index on invitations (organization_id, id);
alter table invitations add constraint invitations_token_hash_unique unique (token_hash);
alter table invitations
  add foreign key (organization_id) references organizations (id),
  add check (role in ('owner', 'admin', 'developer', 'viewer'));
create unique index invitations_open_once on invitations (organization_id, email)
  where accepted_at is null and withdrawn_at is null;

create table request_usage (
  organization_id text not null,
  day text not null,
  account_id text not null,
  api_key_id text not null,
  requests int not null,
  primary key (organization_id, day, account_id, api_key_id)
);

create table api_key_spending (
  api_key_id text not null,
  period text not null,
  credits int not null,
  primary key (api_key_id, period)
);
alter table api_key_spending add check (credits >= 0);

create table organization_events (
  id bigserial not null,
  organization_id text not null,
  type text not null,
  subject text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  primary key (id)
);
create index organization_events_list_index on organization_events (organization_id, id);
alter table organization_events
  add constraint organization_events_subject_unique unique (organization_id, type, subject);
alter table organization_events add foreign key (organization_id) references organizations (id);
`;

const columns = `
alter table accounts add column closes_at timestamptz;
create index accounts_closing_index on accounts (closes_at) where status = 'closing';
alter table organizations add column alert_percents int[] not null default '{80,100}';
alter table credit_accounts
  add column budget int,
  add column low_credits int not null default 10,
  add column spent int not null default 0,
  add column spent_period text not null default '';
alter table credit_accounts
  add check (budget >= 0), add check (low_credits >= 0), add check (spent >= 0);
alter table credit_entries
  add column expires_at timestamptz,
  add column grant_id bigint,
  add column idempotency_key text,
  add column actor_account_id text,
  add column api_key_id text;
alter table credit_entries
  add check (expires_at is null or kind = 'grant'),
  add check ((kind = 'expire') = (grant_id is not null));
create unique index credit_entries_expire_once on credit_entries (grant_id) where kind = 'expire';
create unique index credit_entries_request_once on credit_entries (organization_id, idempotency_key)
  where idempotency_key is not null;
create index credit_entries_grants_index on credit_entries (organization_id, created_at) where kind = 'grant';
create index jobs_usage_index on jobs (organization_id, created_at);
create index jobs_api_key_index on jobs (api_key_id, id) where api_key_id is not null;
create index memberships_owners_index on memberships (organization_id) where role = 'owner';
`;

// The update locks the row of credit_accounts, so the checks after it include concurrent holds of the same
// organization.
const ledger = `
create or replace function post_credit_entries() returns trigger language plpgsql
  -- A session keeps its plans: one that was made while the tables were small would read them whole.
  set enable_seqscan = off as $$
declare
  this_period constant text := to_char(now() at time zone 'UTC', 'YYYY-MM');
begin
  if exists (
    select 1 from posted p where p.kind in ('capture', 'release') and not exists (
      select 1 from credit_entries h
      where h.kind = 'hold' and h.job_id = p.job_id and h.step = p.step and h.generation = p.generation
        and h.organization_id = p.organization_id and h.amount = p.amount)) then
    raise exception 'a capture or release without a hold of the same amount'
      using errcode = 'check_violation';
  end if;
  update credit_accounts a set
    available = a.available + p.available,
    held = a.held + p.held,
    spent = greatest(0, case when a.spent_period = this_period then a.spent else 0 end + p.reserved),
    spent_period = this_period
  from (
    select organization_id,
      coalesce(sum(amount) filter (where to_bucket = 'available'), 0)
        - coalesce(sum(amount) filter (where from_bucket = 'available'), 0) as available,
      coalesce(sum(amount) filter (where to_bucket = 'held'), 0)
        - coalesce(sum(amount) filter (where from_bucket = 'held'), 0) as held,
      coalesce(sum(amount) filter (where kind = 'hold'), 0)
        - coalesce(sum(amount) filter (where kind = 'release'), 0) as reserved
    from posted group by organization_id) p
  where a.organization_id = p.organization_id;

  insert into api_key_spending as s (api_key_id, period, credits)
  select p.api_key_id, this_period,
    greatest(0, sum(case p.kind when 'hold' then p.amount else -p.amount end))
  from posted p where p.kind in ('hold', 'release') and p.api_key_id is not null
  group by p.api_key_id
  on conflict (api_key_id, period) do update set credits = greatest(0, s.credits + (
    select sum(case p.kind when 'hold' then p.amount else -p.amount end)
    from posted p where p.kind in ('hold', 'release') and p.api_key_id = s.api_key_id));

  if exists (select 1 from posted where kind = 'hold') then
    if exists (
      select 1 from credit_accounts a
      where a.organization_id in (select organization_id from posted where kind = 'hold')
        and a.spent > a.budget) then
      raise exception 'the budget of the month is spent'
        using errcode = 'check_violation', constraint = 'credit_accounts_budget';
    end if;
    if exists (
      select 1 from posted p join api_keys k on k.id = p.api_key_id
      join api_key_spending s on s.api_key_id = k.id and s.period = this_period
      where p.kind = 'hold' and s.credits > k.credit_limit) then
      raise exception 'the credit limit of the key is reached'
        using errcode = 'check_violation', constraint = 'api_keys_credit_limit';
    end if;
  end if;
  return null;
end $$;
`;

// Fires only when the balance crosses the threshold, so other updates cost one comparison.
const events = `
create function note_low_credits() returns trigger language plpgsql as $$
begin
  insert into organization_events (organization_id, type, subject, data)
  values (new.organization_id, 'credits.low',
    to_char(now() at time zone 'UTC', 'YYYY-MM'),
    jsonb_build_object('available', new.available, 'threshold', new.low_credits))
  on conflict (organization_id, type, subject) do nothing;
  return null;
end $$;
create trigger credit_accounts_low after update of available on credit_accounts for each row
  when (old.available >= old.low_credits and new.available < new.low_credits)
  execute function note_low_credits();
`;
