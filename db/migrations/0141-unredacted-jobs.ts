import { Migration } from "@mikro-orm/migrations";

/** Finds ended jobs of an organization whose text is still stored, the oldest first. A redacted job leaves the index. */
export class Migration0141UnredactedJobs extends Migration {
  override up(): void {
    this.addSql(
      `create index concurrently jobs_unredacted_index on jobs (organization_id, finished_at)
       where finished_at is not null and redacted_at is null and deleted_at is null`,
    );
  }

  override isTransactional(): boolean {
    return false;
  }
}
