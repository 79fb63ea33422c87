import { Migration } from "@mikro-orm/migrations";

/**
 * Usage with outcomes and times reads all ended jobs of a period from this index and no row of `jobs`, whose requests
 * make them large. Each column that can change is in another index already, so no update writes to more indexes.
 */
export class Migration0091JobUsageIndex extends Migration {
  override up(): void {
    this.addSql(
      `create index concurrently jobs_usage_index on jobs (organization_id, id)
       include (created_at, finished_at, status, model_id, provider_slug, capability, api_key_id, account_id)
       where finished_at is not null`,
    );
  }

  override isTransactional(): boolean {
    return false;
  }
}
