import { Migration } from "@mikro-orm/migrations";

/** Adds the models that an own server listed when it was probed. */
export class Migration0119FoundModels extends Migration {
  override up(): void {
    this.addSql("alter table provider_probes add column found_models jsonb");
  }
}
