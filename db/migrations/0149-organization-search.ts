import { Migration } from "@mikro-orm/migrations";

/** Finds organizations by a part of their name. */
export class Migration0149OrganizationSearch extends Migration {
  override up(): void {
    this.addSql(
      `create index concurrently organizations_search_index
       on organizations using gin (name gin_trgm_ops)`,
    );
  }

  override isTransactional(): boolean {
    return false;
  }
}
