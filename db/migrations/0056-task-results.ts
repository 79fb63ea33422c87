import { Migration } from "@mikro-orm/migrations";

/** Adds the result of a step's task, which the next turn of the run takes over. */
export class Migration0056TaskResults extends Migration {
  override up(): void {
    this.addSql("alter table run_steps add column result jsonb");
  }
}
