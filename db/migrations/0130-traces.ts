import { Migration } from "@mikro-orm/migrations";

/** Trace of a job and of a message to Temporal, as a W3C `traceparent`. */
export class Migration0130Traces extends Migration {
  override up(): void {
    this.addSql(`alter table jobs add column trace text`);
    this.addSql(`alter table outbox add column trace text`);
  }
}
