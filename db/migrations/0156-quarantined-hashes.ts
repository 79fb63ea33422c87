import { Migration } from "@mikro-orm/migrations";

/** Each upload, and each generation with inputs, asks whether its content is in quarantine. */
export class Migration0156QuarantinedHashes extends Migration {
  override up(): void {
    this.addSql(
      `create index concurrently quarantined_files_hash_index
       on quarantined_files (organization_id, sha256) where ended_at is null`,
    );
  }

  override isTransactional(): boolean {
    return false;
  }
}
