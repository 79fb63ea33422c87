import { Migration } from "@mikro-orm/migrations";

/** Adds provider measurements, circuit breakers and operator settings of providers. */
export class Migration0017ProviderHealth extends Migration {
  override up(): void {
    for (const statement of [circuits, failures, transitions, operators]) this.addSql(statement);
  }
}

// The empty model id stands for the whole provider. A row exists after the first failure or operator setting;
// a missing row is equivalent to a closed circuit.
const circuits = `
create table provider_circuits (
  provider_slug text not null,
  model_id text not null,
  state text not null default 'closed',
  force text not null default 'auto',
  openings int not null default 0,
  retry_at timestamptz,
  trials int not null default 0,
  trials_until timestamptz,
  successes int not null default 0,
  last_error_code text,
  last_error_at timestamptz,
  changed_at timestamptz not null default now(),
  primary key (provider_slug, model_id)
);
alter table provider_circuits
  add foreign key (provider_slug) references providers (slug),
  add check (state in ('closed', 'open', 'half_open')),
  add check (force in ('auto', 'open', 'closed')),
  add check (openings >= 0 and trials >= 0 and successes >= 0),
  add check ((retry_at is null) = (state = 'closed'));
`;

// Counts instead of calls: one row per model and interval of a few seconds with failures. Successes are
// counted from the submissions.
const failures = `
create table provider_failures (
  provider_slug text not null,
  model_id text not null,
  slot timestamptz not null,
  failures int not null default 0,
  primary key (provider_slug, model_id, slot)
);
create index provider_failures_slot_index on provider_failures (slot);
alter table provider_failures
  add foreign key (provider_slug) references providers (slug),
  add check (failures >= 0);
`;

const transitions = `
create table circuit_transitions (
  id bigserial primary key,
  provider_slug text not null,
  model_id text not null,
  from_state text not null,
  to_state text not null,
  cause text not null,
  created_at timestamptz not null default now()
);
create index circuit_transitions_provider_index on circuit_transitions (provider_slug, id);
create index circuit_transitions_created_at_index on circuit_transitions (created_at);
alter table circuit_transitions
  add foreign key (provider_slug) references providers (slug);
`;

const operators = `
alter table providers
  add column weight int not null default 100;
alter table providers
  add check (weight between 0 and 1000);
alter table models add column measured_seconds double precision;
create index audit_log_providers_index on audit_log (target_id, id) where target_type = 'provider';
`;
