import { Migration } from "@mikro-orm/migrations";

/**
 * Validates the constraints of 0049 and indexes the jobs of steps and runs. Other jobs have no entries in these
 * indexes.
 */
export class Migration0050RunJobs extends Migration {
  override up(): void {
    this.addSql("alter table jobs validate constraint jobs_run_id_fkey");
    this.addSql("alter table jobs validate constraint jobs_credits_check");
    // An attempt of a step has one job, whatever code accepts it.
    this.addSql(
      `create unique index concurrently jobs_run_index on jobs (run_id, run_step, run_attempt)
       where run_id is not null`,
    );
    this.addSql(
      `create index concurrently jobs_pipeline_index on jobs (pipeline_id, organization_id, id)
       where pipeline_id is not null and run_id is null`,
    );
  }

  override isTransactional(): boolean {
    return false;
  }
}
