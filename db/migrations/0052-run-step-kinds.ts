import { Migration } from "@mikro-orm/migrations";

/** Adds the kind of a run's step, which its events contain. Rows of the previous version have none. */
export class Migration0052RunStepKinds extends Migration {
  override up(): void {
    this.addSql("alter table run_steps add column kind text");
  }
}
