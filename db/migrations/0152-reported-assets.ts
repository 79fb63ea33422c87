import { Migration } from "@mikro-orm/migrations";

/** Asset that a report names. */
export class Migration0152ReportedAssets extends Migration {
  override up(): void {
    this.addSql(`alter table abuse_reports add column asset_id text`);
  }
}
