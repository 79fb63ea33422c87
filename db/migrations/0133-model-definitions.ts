import { Migration } from "@mikro-orm/migrations";

/** Adds the data that an adapter needs besides parameters, such as a workflow: docs/decisions/0075-comfyui.md. */
export class Migration0133ModelDefinitions extends Migration {
  override up(): void {
    this.addSql("alter table models add column definition jsonb");
  }
}
