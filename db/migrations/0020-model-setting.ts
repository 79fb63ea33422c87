import { Migration } from "@mikro-orm/migrations";

/** Models that are called at another API of their provider, with a key and an address of its own. */
export class Migration0020ModelSetting extends Migration {
  override up(): void {
    this.addSql("alter table models add column service jsonb;");
  }
}
