import { Migration } from "@mikro-orm/migrations";

/** Validates the check of 0099. Validation in the migration that adds a check would block reads. */
export class Migration0100ValidNextAttempts extends Migration {
  override up(): void {
    this.addSql(
      "alter table webhook_deliveries validate constraint webhook_deliveries_next_attempt_check;",
    );
  }
}
