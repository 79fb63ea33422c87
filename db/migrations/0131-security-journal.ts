import { Migration } from "@mikro-orm/migrations";

/** Audit entries that wait for the security journal, and the journal's end. */
export class Migration0131SecurityJournal extends Migration {
  override up(): void {
    this.addSql(`create table journal_waiting (audit_id text primary key)`);
    this.addSql(
      `create table journal_head (
         name text primary key,
         files bigint not null,
         hash text not null,
         last_key text not null
       )`,
    );
  }
}
