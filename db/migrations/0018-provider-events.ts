import { Migration } from "@mikro-orm/migrations";

/** Adds the webhooks that providers send about accepted requests. */
export class Migration0018ProviderEvents extends Migration {
  override up(): void {
    this.addSql(events);
  }
}

// No foreign key to the submission: deleting a job's rows must not search these, which are swept separately.
const events = `
create table provider_events (
  id text primary key,
  provider_slug text not null,
  event_id text not null,
  submission_id text not null,
  organization_id text not null,
  request_id text,
  status text,
  is_signed boolean not null,
  created_at timestamptz not null default now()
);
alter table provider_events
  add constraint provider_events_event_unique unique (provider_slug, event_id);
create index provider_events_submission_index on provider_events (submission_id);
create index provider_events_organization_index on provider_events (organization_id);
create index provider_events_created_at_index on provider_events (created_at);
`;
