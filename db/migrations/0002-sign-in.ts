import { Migration } from "@mikro-orm/migrations";

/** Sessions, tokens and their keys, mail. Tokens are stored as hashes, secrets encrypted. */
export class Migration0002SignIn extends Migration {
  override up(): void {
    for (const statement of [sessions, oneTimeTokens, mail]) this.addSql(statement);
  }
}

const sessions = `
create table sessions (
  id text not null,
  account_id text not null,
  organization_id text not null,
  method text not null,
  address text,
  user_agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  primary key (id)
);
create index sessions_account_index on sessions (account_id, id);
alter table sessions
  add foreign key (account_id) references accounts (id),
  add foreign key (organization_id) references organizations (id),
  add check (method in ('password', 'google', 'github')),
  add check (end_reason in ('logout', 'ended', 'reuse', 'password', 'suspended', 'closed')),
  add check ((ended_at is null) = (end_reason is null));
create index sessions_organization_index on sessions (organization_id);
create index sessions_expiry_index on sessions (expires_at);

create table refresh_tokens (
  hash bytea not null,
  session_id text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (hash)
);
create index refresh_tokens_session_index on refresh_tokens (session_id);
alter table refresh_tokens add foreign key (session_id) references sessions (id) on delete cascade;

create table signing_keys (
  id text not null,
  public_key jsonb not null,
  private_key bytea not null,
  created_at timestamptz not null default now(),
  signs_from timestamptz not null,
  primary key (id)
);

create table known_addresses (
  account_id text not null,
  address text not null,
  last_used_at timestamptz not null default now(),
  primary key (account_id, address)
);
alter table known_addresses add foreign key (account_id) references accounts (id);
`;

const oneTimeTokens = `
create table one_time_tokens (
  hash bytea not null,
  account_id text not null,
  purpose text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (hash)
);
create index one_time_tokens_account_index on one_time_tokens (account_id);
create index one_time_tokens_expiry_index on one_time_tokens (expires_at);
alter table one_time_tokens
  add foreign key (account_id) references accounts (id),
  add check (purpose in ('verify_email', 'reset_password'));
`;

const mail = `
create table mail_messages (
  id text not null,
  kind text not null,
  account_id text,
  recipient text not null,
  content bytea,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (id)
);
create index mail_messages_account_index on mail_messages (account_id);
alter table mail_messages
  add foreign key (account_id) references accounts (id),
  add check (content is not null or sent_at is not null);

alter table outbox alter column job_id drop not null;
alter table outbox add column mail_id text;
alter table outbox add check ((kind = 'mail') = (mail_id is not null));
alter table outbox add check ((kind in ('start', 'cancel')) = (job_id is not null));
`;
