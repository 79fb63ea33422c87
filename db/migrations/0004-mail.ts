import { Migration } from "@mikro-orm/migrations";

/** Generalizes the outbox beyond jobs; adds emails and the single-use tokens sent by email. */
export class Migration0004Mail extends Migration {
  override up(): void {
    for (const statement of [outbox, mails, tokens]) this.addSql(statement);
  }
}

const outbox = `
alter table outbox rename column job_id to subject_id;
alter index outbox_job_index rename to outbox_subject_index;
alter table outbox add column organization_id text;
update outbox m set organization_id = j.organization_id from jobs j where j.id = m.subject_id;
`;

// The content exists only until the email is finished, because it names a person and may contain a token.
const mails = `
create table mails (
  id text not null,
  organization_id text,
  account_id text,
  template text not null,
  content bytea,
  state text not null default 'queued',
  attempts int not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  finished_at timestamptz,
  primary key (id)
);
create index mails_account_index on mails (account_id);
create index mails_created_index on mails (created_at);
alter table mails
  add check (state in ('queued', 'sent', 'failed', 'expired')),
  add check ((state = 'queued') = (finished_at is null)),
  add check ((state = 'queued') = (content is not null));
`;

const tokens = `
create table account_tokens (
  hash bytea not null,
  account_id text not null,
  purpose text not null,
  password_hash text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (hash)
);
create index account_tokens_account_index on account_tokens (account_id, purpose);
create index account_tokens_expiry_index on account_tokens (expires_at);
alter table account_tokens
  add foreign key (account_id) references accounts (id),
  add check (purpose in ('verify_email', 'reset_password')),
  add check ((purpose = 'verify_email') = (password_hash is not null));
`;
