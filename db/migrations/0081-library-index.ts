import { Migration } from "@mikro-orm/migrations";

/** Lists the outputs of an organization, newest first. */
export class Migration0081LibraryIndex extends Migration {
  override up(): void {
    this.addSql(
      `create index concurrently outputs_library_index on outputs (organization_id, id)
       where deleted_at is null`,
    );
  }

  override isTransactional(): boolean {
    return false;
  }
}
