import { Migration } from "@mikro-orm/migrations";

/** Creates sessions, refresh tokens and signing keys. Tokens are stored as hashes, private keys encrypted. */
export class Migration0002SignIn extends Migration {
  override up(): void {
    this.addSql(sessions);
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
