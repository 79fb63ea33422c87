import { Migration } from "@mikro-orm/migrations";

/** Adds pipelines and their versions. Built-in pipelines have no organization. */
export class Migration0048Pipelines extends Migration {
  override up(): void {
    this.addSql(`create table pipelines (
      id text not null,
      organization_id text references organizations (id),
      name text not null,
      description text,
      latest_version int not null,
      archived_at timestamptz,
      created_by text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (id)
    )`);
    this.addSql(`create index pipelines_list_index on pipelines (organization_id, id)`);
    this.addSql(`create table pipeline_versions (
      pipeline_id text not null references pipelines (id) on delete cascade,
      version int not null check (version > 0),
      definition json not null,
      definition_hash text not null,
      checked json not null,
      note text,
      created_by text,
      created_at timestamptz not null default now(),
      primary key (pipeline_id, version)
    )`);
  }
}
