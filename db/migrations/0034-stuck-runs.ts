import { Migration } from "@mikro-orm/migrations";

/**
 * Adds the time since which the workflow task of an open job fails. The index of open jobs serves its gauge.
 */
export class Migration0034StuckRuns extends Migration {
  override up(): void {
    this.addSql(`alter table jobs add column stuck_since timestamptz`);
  }
}
