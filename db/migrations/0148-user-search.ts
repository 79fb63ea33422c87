import { Migration } from "@mikro-orm/migrations";

/**
 * Finds users by a part of their email address or name. The extension is trusted: a role that may create in the database
 * creates it, and needs no superuser.
 */
export class Migration0148UserSearch extends Migration {
  override up(): void {
    this.addSql("create extension if not exists pg_trgm");
    this.addSql(
      `create index concurrently accounts_search_index
       on accounts using gin (email gin_trgm_ops, display_name gin_trgm_ops)`,
    );
  }

  override isTransactional(): boolean {
    return false;
  }
}
