import { Migration } from "@mikro-orm/migrations";

/** Jobs whose response has not reached its client, by the hash of the request. Delivery deletes the row. */
export class Migration0097PendingResponses extends Migration {
  override up(): void {
    this.addSql(
      `create table pending_responses (
         job_id text primary key,
         organization_id text not null,
         api_key_id text not null,
         request_hash bytea not null,
         created_at timestamptz not null default now(),
         held_until timestamptz not null
       )`,
    );
    this.addSql(
      `create index pending_responses_request_index on pending_responses (api_key_id, request_hash)`,
    );
    this.addSql(
      `create index pending_responses_organization_index on pending_responses (organization_id)`,
    );
    this.addSql(`create index pending_responses_created_index on pending_responses (created_at)`);
  }
}
