import { Migration } from "@mikro-orm/migrations";

/** Reports of content by anyone, and the operators' decisions. */
export class Migration0139AbuseReports extends Migration {
  override up(): void {
    this.addSql(
      `create table abuse_reports (
         id text primary key,
         reference text not null,
         reference_hash bytea not null,
         organization_id text,
         job_id text,
         output_id text,
         category text not null,
         explanation text not null,
         email text,
         repeats integer not null,
         status text not null check (status in ('open', 'dismissed', 'quarantined')),
         decided_by text,
         decision_reason text,
         decided_at timestamptz,
         created_at timestamptz not null default now(),
         expires_at timestamptz
       )`,
    );
    this.addSql(
      `create unique index abuse_reports_open_unique on abuse_reports (reference_hash)
       where status = 'open'`,
    );
    this.addSql(
      `create index abuse_reports_unknown_index on abuse_reports (status) where job_id is null`,
    );
    this.addSql(`create index abuse_reports_status_index on abuse_reports (status, id)`);
    this.addSql(`create index abuse_reports_expiry_index on abuse_reports (expires_at)`);
  }
}
