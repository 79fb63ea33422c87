import { Migration } from "@mikro-orm/migrations";

/**
 * Adds the recipients of a webhook event whose payload is not rendered yet.
 *
 * Processes of the previous version neither render nor send such an event: its outbox message has a kind that they do
 * not know, so it waits for a process of this version.
 */
export class Migration0045DueWebhookEvents extends Migration {
  override up(): void {
    this.addSql(`alter table webhook_events add column endpoint_ids text[]`);
  }
}
