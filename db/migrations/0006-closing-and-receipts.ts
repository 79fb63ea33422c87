import { Migration } from "@mikro-orm/migrations";

/** Adds stored responses of requests with an idempotency key, and the erasure of accounts. */
export class Migration0006ClosingAndReceipts extends Migration {
  override up(): void {
    for (const statement of [answers, closing]) this.addSql(statement);
  }
}

const answers = `
create table idempotent_answers (
  scope text not null,
  endpoint text not null,
  key text not null,
  request_hash bytea not null,
  answer bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (scope, endpoint, key)
);
create index idempotent_answers_expiry_index on idempotent_answers (expires_at);
`;

const closing = `
alter table accounts
  add column erased_at timestamptz,
  add check (status <> 'closing' or closes_at is not null),
  add check (erased_at is null or status = 'closed');
drop index accounts_closing_index;
create index accounts_closing_index on accounts (closes_at, id)
  where closes_at is not null and erased_at is null;
`;
