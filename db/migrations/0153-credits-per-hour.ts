import { Migration } from "@mikro-orm/migrations";

/** Credits that an organization has held in the current hour of UTC; `spent_hour` counts hours from 1970. */
export class Migration0153CreditsPerHour extends Migration {
  override up(): void {
    this.addSql(
      `alter table credit_accounts
         add column hour_spent int not null default 0,
         add column spent_hour int not null default 0`,
    );
  }
}
