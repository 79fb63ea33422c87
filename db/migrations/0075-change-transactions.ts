import { Migration } from "@mikro-orm/migrations";

/**
 * Records the transaction of each job event and of each ended delivery, by which streams of an organization find what
 * they have not read: docs/decisions/0031-organization-stream.md. Earlier rows have none, and no entry in an index.
 */
export class Migration0075ChangeTransactions extends Migration {
  override up(): void {
    this.addSql(`alter table job_events add column if not exists transaction_id xid8`);
    // A default of `add column` would rewrite the table.
    this.addSql(
      `alter table job_events alter column transaction_id set default pg_current_xact_id()`,
    );
    this.addSql(
      `create index concurrently job_events_feed_index on job_events (organization_id, transaction_id)
       where transaction_id is not null`,
    );
    this.addSql(
      `alter table webhook_deliveries add column if not exists ended_transaction_id xid8`,
    );
    this.addSql(
      `create index concurrently webhook_deliveries_feed_index
       on webhook_deliveries (organization_id, ended_transaction_id)`,
    );
    this.addSql(`drop index concurrently if exists webhook_deliveries_organization_index`);
  }

  override isTransactional(): boolean {
    return false;
  }
}
