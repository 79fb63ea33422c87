import { Migration } from "@mikro-orm/migrations";

/** Trace of a message to Temporal, as a W3C `traceparent`. */
export class Migration0132OutboxTraces extends Migration {
  override up(): void {
    this.addSql(`alter table outbox add column trace text`);
  }
}
