import { Migration } from "@mikro-orm/migrations";

/** State of the mark "made by AI" in a file; null for files that were stored without looking for one. */
export class Migration0105OutputProvenance extends Migration {
  override up(): void {
    this.addSql(`alter table outputs add column if not exists provenance jsonb`);
  }
}
