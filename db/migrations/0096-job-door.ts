import { Migration } from "@mikro-orm/migrations";

/** Door through which a job was accepted; null for the API itself. */
export class Migration0096JobDoor extends Migration {
  override up(): void {
    this.addSql(`alter table jobs add column if not exists door text`);
  }
}
