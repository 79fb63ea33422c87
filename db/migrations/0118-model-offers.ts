import { Migration } from "@mikro-orm/migrations";

/** Adds the canonical model of a row, and how the row differs: docs/decisions/0059-offers.md. */
export class Migration0118ModelOffers extends Migration {
  override up(): void {
    this.addSql("alter table models add column offers text, add column differs jsonb");
  }
}
