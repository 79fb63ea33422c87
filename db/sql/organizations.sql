create or replace trigger organizations_changed
  after update of status, plan, requests_per_hour, payment_status on organizations
  for each row execute function notify_credential_changed('id');

create or replace trigger memberships_changed
  after delete or update of role on memberships
  for each row execute function notify_credential_changed('account_id');

create or replace trigger api_keys_changed
  after delete or update of
    hash, previous_hash, previous_valid_until, permissions, allowed_addresses, expires_at, revoked_at on api_keys
  for each row execute function notify_credential_changed('id');

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end $$;

create or replace function await_journal() returns trigger language plpgsql as $$
begin
  insert into journal_waiting (audit_id) values (new.id) on conflict do nothing;
  return null;
end $$;

create or replace trigger audit_log_journal
  after insert on audit_log
  for each row execute function await_journal();

create or replace trigger audit_log_append_only
  before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
