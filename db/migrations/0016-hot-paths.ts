import { Migration } from "@mikro-orm/migrations";

/** Indexes of `jobs` after a look at every plan with a million jobs. */
export class Migration0016HotPaths extends Migration {
  override up(): void {
    this.addSql(jobs);
  }
}

// The id orders the page; the columns after it are compared inside the index, so that a filter that few
// jobs or none pass reads the organization's part of the index and not its rows. Each of them as an index
// of its own would cost every acceptance and every change of a status another entry.
//
// All migrations are one transaction, where CONCURRENTLY is not allowed: building locks out writes to
// `jobs` for about four seconds for each million. Who cannot wait makes the index before, with
// CONCURRENTLY, and then it is found here (docs/performance.md).
//
// No statement looks for jobs by key, and open ones are found by `jobs_reconcile_index`.
const jobs = `
create index if not exists jobs_page_index
  on jobs (organization_id, id, content_type, capability, model_id, provider_slug);
drop index jobs_list_index;
drop index jobs_api_key_index;
drop index jobs_open_index;
`;
