import { Migration } from "@mikro-orm/migrations";

/** Permits a model without a price, which performs media operations. */
export class Migration0057FreeModels extends Migration {
  override up(): void {
    this.addSql(
      `alter table models
         drop constraint models_check,
         add constraint models_credits_check
           check (credits_min between 0 and 30 and credits_max between credits_min and 30) not valid`,
    );
    this.addSql("alter table models validate constraint models_credits_check");
  }
}
