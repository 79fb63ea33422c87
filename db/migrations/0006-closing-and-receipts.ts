import { Migration } from "@mikro-orm/migrations";

/** Answers of requests that were made with an idempotency key. */
export class Migration0006ClosingAndReceipts extends Migration {
  override up(): void {
    this.addSql(answers);
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
