import { Migration } from "@mikro-orm/migrations";

/** Adds the duration and dimensions of assets, on which prices and limits depend. */
export class Migration0021AssetFacts extends Migration {
  override up(): void {
    this.addSql(facts);
  }
}

// Null when the bytes do not contain the value, and for existing assets.
const facts = `
alter table assets
  add column duration_seconds double precision,
  add column width int,
  add column height int,
  add check (duration_seconds > 0),
  add check (width > 0 and height > 0),
  add check ((width is null) = (height is null));
`;
