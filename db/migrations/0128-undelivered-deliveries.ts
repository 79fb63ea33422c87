import { Migration } from "@mikro-orm/migrations";

/** Finds the failed and abandoned deliveries of a webhook. Deliveries that arrive never enter the index. */
export class Migration0128UndeliveredDeliveries extends Migration {
  override up(): void {
    this.addSql(
      `create index concurrently webhook_deliveries_undelivered_index
       on webhook_deliveries (endpoint_id, state, id) where state in ('failed', 'abandoned')`,
    );
  }

  override isTransactional(): boolean {
    return false;
  }
}
