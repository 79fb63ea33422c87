import { Migration } from "@mikro-orm/migrations";

/** Adds identities at identity providers and pending sign-ins. */
export class Migration0005FederatedSignIn extends Migration {
  override up(): void {
    for (const statement of [identities, attempts]) this.addSql(statement);
  }
}

const identities = `
create table identities (
  provider text not null,
  subject text not null,
  account_id text not null,
  email text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index identities_account_index on identities (account_id);
alter table identities
  add foreign key (account_id) references accounts (id),
  add check (provider in ('google', 'github'));
`;

const attempts = `
create table sign_in_attempts (
  state_hash bytea not null,
  browser_hash bytea not null,
  provider text not null,
  secrets bytea not null,
  frontend_url text not null,
  expires_at timestamptz not null,
  primary key (state_hash)
);
create index sign_in_attempts_expiry_index on sign_in_attempts (expires_at);
alter table sign_in_attempts add check (provider in ('google', 'github'));
`;
