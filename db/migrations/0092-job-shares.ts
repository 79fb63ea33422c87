import { Migration } from "@mikro-orm/migrations";

/** Public links to the results of jobs. */
export class Migration0092JobShares extends Migration {
  override up(): void {
    this.addSql(
      `create table job_shares (
         id text primary key,
         organization_id text not null,
         job_id text not null,
         account_id text not null,
         token_hash bytea not null constraint job_shares_token_unique unique,
         shows_prompt boolean not null,
         created_at timestamptz not null default now(),
         expires_at timestamptz not null
       )`,
    );
    this.addSql(`create index job_shares_job_index on job_shares (job_id, id)`);
    this.addSql(`create index job_shares_organization_index on job_shares (organization_id)`);
    this.addSql(`create index job_shares_expiry_index on job_shares (expires_at)`);
  }
}
