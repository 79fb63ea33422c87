import { Migration } from "@mikro-orm/migrations";

/**
 * Validates the checks of 0024 and 0028. In the transaction that adds a check, validating would lock out
 * reads for as long as it reads the table; here it locks out nothing but other changes of the schema.
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
