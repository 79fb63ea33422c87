import { Migration } from "@mikro-orm/migrations";

import { boundAfterNextMonth } from "#db/partitions/months.ts";

/**
 * Partitions `job_events` by the month in which the job was accepted, which its id says. The former table becomes the first
 * partition as it is: no row is copied. `gme/keep-partitions` makes those of later months, and rows of a month without
 * a partition go to the default one.
 */
export class Migration0145PartitionedJobEvents extends Migration {
  override up(): void {
    this.addSql(`alter table job_events rename to job_events_first`);
    this.addSql(
      `alter table job_events_first rename constraint job_events_pkey to job_events_first_pkey`,
    );
    this.addSql(`alter index job_events_feed_index rename to job_events_first_feed_index`);
    this.addSql(
      `create table job_events (like job_events_first including defaults, primary key (job_id, sequence))
       partition by range (job_id)`,
    );
    this.addSql(
      `create index job_events_feed_index on job_events (organization_id, transaction_id)
       where transaction_id is not null`,
    );
    this.addSql(
      `alter table job_events attach partition job_events_first
       for values from (minvalue) to ('${boundAfterNextMonth(new Date())}')`,
    );
    this.addSql(`alter table job_events_first drop constraint job_events_bound_check`);
    this.addSql(`create table job_events_default partition of job_events default`);
  }
}
