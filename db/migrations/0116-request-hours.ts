import { Migration } from "@mikro-orm/migrations";

/** Adds the counts of requests from which their share of successes is computed. */
export class Migration0116RequestHours extends Migration {
  override up(): void {
    this.addSql(
      `create table request_hours (
         hour timestamptz primary key,
         requests bigint not null,
         failed bigint not null,
         check (failed between 0 and requests)
       )`,
    );
  }
}
