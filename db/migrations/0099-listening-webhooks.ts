import { Migration } from "@mikro-orm/migrations";

/**
 * Adds webhooks that a client reads as a stream (`listen:`). Their pending deliveries have no next attempt, and a
 * delivery that was streamed has its position: docs/decisions/0048-listening-webhooks.md.
 */
export class Migration0099ListeningWebhooks extends Migration {
  override up(): void {
    this.addSql(
      `alter table webhook_endpoints
         add column if not exists last_stream_sequence int not null default 0,
         add column if not exists last_read_at timestamptz`,
    );
    this.addSql(`alter table webhook_deliveries add column if not exists stream_sequence int`);
    this.addSql(
      `alter table webhook_deliveries
         drop constraint if exists webhook_deliveries_check,
         drop constraint if exists webhook_deliveries_next_attempt_check,
         add constraint webhook_deliveries_next_attempt_check
           check (state = 'pending' or next_attempt_at is null) not valid`,
    );
    this.addSql(
      `create unique index concurrently webhook_deliveries_stream_index
       on webhook_deliveries (endpoint_id, stream_sequence) where stream_sequence is not null`,
    );
    this.addSql(
      `create index concurrently webhook_deliveries_unread_index on webhook_deliveries (endpoint_id, id)
       where state = 'pending' and next_attempt_at is null`,
    );
  }

  override isTransactional(): boolean {
    return false;
  }
}
