import { Migration } from "@mikro-orm/migrations";

/**
 * Adds the cost in US dollars that a provider reports for a request. Null for earlier submissions, for providers that
 * report none, and for those that processes of the previous version record.
 */
export class Migration0047ReportedCost extends Migration {
  override up(): void {
    this.addSql(`alter table provider_submissions add column reported_usd double precision`);
  }
}
