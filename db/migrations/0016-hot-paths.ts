import { Migration } from "@mikro-orm/migrations";

/** Changes the indexes of `jobs` after a review of all plans with a million jobs. */
export class Migration0016HotPaths extends Migration {
  override up(): void {
    this.addSql(jobs);
  }
}

// The id orders the page. The columns after it are compared inside the index, so a selective filter reads the
// organization's part of the index and not its rows. A separate index per column would cost every acceptance
// and every status change another entry.
//
// This migration runs in a transaction, where CONCURRENTLY is not allowed: the build blocks writes to `jobs`
// for about four seconds per million rows. Operators who cannot wait create the index before, with
// CONCURRENTLY, and this statement then skips it (docs/performance.md).
//
// No statement searches jobs by key, and `jobs_reconcile_index` finds open jobs.
const jobs = `
create index if not exists jobs_page_index
  on jobs (organization_id, id, content_type, capability, model_id, provider_slug);
drop index jobs_list_index;
drop index jobs_api_key_index;
drop index jobs_open_index;
`;
