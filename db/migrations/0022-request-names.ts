import { Migration } from "@mikro-orm/migrations";

/** A webhook that comes to the one address of an account names the request only as the provider does. */
export class Migration0022RequestNames extends Migration {
  override up(): void {
    this.addSql(requestNames);
    this.addSql(events);
  }
}

const requestNames = `
create index provider_submissions_request_index on provider_submissions (provider_slug, provider_request_id)
  where state = 'accepted';
`;

// Who may send of one request must not use up the names of another's deliveries.
const events = `
alter table provider_events drop constraint provider_events_event_unique;
alter table provider_events
  add constraint provider_events_event_unique unique (submission_id, event_id);
drop index provider_events_submission_index;
`;
