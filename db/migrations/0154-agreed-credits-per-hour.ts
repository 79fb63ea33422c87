import { Migration } from "@mikro-orm/migrations";

/** Limit of credits an hour that is agreed with an organization; null follows the plan. */
export class Migration0154AgreedCreditsPerHour extends Migration {
  override up(): void {
    this.addSql(`alter table organizations add column credits_per_hour int`);
  }
}
