import { Migration } from "@mikro-orm/migrations";

/** A webhook that comes to the one address of an account names the request only as the provider does. */
export class Migration0022RequestNames extends Migration {
  override up(): void {
    this.addSql(requestNames);
  }
}

const requestNames = `
create index provider_submissions_request_index on provider_submissions (provider_slug, provider_request_id)
  where state = 'accepted';
`;
