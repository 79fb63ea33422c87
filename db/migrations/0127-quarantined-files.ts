import { Migration } from "@mikro-orm/migrations";

/** Files that a check has refused after they were generated. */
export class Migration0127QuarantinedFiles extends Migration {
  override up(): void {
    this.addSql(
      `create table quarantined_files (
         id text primary key,
         organization_id text not null,
         job_id text not null,
         step text not null,
         ordinal integer not null,
         storage_key text not null,
         content_type text not null,
         bytes bigint not null,
         sha256 text not null,
         categories text[] not null,
         created_at timestamptz not null default now(),
         constraint quarantined_files_ordinal_unique unique (job_id, step, ordinal)
       )`,
    );
    this.addSql(
      `create index quarantined_files_list_index on quarantined_files (organization_id, id)`,
    );
  }
}
