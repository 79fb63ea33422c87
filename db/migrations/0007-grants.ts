import { Migration } from "@mikro-orm/migrations";

/** Adds the remaining credits of each grant, budget alerts and the reason for a suspension. */
export class Migration0007Grants extends Migration {
  override up(): void {
    for (const statement of [tables, leftOver, trackers, openGrants, alerts])
      this.addSql(statement);
  }
}

// A grant whose credits are held by running jobs expires in parts, and a change of plan grants a month the
// difference in addition to its monthly grant.
const tables = `
alter table organizations add column status_reason text;
drop index credit_entries_expire_once;
create index credit_entries_expire_index on credit_entries (grant_id) where kind = 'expire';
drop index credit_entries_grant_once;
create unique index credit_entries_grant_once on credit_entries (organization_id, period)
  where kind = 'grant' and period is not null and idempotency_key is null;
alter table organization_events add column mailed_at timestamptz;
update organization_events set mailed_at = now();
create index organization_events_to_mail_index on organization_events (id)
  where mailed_at is null and type in ('credits.low', 'budget.alert');
create index api_keys_rotation_index on api_keys (rotation_due_at, id) where revoked_at is null;
create index accounts_operators_index on accounts (id) where is_operator;

create table open_grants (
  id bigint not null,
  organization_id text not null,
  remaining int not null,
  expires_at timestamptz,
  primary key (id)
);
create index open_grants_organization_index on open_grants (organization_id);
create index open_grants_expiry_index on open_grants (expires_at) where expires_at is not null;
alter table open_grants
  add foreign key (organization_id) references credit_accounts (organization_id),
  add check (remaining >= 0);
`;

// Credits are used from the grant that expires soonest. Between two grants or expiries the order does not
// change, so the balance alone determines the credits used since: a hold and a charge write nothing here.
const leftOver = `
create function left_of_grants(organization text)
  returns table (id bigint, expires_at timestamptz, remaining int)
  language sql stable set enable_seqscan = off as $$
  select g.id, g.expires_at, least(g.remaining, greatest(0, a.available + a.held - g.later))::int
  from (
    select o.id, o.expires_at, o.remaining, coalesce(sum(o.remaining) over (
      order by o.expires_at desc nulls first, o.id desc
      rows between unbounded preceding and 1 preceding), 0) as later
    from open_grants o where o.organization_id = organization) g
  join credit_accounts a on a.organization_id = organization
$$;

-- The lock comes first: what is read after it includes whatever was committed before.
create function settle_open_grants(organization text) returns void language plpgsql
  set enable_seqscan = off as $$
begin
  perform 1 from credit_accounts a where a.organization_id = organization for no key update;
  update open_grants g set remaining = l.remaining from left_of_grants(organization) l
    where g.id = l.id and g.remaining <> l.remaining;
  delete from open_grants g where g.organization_id = organization and g.remaining = 0;
end $$;
`;

// Settles before a row is inserted, while the balance still excludes it; afterwards the rest follows the new
// order. The check of open_grants prevents a grant from losing more than its rest.
const trackers = `
create function settle_before_grant() returns trigger language plpgsql as $$
begin
  perform settle_open_grants(new.organization_id);
  return new;
end $$;
create trigger credit_entries_settle before insert on credit_entries for each row
  when (new.kind in ('grant', 'expire') or new.kind = 'correction' and new.from_bucket = 'issued')
  execute function settle_before_grant();

create function open_grant() returns trigger language plpgsql as $$
begin
  insert into open_grants (id, organization_id, remaining, expires_at)
  values (new.id, new.organization_id, new.amount, new.expires_at);
  return null;
end $$;
create trigger credit_entries_open after insert on credit_entries for each row
  when (new.from_bucket = 'issued') execute function open_grant();

create function expire_grant() returns trigger language plpgsql as $$
begin
  update open_grants set remaining = remaining - new.amount
    where id = new.grant_id and organization_id = new.organization_id;
  if not found then
    raise exception 'nothing is left of the grant' using errcode = 'check_violation';
  end if;
  delete from open_grants where id = new.grant_id and remaining = 0;
  return null;
end $$;
create trigger credit_entries_expire after insert on credit_entries for each row
  when (new.kind = 'expire') execute function expire_grant();
`;

// Inserts grants with their full amount; the first settlement attributes all used credits to the oldest.
const openGrants = `
insert into open_grants (id, organization_id, remaining, expires_at)
select id, organization_id, amount,
  coalesce(expires_at, (to_date(period, 'YYYY-MM') + interval '1 month') at time zone 'UTC')
from credit_entries where from_bucket = 'issued';
`;

const alerts = `
create function note_budget_alerts() returns trigger language plpgsql as $$
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
create trigger credit_accounts_budget after update of spent, budget on credit_accounts for each row
  when (new.budget is not null and new.spent > 0
    and (new.spent > old.spent or new.budget is distinct from old.budget
      or new.spent_period <> old.spent_period))
  execute function note_budget_alerts();
`;
