-- The organization's keys are cached with its callers.
create or replace function notify_provider_keys_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('credential_changed', new.organization_id);
  return null;
end $$;

create or replace trigger organization_provider_keys_changed
  after insert or update of removed_at on organization_provider_keys
  for each row execute function notify_provider_keys_changed();
