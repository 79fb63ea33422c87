import { Migration } from "@mikro-orm/migrations";

/** Findings of the nightly check of the books, and figures that one process measures for all. */
export class Migration0122VerifiedBooks extends Migration {
  override up(): void {
    this.addSql(
      `create table book_findings (
         organization_id text not null,
         rule text not null,
         subject text not null,
         found_at timestamptz not null default now(),
         primary key (organization_id, rule, subject)
       )`,
    );
    this.addSql(
      `create table engine_gauges (
         name text primary key,
         value double precision not null,
         measured_at timestamptz not null default now()
       )`,
    );
  }
}
