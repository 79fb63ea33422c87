import { Migration } from "@mikro-orm/migrations";

/** One row for an asset in quarantine, however often it is reported; validates the check of 0150. */
export class Migration0151ValidQuarantinedAssets extends Migration {
  override up(): void {
    this.addSql(
      `create unique index concurrently quarantined_files_asset_unique on quarantined_files (asset_id)`,
    );
    this.addSql(`alter table quarantined_files validate constraint quarantined_files_origin_check`);
  }

  override isTransactional(): boolean {
    return false;
  }
}
