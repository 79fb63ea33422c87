import { Migration } from "@mikro-orm/migrations";

/** A file in quarantine belongs to a step of a job, or is an asset. */
export class Migration0150QuarantinedAssets extends Migration {
  override up(): void {
    // No release before this one reads or writes the table, so none meets a row without a job.
    this.addSql(
      `alter table quarantined_files
         add column asset_id text,
         -- squawk-ignore ban-drop-not-null
         alter column job_id drop not null,
         -- squawk-ignore ban-drop-not-null
         alter column step drop not null,
         -- squawk-ignore ban-drop-not-null
         alter column ordinal drop not null,
         add constraint quarantined_files_origin_check
           check (num_nonnulls(job_id, step, ordinal) = case when asset_id is null then 3 else 0 end) not valid`,
    );
  }
}
