import { Migration } from "@mikro-orm/migrations";

/**
 * Adds submissions in doubt: an attempt was sent, and its outcome is unknown. A constraint ensures that such
 * a row leaves `sent` and `unknown` only with a response of the provider about the request itself.
 */
export class Migration0024DoubtfulSubmissions extends Migration {
  override up(): void {
    this.addSql(columns);
    this.addSql(check);
  }
}

const columns = `
alter table provider_submissions
  add column in_doubt_since timestamptz,
  add column settle_tried_at timestamptz,
  add column uploads jsonb;
`;

const check = `
alter table provider_submissions
  add constraint provider_submissions_doubt_check
  check (in_doubt_since is null or state in ('sent', 'unknown')) not valid;
`;
