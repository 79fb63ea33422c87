import { Migration } from "@mikro-orm/migrations";

/** Adds the highest price of the estimated run. Estimates live for 15 minutes, so older rows need no value. */
export class Migration0082RunEstimateCredits extends Migration {
  override up(): void {
    this.addSql(`alter table run_estimates add column max_credits integer`);
  }
}
