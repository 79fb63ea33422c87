import { Migration } from "@mikro-orm/migrations";

/** A hold may be charged in part: the release of the remainder stands next to the capture. */
export class Migration0157Remainders extends Migration {
  override up(): void {
    this.addSql(`alter table credit_entries add column remainder boolean not null default false`);
  }
}
