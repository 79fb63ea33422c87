import { Migration } from "@mikro-orm/migrations";

/** Policies of organizations, responses of the moderation service, and refusals. */
export class Migration0126Safety extends Migration {
  override up(): void {
    this.addSql(
      `create table organization_safety (
         organization_id text primary key,
         terms text[] not null,
         refused_categories text[] not null,
         updated_at timestamptz not null default now()
       )`,
    );
    this.addSql(
      `create table moderation_results (
         input_hash bytea primary key,
         categories text[] not null,
         created_at timestamptz not null default now()
       )`,
    );
    this.addSql(`create index moderation_results_age_index on moderation_results (created_at)`);
    this.addSql(
      `create table safety_decisions (
         id text primary key,
         organization_id text not null,
         account_id text not null,
         job_id text,
         stage text not null check (stage in ('acceptance', 'submission', 'output')),
         action text not null check (action in ('refused', 'unchecked', 'quarantined')),
         sources text[] not null,
         categories text[] not null,
         created_at timestamptz not null default now(),
         expires_at timestamptz not null,
         constraint safety_decisions_job_unique unique (job_id, stage, action)
       )`,
    );
    this.addSql(
      `create index safety_decisions_list_index on safety_decisions (organization_id, id)`,
    );
    this.addSql(`create index safety_decisions_expiry_index on safety_decisions (expires_at)`);
  }
}
