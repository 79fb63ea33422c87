import { Migration } from "@mikro-orm/migrations";

/** Legal hold and outcome of quarantined files. A null `hold_ended_at` is a hold, so files from before are held. */
export class Migration0140QuarantineDecisions extends Migration {
  override up(): void {
    this.addSql(
      `alter table quarantined_files
         add column output_id text,
         add column report_id text,
         add column hold_ended_at timestamptz,
         add column ended_at timestamptz,
         add column outcome text`,
    );
  }
}
