import { Migration } from "@mikro-orm/migrations";

/** Time at which the text of a job was removed. */
export class Migration0138RedactedJobs extends Migration {
  override up(): void {
    this.addSql(`alter table jobs add column redacted_at timestamptz`);
  }
}
