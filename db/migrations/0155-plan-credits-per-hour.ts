import { Migration } from "@mikro-orm/migrations";

/** Limit of credits an hour of a plan. Null, so no limit, until `npm run migrate` copies the plans. */
export class Migration0155PlanCreditsPerHour extends Migration {
  override up(): void {
    this.addSql(`alter table plans add column credits_per_hour int`);
  }
}
