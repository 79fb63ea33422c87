import { Migration } from "@mikro-orm/migrations";

/** Adds columns and indexes for reconciled jobs, deleted jobs and unsettled requests. */
export class Migration0011Promises extends Migration {
  override up(): void {
    for (const statement of [reconciling, deleting, unsettled]) this.addSql(statement);
  }
}

// The time of the last reconciliation, not of the job's last change: progress must not cost an index entry.
const reconciling = `
alter table jobs
  add column resumes int not null default 0,
  add column reconciled_at timestamptz not null default now();
create index jobs_reconcile_index on jobs (reconciled_at) where finished_at is null;
`;

// Prompt, intent and outputs are deleted; ledger entries stay.
const deleting = `
alter table jobs
  add column deleted_at timestamptz,
  add column purged_at timestamptz;
alter table jobs
  add check (deleted_at is null or finished_at is not null),
  add check (purged_at is null or deleted_at is not null);
create index jobs_purge_index on jobs (deleted_at)
  where deleted_at is not null and purged_at is null;
`;

// Submissions that a provider may have accepted or still process.
const unsettled = `
drop index provider_submissions_unsettled_index;
create index provider_submissions_unsettled_index on provider_submissions (sent_at)
  where state in ('sent', 'unknown', 'accepted') and finished_at is null;
create index provider_submissions_given_up_index on provider_submissions (finished_at)
  where state = 'unknown' and finished_at is not null;
`;
