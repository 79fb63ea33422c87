-- A run refers to a version, so a version never changes. It is deleted only with its pipeline, when an organization is
-- erased.
create or replace function refuse_version_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select 1 from pipelines p where p.id = old.pipeline_id) then
    return old;
  end if;
  raise exception 'versions of pipelines are append-only' using errcode = 'insufficient_privilege';
end $$;

create or replace trigger pipeline_versions_append_only
  before update or delete on pipeline_versions
  for each row execute function refuse_version_change();
