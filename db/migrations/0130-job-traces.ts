import { Migration } from "@mikro-orm/migrations";

/** Trace of a job, as a W3C `traceparent`. */
export class Migration0130JobTraces extends Migration {
  override up(): void {
    this.addSql(`alter table jobs add column trace text`);
  }
}
