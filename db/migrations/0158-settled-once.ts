import { Migration } from "@mikro-orm/migrations";

/** A hold has one capture or one release, and at most one remainder. */
export class Migration0158SettledOnce extends Migration {
  override up(): void {
    this.addSql(
      `create unique index concurrently credit_entries_settled_once
       on credit_entries (job_id, step, generation, remainder) where kind in ('capture', 'release')`,
    );
    this.addSql(`drop index concurrently if exists credit_entries_settle_once`);
  }

  override isTransactional(): boolean {
    return false;
  }
}
