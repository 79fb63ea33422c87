import { Migration } from "@mikro-orm/migrations";

import { boundAfterNextMonth } from "#db/partitions/months.ts";

/**
 * Proves that all rows of `job_events` belong to jobs before the bound, so that 0145 takes the table as a partition without
 * reading it. The validation reads the table and blocks no statement. A repetition begins with a later bound, if a month has passed.
 */
export class Migration0144BoundedJobEvents extends Migration {
  override up(): void {
    this.addSql(
      `alter table job_events
         drop constraint if exists job_events_bound_check,
         add constraint job_events_bound_check check (job_id < '${boundAfterNextMonth(new Date())}') not valid`,
    );
    this.addSql(`alter table job_events validate constraint job_events_bound_check`);
  }

  override isTransactional(): boolean {
    return false;
  }
}
