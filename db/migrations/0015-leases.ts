import { Migration } from "@mikro-orm/migrations";

/** Adds concurrency limits of providers and the fair queue for their slots: docs/decisions/0010-leases.md. */
export class Migration0015Leases extends Migration {
  override up(): void {
    for (const statement of [limits, slots, turns]) this.addSql(statement);
  }
}

const limits = `
alter table providers
  add column concurrency_known int,
  add column concurrency_limit int;
alter table providers
  add check (concurrency_known > 0),
  add check (concurrency_limit > 0);
`;

// A lease is two columns of the submission's row, so that every write that ends the submission frees the slot
// in the same commit, exactly once. Running submissions hold their slot for an hour.
const slots = `
alter table provider_submissions
  add column waiting_since timestamptz,
  add column slot_until timestamptz;
update provider_submissions set slot_until = now() + interval '1 hour'
where state in ('sent', 'unknown', 'accepted') and finished_at is null;

create index provider_submissions_slots_index on provider_submissions (provider_slug, organization_id)
  where slot_until is not null and finished_at is null;
create index provider_submissions_waiting_index
  on provider_submissions (provider_slug, organization_id, waiting_since)
  where waiting_since is not null and state = 'prepared';
`;

// The row of provider_clocks is the lock under which slots are granted.
const turns = `
create table provider_clocks (
  provider_slug text not null,
  clock double precision not null default 0,
  primary key (provider_slug)
);
create table provider_turns (
  provider_slug text not null,
  organization_id text not null,
  ends_at double precision not null,
  primary key (provider_slug, organization_id)
);
create index provider_turns_organization_index on provider_turns (organization_id);
alter table provider_clocks add foreign key (provider_slug) references providers (slug);
alter table provider_turns add foreign key (provider_slug) references provider_clocks (provider_slug);
`;
