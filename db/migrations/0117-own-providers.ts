import { Migration } from "@mikro-orm/migrations";

/** Adds how to call a server of the operator: docs/decisions/0058-own-models.md. */
export class Migration0117OwnProviders extends Migration {
  override up(): void {
    this.addSql("alter table providers add column connection jsonb");
  }
}
