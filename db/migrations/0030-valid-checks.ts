import { Migration } from "@mikro-orm/migrations";

/**
 * Validates the checks of 0024 and 0028. Validation in the transaction that adds a check would block reads
 * while it scans the table; here it blocks only other schema changes.
 */
export class Migration0030ValidChecks extends Migration {
  override up(): void {
    this.addSql(
      "alter table provider_submissions validate constraint provider_submissions_doubt_check;",
    );
    this.addSql(
      "alter table webhook_endpoints validate constraint webhook_endpoints_disabled_reason_check;",
    );
  }
}
