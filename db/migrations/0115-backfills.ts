import { Migration } from "@mikro-orm/migrations";

/** Progress of the backfills of db/backfills: how far each has come, and when it was complete. */
export class Migration0115Backfills extends Migration {
  override up(): void {
    this.addSql(
      `create table backfills (
         name text primary key,
         next text,
         changed int not null default 0,
         done_at timestamptz
       )`,
    );
  }
}
