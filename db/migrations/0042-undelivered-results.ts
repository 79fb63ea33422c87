import { Migration } from "@mikro-orm/migrations";

/**
 * Adds the time at which a provider's result was recorded for a job that had ended, or its job ended without
 * delivering it.
 */
export class Migration0042UndeliveredResults extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(
      `alter table provider_submissions add column if not exists undelivered_at timestamptz`,
    );
    this.addSql(
      `create index concurrently provider_submissions_undelivered_index on provider_submissions (undelivered_at)
       where undelivered_at is not null`,
    );
  }
}
