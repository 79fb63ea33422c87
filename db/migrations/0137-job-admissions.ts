import { Migration } from "@mikro-orm/migrations";

/** Jobs that an organization may add before its unfinished jobs are counted again. */
export class Migration0137JobAdmissions extends Migration {
  override up(): void {
    this.addSql(
      `create table job_admissions (
         organization_id text primary key,
         job_limit int not null,
         room int not null check (room >= 0)
       ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`,
    );
  }
}
