import { Migration } from "@mikro-orm/migrations";

/** Adds the time since which a submission is past its deadline without a response from its provider. */
export class Migration0026OverdueSubmissions extends Migration {
  override up(): void {
    this.addSql(`alter table provider_submissions add column overdue_since timestamptz`);
  }
}
