import { Migration } from "@mikro-orm/migrations";

/** Adds estimates of runs of pipelines: prices and models that bind for a limited time. */
export class Migration0054RunEstimates extends Migration {
  override up(): void {
    this.addSql(`create table run_estimates (
      id text not null,
      organization_id text not null references organizations (id),
      pipeline_id text not null,
      version int not null,
      request_hash bytea not null check (length(request_hash) = 32),
      prices jsonb not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      primary key (id)
    )`);
    this.addSql("create index run_estimates_organization_index on run_estimates (organization_id)");
    this.addSql("create index run_estimates_expiry_index on run_estimates (expires_at)");
  }
}
