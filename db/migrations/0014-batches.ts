import { Migration } from "@mikro-orm/migrations";

/**
 * Adds batches with a budget and counts of their jobs, and the order in which the relay serves organizations.
 */
export class Migration0014Batches extends Migration {
  override up(): void {
    for (const statement of [tables, counting, serving]) this.addSql(statement);
  }
}

// The counts are sums over the items' statuses; the checks reject impossible values.
const tables = `
create table batches (
  id text not null,
  organization_id text not null,
  account_id text not null,
  api_key_id text,
  name text,
  metadata jsonb not null,
  budget int,
  webhook_url text,
  items int not null,
  queued int not null,
  processing int not null default 0,
  canceling int not null default 0,
  completed int not null default 0,
  failed int not null default 0,
  canceled int not null default 0,
  estimated_credits int not null,
  held_credits int not null,
  captured_credits int not null default 0,
  created_at timestamptz not null default now(),
  cancel_requested_at timestamptz,
  finished_at timestamptz,
  primary key (id)
);
create index batches_list_index on batches (organization_id, id);
create index batches_open_index on batches (created_at) where finished_at is null;
alter table batches
  add foreign key (organization_id) references organizations (id),
  add check (items > 0),
  add check (least(queued, processing, canceling, completed, failed, canceled) >= 0),
  add check (queued + processing + canceling + completed + failed + canceled = items),
  add check (least(held_credits, captured_credits) >= 0),
  add check (held_credits + captured_credits <= estimated_credits),
  add check (estimated_credits <= budget),
  add check ((finished_at is not null) = (queued + processing + canceling = 0));

alter table jobs
  add column batch_id text,
  add column batch_index int,
  add column batch_item_id text;
alter table jobs
  add foreign key (batch_id) references batches (id),
  add check ((batch_id is null) = (batch_index is null)),
  add check (batch_id is null or credits is not null),
  add check (batch_item_id is null or batch_id is not null);
create unique index jobs_batch_index on jobs (batch_id, batch_index) where batch_id is not null;
`;

// Deferred to the commit, after all other locks of the transaction: concurrently ending jobs of one batch
// lock its row in the same order and only briefly, and the transaction of the last item sees all others.
const counting = `
create function batch_webhook_data(batch batches) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'batchId', batch.id,
    'name', batch.name,
    'status', case when batch.cancel_requested_at is not null and batch.canceled > 0
      then 'canceled' else 'completed' end,
    'createdAt', webhook_time(batch.created_at),
    'finishedAt', webhook_time(batch.finished_at),
    'counts', jsonb_build_object('items', batch.items, 'completed', batch.completed,
      'failed', batch.failed, 'canceled', batch.canceled),
    'billing', jsonb_build_object('capturedCredits', batch.captured_credits),
    'metadata', batch.metadata,
    'links', jsonb_build_object('self', '/v1/batches/' || batch.id)))
$$;

create function count_batch_item() returns trigger language plpgsql
  -- A session keeps its plans: one that was made while the table was small would read it whole.
  set enable_seqscan = off as $$
declare
  has_ended constant boolean := new.finished_at is not null;
  ended batches;
begin
  update batches b set
    queued = b.queued - (old.status = 'queued')::int,
    processing = b.processing - (old.status = 'processing')::int + (new.status = 'processing')::int,
    canceling = b.canceling - (old.status = 'canceling')::int + (new.status = 'canceling')::int,
    completed = b.completed + (new.status = 'completed')::int,
    failed = b.failed + (new.status = 'failed')::int,
    canceled = b.canceled + (new.status = 'canceled')::int,
    held_credits = b.held_credits - old.credits + case when has_ended then 0 else new.credits end,
    captured_credits = b.captured_credits + case when new.status = 'completed' then new.credits else 0 end,
    finished_at = case when has_ended and b.queued + b.processing + b.canceling = 1 then clock_timestamp() end
  where b.id = new.batch_id
  returning * into ended;
  if ended.finished_at is not null then
    perform raise_webhook_event(ended.organization_id, 'batch.completed', ended.id,
      batch_webhook_data(ended), ended.finished_at, ended.webhook_url);
  end if;
  return null;
end $$;
create constraint trigger jobs_batch_counted after update on jobs
  deferrable initially deferred for each row
  when (new.batch_id is not null and old.finished_at is null
    and (old.status <> new.status or old.credits <> new.credits))
  execute function count_batch_item();
`;

// The relay serves organizations round-robin: this index finds the first messages of each.
const serving = `
create index outbox_turn_index on outbox (coalesce(organization_id, ''), available_at, id);
drop index outbox_due_index;
`;
