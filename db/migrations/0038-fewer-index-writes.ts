import { Migration } from "@mikro-orm/migrations";

/**
 * Lets most changes of a submission's state, or of a job's progress, write to no index (HOT updates), and
 * vacuums busy tables earlier: docs/performance.md.
 *
 * Processes of the previous version also work with these indexes. Until they are replaced, three of their
 * statements read more rows: the gauge of given-up submissions, webhooks that name a request by the
 * provider's id, and usage.
 */
export class Migration0038FewerIndexWrites extends Migration {
  override up(): void {
    for (const statement of [...submissions, ...jobs, ...storage]) this.addSql(statement);
  }

  override isTransactional(): boolean {
    return false;
  }
}

const submissions = [
  // No predicate names `state`, because it changes with every step.
  `create index concurrently provider_submissions_open_index on provider_submissions (sent_at)
   where finished_at is null`,
  `drop index concurrently if exists provider_submissions_unsettled_index`,
  `create index concurrently provider_submissions_lost_index on provider_submissions (finished_at)
   where error_code = 'submission_unknown' and finished_at is not null`,
  `drop index concurrently if exists provider_submissions_given_up_index`,
  `create index concurrently provider_submissions_queue_index
   on provider_submissions (provider_slug, organization_id, waiting_since)
   where waiting_since is not null and provider_key_id is null`,
  `drop index concurrently if exists provider_submissions_waiting_index`,
  `create index concurrently provider_submissions_own_queue_index
   on provider_submissions (provider_slug, provider_key_id, waiting_since)
   where waiting_since is not null and provider_key_id is not null`,
  `drop index concurrently if exists provider_submissions_own_waiting_index`,
  // A provider's request id is looked up among the submissions that hold a slot.
  `drop index concurrently if exists provider_submissions_request_index`,
  // The idempotency key consists of job, step and generation, which are unique.
  `alter table provider_submissions
   drop constraint if exists provider_submissions_idempotency_key_unique`,
];

const jobs = [
  // Most jobs have no metadata.
  `create index concurrently jobs_labels_index on jobs using gin (metadata jsonb_path_ops)
   where metadata <> '{}'`,
  `drop index concurrently if exists jobs_metadata_index`,
  // Usage finds its period by the ids, which contain their time.
  `drop index concurrently if exists jobs_usage_index`,
];

// Free space in a page keeps the next version of a row without an index write. By default, vacuum waits until
// 20 % of a table has changed: days for a table of history, and many row versions in a table of few rows.
const storage = [
  ...["jobs", "provider_submissions"].map(
    (table) => `alter table ${table} set (fillfactor = 85,
      autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000)`,
  ),
  ...["outbox", "credit_accounts", "provider_clocks", "provider_turns", "rate_limits"].map(
    (table) => `alter table ${table} set (
      autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`,
  ),
];
