import { Migration } from "@mikro-orm/migrations";

/**
 * Creates accounts, catalog, jobs, ledger and outputs. Invariants that must hold independent of the code are
 * constraints here.
 */
export class Migration0001Initial extends Migration {
  override up(): void {
    for (const statement of [tables, references, states, outbox, ledger, limits]) {
      this.addSql(statement);
    }
  }
}

const tables = `
create table accounts (
  id text not null,
  email text not null,
  display_name text,
  status text not null default 'active',
  status_reason text,
  password_hash text,
  email_verified_at timestamptz,
  is_operator boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id)
);
alter table accounts add constraint accounts_email_unique unique (email);

create table api_keys (
  id text not null,
  organization_id text not null,
  account_id text not null,
  name text not null,
  prefix text not null,
  last4 text not null,
  hash bytea not null,
  previous_hash bytea,
  previous_valid_until timestamptz,
  permissions text[],
  credit_limit int,
  allowed_addresses text[],
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  rotation_due_at timestamptz not null,
  primary key (id)
);
create index api_keys_organization_index on api_keys (organization_id);
alter table api_keys add constraint api_keys_hash_unique unique (hash);
alter table api_keys add constraint api_keys_previous_hash_unique unique (previous_hash);

create table credit_accounts (
  organization_id text not null,
  available int not null default 0,
  held int not null default 0,
  primary key (organization_id)
);

create table credit_entries (
  id bigserial not null,
  organization_id text not null,
  kind text not null,
  amount int not null,
  from_bucket text not null,
  to_bucket text not null,
  job_id text,
  step text,
  generation int,
  period text,
  reason text,
  created_at timestamptz not null default now(),
  primary key (id)
);
create index credit_entries_list_index on credit_entries (organization_id, id);

create table idempotency_receipts (
  organization_id text not null,
  endpoint text not null,
  key text not null,
  request_hash bytea not null,
  job_id text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (organization_id, endpoint, key)
);

create table jobs (
  id text not null,
  organization_id text not null,
  account_id text not null,
  api_key_id text,
  status text not null,
  stage text,
  progress smallint not null default 0,
  eta_seconds int,
  source text not null,
  request jsonb not null,
  stored_inputs jsonb,
  intent jsonb,
  question jsonb,
  content_type text,
  capability text,
  model_id text,
  provider_slug text,
  routing jsonb,
  credits int,
  engine jsonb,
  error jsonb,
  metadata jsonb not null,
  cancel_requested_at timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  revision int not null default 1,
  primary key (id)
);
create index jobs_list_index on jobs (organization_id, id);
create index jobs_status_index on jobs (organization_id, status, id);

create table memberships (
  organization_id text not null,
  account_id text not null,
  role text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, account_id)
);
create index memberships_account_index on memberships (account_id);

create table models (
  id text not null,
  provider_slug text not null,
  upstream_model text not null,
  name text not null,
  description text not null,
  content_type text not null,
  capabilities text[] not null,
  status text not null,
  retires_on text,
  replaced_by text,
  credits_typical int not null,
  credits_min int not null,
  credits_max int not null,
  credits_per text not null,
  pricing jsonb not null,
  quality smallint not null,
  typical_seconds int not null,
  parameters jsonb not null,
  enabled boolean not null default true,
  position int not null,
  updated_at timestamptz not null default now(),
  primary key (id)
);
create index models_provider_index on models (provider_slug);

create table organizations (
  id text not null,
  name text not null,
  plan text not null default 'free',
  status text not null default 'active',
  payment_status text not null default 'current',
  requests_per_hour int,
  credits_per_month int,
  retention_days int,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id)
);

create table outbox (
  id bigserial primary key,
  job_id text not null,
  kind text not null,
  created_at timestamptz not null default now(),
  available_at timestamptz not null default now(),
  attempts int not null default 0,
  last_error text
);

create table outputs (
  id text not null,
  job_id text not null,
  organization_id text not null,
  step text not null,
  ordinal int not null,
  storage_key text not null,
  content_type text not null,
  bytes bigint not null,
  sha256 text not null,
  width int,
  height int,
  duration_seconds double precision,
  text text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  deleted_at timestamptz,
  primary key (id)
);
create index outputs_expiry_index on outputs (expires_at);
alter table outputs add constraint outputs_ordinal_unique unique (job_id, step, ordinal);

create table plans (
  slug text not null,
  name text not null,
  requests_per_hour int not null,
  credits_per_month int,
  retention_days int not null,
  primary key (slug)
);

create table providers (
  slug text not null,
  name text not null,
  description text not null,
  tier text not null,
  setting text not null,
  base_url text,
  idempotency text not null,
  integrated boolean not null,
  mode text not null default 'enabled',
  position int not null,
  updated_at timestamptz not null default now(),
  primary key (slug)
);

create table provider_probes (
  provider_slug text not null,
  ok boolean not null,
  latency_ms int not null,
  error_code text,
  checked_at timestamptz not null,
  last_error_code text,
  last_error_at timestamptz,
  primary key (provider_slug)
);

create table provider_submissions (
  id text not null,
  job_id text not null,
  step text not null,
  generation int not null,
  organization_id text not null,
  provider_slug text not null,
  model_id text not null,
  idempotency_key text not null,
  state text not null,
  attempt_token text,
  attempts int not null default 0,
  handle jsonb,
  provider_request_id text,
  result jsonb,
  error_code text,
  error_detail text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  accepted_at timestamptz,
  finished_at timestamptz,
  primary key (id)
);
alter table provider_submissions add constraint provider_submissions_idempotency_key_unique unique (idempotency_key);
create index provider_submissions_provider_index on provider_submissions (provider_slug, created_at);
alter table provider_submissions add constraint provider_submissions_generation_unique unique (job_id, step, generation);
`;

const references = `
alter table memberships
  add foreign key (organization_id) references organizations (id),
  add foreign key (account_id) references accounts (id);
alter table api_keys
  add foreign key (organization_id) references organizations (id),
  add foreign key (account_id) references accounts (id);
alter table organizations add foreign key (plan) references plans (slug);
alter table models add foreign key (provider_slug) references providers (slug);
alter table provider_probes add foreign key (provider_slug) references providers (slug);
alter table jobs
  add foreign key (organization_id) references organizations (id),
  add foreign key (account_id) references accounts (id);
alter table provider_submissions add foreign key (job_id) references jobs (id);
alter table outputs add foreign key (job_id) references jobs (id);
alter table credit_accounts add foreign key (organization_id) references organizations (id);
alter table credit_entries add foreign key (organization_id) references credit_accounts (organization_id);
`;

const states = `
alter table accounts add check (status in ('active', 'suspended', 'closing', 'closed'));
alter table organizations
  add check (status in ('active', 'suspended', 'closed')),
  add check (payment_status in ('current', 'overdue'));
alter table memberships add check (role in ('owner', 'admin', 'developer', 'viewer'));
alter table providers
  add check (mode in ('enabled', 'draining', 'disabled')),
  add check (idempotency in ('key', 'lookup', 'none'));
alter table models
  add check (content_type in ('image', 'video', 'audio', '3d')),
  add check (status in ('active', 'preview', 'deprecated', 'retired', 'disabled')),
  add check (credits_min between 1 and 30 and credits_max between credits_min and 30);
alter table jobs
  add check (status in ('queued', 'processing', 'canceling', 'completed', 'failed', 'canceled', 'needs_input')),
  add check (credits between 1 and 30),
  add check (progress between 0 and 100),
  add check ((finished_at is not null) = (status in ('completed', 'failed', 'canceled', 'needs_input')));
alter table provider_submissions
  add check (state in ('prepared', 'sent', 'accepted', 'succeeded', 'failed', 'unknown', 'canceled'));

-- A final status is final, whatever code runs.
create function refuse_leaving_final_status() returns trigger language plpgsql as $$
begin
  raise exception 'job % is % and stays so', old.id, old.status using errcode = 'check_violation';
end $$;
create trigger jobs_final before update of status on jobs for each row
  when (old.status in ('completed', 'failed', 'canceled', 'needs_input') and new.status <> old.status)
  execute function refuse_leaving_final_status();

-- Waiting requests wake up when a job ends. Only then: a notification takes a lock at commit.
create function notify_job_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('job_ended', new.id);
  return null;
end $$;
create trigger jobs_ended after update of status on jobs for each row
  when (new.finished_at is not null and old.finished_at is null)
  execute function notify_job_ended();

-- What the reconciler looks for: few rows of the many.
create index jobs_open_index on jobs (created_at) where finished_at is null;
create index provider_submissions_unsettled_index on provider_submissions (sent_at)
  where state in ('sent', 'unknown');
`;

const outbox = `
create index outbox_due_index on outbox (available_at, id);
create index outbox_job_index on outbox (job_id);
create index idempotency_receipts_expiry_index on idempotency_receipts (expires_at);
create index jobs_metadata_index on jobs using gin (metadata jsonb_path_ops);
`;

const ledger = `
alter table credit_accounts
  add constraint credit_accounts_available_not_negative check (available >= 0),
  add constraint credit_accounts_held_not_negative check (held >= 0);
alter table credit_entries
  add check (amount > 0),
  add check ((kind, from_bucket, to_bucket) in (
    ('grant', 'issued', 'available'),
    ('hold', 'available', 'held'),
    ('capture', 'held', 'spent'),
    ('release', 'held', 'available'),
    ('expire', 'available', 'issued'),
    ('correction', 'issued', 'available'),
    ('correction', 'available', 'issued')
  )),
  add check ((kind in ('hold', 'capture', 'release')) = (job_id is not null)),
  add check ((job_id is null) = (step is null) and (job_id is null) = (generation is null));

create unique index credit_entries_hold_once on credit_entries (job_id, step, generation)
  where kind = 'hold';
create unique index credit_entries_settle_once on credit_entries (job_id, step, generation)
  where kind in ('capture', 'release');
create unique index credit_entries_grant_once on credit_entries (organization_id, period)
  where kind = 'grant' and period is not null;

-- The balance changes only by a line of the ledger, so the two cannot differ; a line that would
-- make a balance negative fails on the constraint of credit_accounts.
create function post_credit_entries() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from posted p where p.kind in ('capture', 'release') and not exists (
      select 1 from credit_entries h
      where h.kind = 'hold' and h.job_id = p.job_id and h.step = p.step and h.generation = p.generation
        and h.organization_id = p.organization_id and h.amount = p.amount)) then
    raise exception 'a capture or release without a hold of the same amount'
      using errcode = 'check_violation';
  end if;
  update credit_accounts a set available = a.available + p.available, held = a.held + p.held
  from (
    select organization_id,
      coalesce(sum(amount) filter (where to_bucket = 'available'), 0)
        - coalesce(sum(amount) filter (where from_bucket = 'available'), 0) as available,
      coalesce(sum(amount) filter (where to_bucket = 'held'), 0)
        - coalesce(sum(amount) filter (where from_bucket = 'held'), 0) as held
    from posted group by organization_id) p
  where a.organization_id = p.organization_id;
  return null;
end $$;
create trigger credit_entries_post after insert on credit_entries
  referencing new table as posted for each statement execute function post_credit_entries();

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger credit_entries_append_only before update or delete or truncate on credit_entries
  for each statement execute function refuse_ledger_change();
`;

// Windows of rate-limiter-flexible. Unlogged: a crash loses at most one window.
const limits = `
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire_index on rate_limits (expire);
`;
