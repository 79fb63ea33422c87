import { Migration } from "@mikro-orm/migrations";

/** Adds the types of the definition that a run has instead of a pipeline's version. */
export class Migration0072MessageRuns extends Migration {
  override up(): void {
    this.addSql(`alter table pipeline_runs add column checked json`);
  }
}
