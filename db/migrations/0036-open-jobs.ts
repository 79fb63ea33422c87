import { Migration } from "@mikro-orm/migrations";

/**
 * Finds open jobs by their id. `reconciled_at` leaves the indexes, so a reconciler's claim of a job is a HOT
 * update and writes to no index. Processes of the previous version sort the open jobs instead, until they are
 * replaced.
 */
export class Migration0036OpenJobs extends Migration {
  override up(): void {
    this.addSql("create index concurrently jobs_open_index on jobs (id) where finished_at is null");
    this.addSql("drop index concurrently if exists jobs_reconcile_index");
  }

  override isTransactional(): boolean {
    return false;
  }
}
