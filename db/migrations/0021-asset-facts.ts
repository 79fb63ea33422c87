import { Migration } from "@mikro-orm/migrations";

/** What prices and limits follow: how long an asset lasts, and how large its picture is. */
export class Migration0021AssetFacts extends Migration {
  override up(): void {
    this.addSql(facts);
  }
}

// Null where the bytes do not say, and for all that was brought before.
const facts = `
alter table assets
  add column duration_seconds double precision,
  add column width int,
  add column height int,
  add check (duration_seconds > 0),
  add check (width > 0 and height > 0),
  add check ((width is null) = (height is null));
`;
