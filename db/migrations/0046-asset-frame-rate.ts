import { Migration } from "@mikro-orm/migrations";

/**
 * Adds the frame rate of video assets, on which prices by the frame depend. Null for existing assets and for those that
 * processes of the previous version write; they are sold at the rate of unmeasured inputs.
 */
export class Migration0046AssetFrameRate extends Migration {
  override up(): void {
    this.addSql(`alter table assets add column frames_per_second double precision`);
  }
}
