import { Migration } from "@mikro-orm/migrations";

/** Adds notifications of changed credentials, and the record from which uptime is computed. */
export class Migration0008Status extends Migration {
  override up(): void {
    for (const statement of [notices, uptime]) this.addSql(statement);
  }
}

// Fires only on columns that change the result of a lookup; the last use of a key is updated constantly.
const notices = `
create function notify_credential_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('credential_changed', to_jsonb(old) ->> tg_argv[0]);
  return null;
end $$;
create trigger api_keys_changed
  after delete or update of hash, previous_hash, previous_valid_until, permissions,
    allowed_addresses, expires_at, revoked_at on api_keys
  for each row execute function notify_credential_changed('id');
create trigger sessions_changed after delete or update of ended_at, organization_id on sessions
  for each row execute function notify_credential_changed('id');
create trigger accounts_changed after update of status, is_operator on accounts
  for each row execute function notify_credential_changed('id');
create trigger organizations_changed
  after update of status, plan, requests_per_hour, payment_status on organizations
  for each row execute function notify_credential_changed('id');
create trigger memberships_changed after delete or update of role on memberships
  for each row execute function notify_credential_changed('account_id');
`;

// One bit per minute of the hour, so that concurrent processes merge their observations by "or".
const uptime = `
create table status_hours (
  component text not null,
  hour timestamptz not null,
  seen bigint not null,
  up bigint not null,
  primary key (component, hour)
);
create index status_hours_hour_index on status_hours (hour);
alter table status_hours add check (up & ~seen = 0);
`;
