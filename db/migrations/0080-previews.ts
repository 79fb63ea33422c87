import { Migration } from "@mikro-orm/migrations";

/** Previews of outputs and assets. The triggers that want and forget them are in db/sql/previews.sql. */
export class Migration0080Previews extends Migration {
  override up(): void {
    this.addSql(
      `create table previews (
         file_id text primary key,
         organization_id text not null references organizations (id),
         storage_key text not null,
         content_type text not null,
         duration_seconds double precision,
         due_at timestamptz,
         attempts integer not null default 0,
         content json
       )`,
    );
    this.addSql(`create index previews_due_index on previews (due_at) where due_at is not null`);
    this.addSql(`create index previews_organization_index on previews (organization_id)`);
  }
}
