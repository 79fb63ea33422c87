create or replace function refuse_leaving_settled_status() returns trigger language plpgsql as $$
begin
  raise exception 'step % of run % is % and stays so', old.key, old.run_id, old.status
    using errcode = 'check_violation';
end $$;

create or replace trigger run_steps_final
  before update of status on run_steps
  for each row
  when (old.status in ('completed', 'reused', 'skipped', 'failed', 'canceled') and new.status <> old.status)
  execute function refuse_leaving_settled_status();

create or replace function advance_run() returns trigger language plpgsql as $$
begin
  insert into outbox (kind, subject_id, organization_id) values ('advance', new.run_id, new.organization_id);
  return null;
end $$;

create or replace trigger jobs_advance_run
  after update of finished_at on jobs
  for each row
  when (new.run_id is not null and old.finished_at is null and new.finished_at is not null)
  execute function advance_run();
