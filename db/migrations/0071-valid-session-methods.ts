import { Migration } from "@mikro-orm/migrations";

/** Validates the check of 0070, without blocking reads while the table is scanned. */
export class Migration0071ValidSessionMethods extends Migration {
  override up(): void {
    this.addSql("alter table sessions validate constraint sessions_method_check");
  }
}
