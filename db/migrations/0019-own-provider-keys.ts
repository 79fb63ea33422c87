import { Migration } from "@mikro-orm/migrations";

/** Adds organization-provided keys: docs/decisions/0014-own-provider-keys.md. */
export class Migration0019OwnProviderKeys extends Migration {
  override up(): void {
    for (const statement of [keys, references, lines, notices]) this.addSql(statement);
  }
}

// A replaced key stays until no request at its provider needs it; then its value is erased.
const keys = `
create table organization_provider_keys (
  id text not null,
  organization_id text not null,
  provider_slug text not null,
  sealed bytea,
  last4 text,
  set_at timestamptz not null default now(),
  set_by text not null,
  removed_at timestamptz,
  primary key (id)
);
alter table organization_provider_keys
  add constraint organization_provider_keys_owner_unique unique (id, organization_id, provider_slug),
  add foreign key (organization_id) references organizations (id),
  add foreign key (provider_slug) references providers (slug),
  add check (sealed is not null or removed_at is not null);
create unique index organization_provider_keys_open_unique
  on organization_provider_keys (organization_id, provider_slug) where removed_at is null;
create index organization_provider_keys_organization_index
  on organization_provider_keys (organization_id);
create index organization_provider_keys_provider_index on organization_provider_keys (provider_slug);
create index organization_provider_keys_removed_index
  on organization_provider_keys (removed_at) where removed_at is not null and sealed is not null;
`;

// The foreign key includes organization and provider: no request can use another organization's key, or send
// a key to another provider.
const references = `
alter table provider_submissions add column provider_key_id text;
create index provider_submissions_key_index on provider_submissions (provider_key_id, finished_at)
  where provider_key_id is not null;
alter table provider_submissions
  add foreign key (provider_key_id, organization_id, provider_slug)
  references organization_provider_keys (id, organization_id, provider_slug);
alter table estimates add column provider_key_id text;
`;

// Requests with an organization-provided key neither take nor wait for the shared slots.
const lines = `
drop index provider_submissions_slots_index;
create index provider_submissions_slots_index on provider_submissions (provider_slug, organization_id)
  where slot_until is not null and finished_at is null and provider_key_id is null;
drop index provider_submissions_waiting_index;
create index provider_submissions_waiting_index
  on provider_submissions (provider_slug, organization_id, waiting_since)
  where waiting_since is not null and state = 'prepared' and provider_key_id is null;
create index provider_submissions_own_waiting_index
  on provider_submissions (provider_slug, provider_key_id, waiting_since)
  where waiting_since is not null and state = 'prepared' and provider_key_id is not null;
`;

// The keys of an organization are looked up and cached with its caller.
const notices = `
create function notify_provider_keys_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('credential_changed', new.organization_id);
  return null;
end $$;
create trigger organization_provider_keys_changed
  after insert or update of removed_at on organization_provider_keys
  for each row execute function notify_provider_keys_changed();
`;
