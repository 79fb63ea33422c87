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
