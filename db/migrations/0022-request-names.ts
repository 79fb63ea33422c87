import { Migration } from "@mikro-orm/migrations";

/**
 * Finds submissions by the provider's request id, the only reference in webhooks sent to an account-wide URL.
 */
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

// Unique per submission, so that a sender authorized for one request cannot occupy the event ids of another.
const events = `
alter table provider_events drop constraint provider_events_event_unique;
alter table provider_events
  add constraint provider_events_event_unique unique (submission_id, event_id);
drop index provider_events_submission_index;
`;
