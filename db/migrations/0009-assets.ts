import { Migration } from "@mikro-orm/migrations";

/** Adds assets, their use by jobs, and the purge times of files. */
export class Migration0009Assets extends Migration {
  override up(): void {
    for (const statement of [tables, use, sweeping]) this.addSql(statement);
  }
}

const tables = `
create table assets (
  id text not null,
  organization_id text not null,
  account_id text not null,
  kind text not null,
  name text,
  content_type text not null,
  bytes bigint not null,
  sha256 text not null,
  storage_key text not null,
  source text not null,
  output_id text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  deleted_at timestamptz,
  purged_at timestamptz,
  primary key (id)
);
alter table assets
  add foreign key (organization_id) references organizations (id),
  add foreign key (account_id) references accounts (id),
  add constraint assets_storage_key_unique unique (storage_key),
  add check (kind in ('image', 'video', 'audio', '3d')),
  add check (source in ('upload', 'address', 'output')),
  add check (bytes > 0),
  add check (sha256 ~ '^[0-9a-f]{64}$'),
  add check (purged_at is null or deleted_at is not null);

-- The same bytes are one asset of an organization, however often and at once they come. With the
-- sizes, what an organization keeps is added up without its rows.
create unique index assets_content_unique on assets (organization_id, sha256) include (bytes)
  where deleted_at is null;
create index assets_list_index on assets (organization_id, id);
`;

const use = `
create table job_assets (
  job_id text not null,
  asset_id text not null,
  primary key (job_id, asset_id)
);
create index job_assets_asset_index on job_assets (asset_id);
alter table job_assets
  add foreign key (job_id) references jobs (id) on delete cascade,
  add foreign key (asset_id) references assets (id);

-- Whoever accepts a job, and however: its assets are there and stay. The lock makes a deletion that is
-- under way finish first, and one that comes later wait and then find the job.
create function hold_assets_of_job() returns trigger language plpgsql as $$
declare
  wanted text[];
  found int;
begin
  select array_agg(distinct id) into wanted
  from (select jsonb_path_query(new.request, '$.inputs[*].assetId') #>> '{}' as id) as named;
  perform id from assets
  where id = any (wanted) and organization_id = new.organization_id
    and deleted_at is null and expires_at > now()
  order by id for key share;
  get diagnostics found = row_count;
  if found < cardinality(wanted) then
    raise exception 'an asset of the job is no longer kept' using errcode = 'check_violation';
  end if;
  insert into job_assets (job_id, asset_id) select new.id, unnest(wanted);
  return null;
end $$;
create trigger jobs_assets after insert on jobs for each row
  when (new.request @? '$.inputs[*].assetId') execute function hold_assets_of_job();
`;

// Partial indexes for the sweeps, which select few of many rows.
const sweeping = `
alter table outputs
  add column purged_at timestamptz,
  add check (purged_at is null or deleted_at is not null);
drop index outputs_expiry_index;
create index outputs_expiry_index on outputs (expires_at) where deleted_at is null;
create index outputs_unpurged_index on outputs (id) where deleted_at is not null and purged_at is null;
create index assets_expiry_index on assets (expires_at) where deleted_at is null;
create index assets_unpurged_index on assets (id) where deleted_at is not null and purged_at is null;
`;
