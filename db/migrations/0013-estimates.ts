import { Migration } from "@mikro-orm/migrations";

/** Adds estimates: price quotes that bind for a limited time, with the request that they were made for. */
export class Migration0013Estimates extends Migration {
  override up(): void {
    this.addSql(table);
  }
}

const table = `
create table estimates (
  id text not null,
  organization_id text not null,
  request_hash bytea not null,
  intent jsonb,
  capability text not null,
  content_type text not null,
  model_id text not null,
  provider_slug text not null,
  credits int not null,
  routing jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (id)
);
alter table estimates
  add foreign key (organization_id) references organizations (id),
  add check (credits > 0),
  add check (length(request_hash) = 32);
create index estimates_organization_index on estimates (organization_id);
create index estimates_expiry_index on estimates (expires_at);
`;
