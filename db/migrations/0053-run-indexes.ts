import { Migration } from "@mikro-orm/migrations";

/**
 * Finds the open runs of an organization, and those of a line of resumes. Other jobs, and runs that resume none, have no
 * entries in these indexes.
 */
export class Migration0053RunIndexes extends Migration {
  override up(): void {
    this.addSql(
      `create index concurrently jobs_open_run_index on jobs (organization_id)
       where pipeline_id is not null and run_id is null and finished_at is null`,
    );
    this.addSql(
      `create index concurrently pipeline_runs_resumed_index on pipeline_runs (root_id)
       where resume_of is not null`,
    );
  }

  override isTransactional(): boolean {
    return false;
  }
}
