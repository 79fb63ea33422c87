import { Migration } from "@mikro-orm/migrations";

/** Adds conversations, and the column by which a job is a message of one. Its content is that of its jobs. */
export class Migration0059Conversations extends Migration {
  override up(): void {
    this.addSql(`
create table conversations (
  id text not null,
  organization_id text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  purged_at timestamptz,
  primary key (id)
)`);
    this.addSql(`create index conversations_list_index on conversations (organization_id, id)`);
    this.addSql(`
create index conversations_unpurged_index on conversations (deleted_at)
where deleted_at is not null and purged_at is null`);
    this.addSql(`alter table jobs add column conversation_id text`);
  }
}
