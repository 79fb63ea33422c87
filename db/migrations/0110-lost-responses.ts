import { Migration } from "@mikro-orm/migrations";

/** True once a connection was lost that waited for the response: every equal request then receives it. */
export class Migration0110LostResponses extends Migration {
  override up(): void {
    this.addSql(
      `alter table pending_responses add column if not exists lost boolean not null default false`,
    );
  }
}
