import { Migration } from "@mikro-orm/migrations";

/** Adds models that are called at another API of their provider, with a separate key and URL. */
export class Migration0020ModelSetting extends Migration {
  override up(): void {
    this.addSql("alter table models add column service jsonb;");
  }
}
