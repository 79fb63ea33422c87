import { Migration } from "@mikro-orm/migrations";

/** Adds the values of a run's outputs, which may be texts, numbers or files. */
export class Migration0051RunResults extends Migration {
  override up(): void {
    this.addSql("alter table pipeline_runs add column results json");
  }
}
