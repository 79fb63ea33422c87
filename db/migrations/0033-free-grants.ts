import { Migration } from "@mikro-orm/migrations";

/** Adds claims of free credits by mailbox, and the number of organizations that a person has ever created. */
export class Migration0033FreeGrants extends Migration {
  override up(): void {
    for (const statement of [founded, claims]) this.addSql(statement);
  }
}

const founded = `
alter table accounts add column organizations_founded int not null default 0;
update accounts a set organizations_founded = o.owned
from (select account_id, count(*)::int as owned from memberships where role = 'owner' group by account_id) o
where o.account_id = a.id;
`;

const claims = `
create table free_grants (
  period text not null,
  mailbox bytea not null,
  primary key (period, mailbox)
);
alter table free_grants add check (length(mailbox) = 32);
`;
