import { Migration } from "@mikro-orm/migrations";

/** URLs to which a program without a credential uploads one file. */
export class Migration0102UploadLinks extends Migration {
  override up(): void {
    this.addSql(
      `create table upload_links (
         token_hash text primary key,
         organization_id text not null,
         account_id text not null,
         api_key_id text not null,
         name text,
         created_at timestamptz not null default now(),
         expires_at timestamptz not null,
         used_at timestamptz
       )`,
    );
    this.addSql(`create index upload_links_organization_index on upload_links (organization_id)`);
    this.addSql(`create index upload_links_expiry_index on upload_links (expires_at)`);
  }
}
