import { Migration } from "@mikro-orm/migrations";

/** Adds sign-in links, and sessions whose refresh token is in a cookie and works only with a second half. */
export class Migration0070CookieSessions extends Migration {
  override up(): void {
    this.addSql(`
create table sign_in_links (
  hash bytea not null,
  account_id text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (hash)
)`);
    this.addSql(`create index sign_in_links_account_index on sign_in_links (account_id)`);
    this.addSql(`alter table sessions add column binding_hash bytea`);
    this.addSql(`alter table sessions drop constraint sessions_method_check`);
    this.addSql(`
alter table sessions add constraint sessions_method_check
check (method in ('password', 'google', 'github', 'link')) not valid`);
  }
}
