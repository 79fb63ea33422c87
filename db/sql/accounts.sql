-- Notifies the API processes, which then drop the cached `Caller` objects of this account, organization, session or
-- API key. The argument names the column with the id.
create or replace function notify_credential_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('credential_changed', to_jsonb(old) ->> tg_argv[0]);
  return null;
end $$;

create or replace trigger accounts_changed
  after update of status, is_operator on accounts
  for each row execute function notify_credential_changed('id');

create or replace trigger sessions_changed
  after delete or update of ended_at, organization_id on sessions
  for each row execute function notify_credential_changed('id');
