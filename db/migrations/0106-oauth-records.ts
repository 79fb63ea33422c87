import { Migration } from "@mikro-orm/migrations";

/** State of the authorization server: requests, codes, tokens and registered clients, each by a hash of its identifier. */
export class Migration0106OauthRecords extends Migration {
  override up(): void {
    this.addSql(
      `create table oauth_records (
         id_hash text primary key,
         kind text not null,
         key_id text,
         account_id text,
         user_code_hash text,
         payload jsonb not null,
         created_at timestamptz not null default now(),
         expires_at timestamptz not null,
         consumed_at timestamptz,
         constraint oauth_records_user_code_hash_unique unique (user_code_hash)
       )`,
    );
    this.addSql(`create index oauth_records_key_index on oauth_records (key_id)`);
    this.addSql(`create index oauth_records_account_index on oauth_records (account_id)`);
    this.addSql(`create index oauth_records_expiry_index on oauth_records (expires_at)`);
  }
}
