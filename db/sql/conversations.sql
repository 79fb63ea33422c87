-- A job whose conversation has the uuid of the job starts the conversation. Any other message locks the row, so that a
-- concurrent deletion either finds the message or refuses it.
create or replace function add_message_to_conversation() returns trigger language plpgsql as $$
begin
  if substr(new.conversation_id, 5) = substr(new.id, 5) then
    insert into conversations (id, organization_id) values (new.conversation_id, new.organization_id);
    return null;
  end if;
  perform 1 from conversations
  where id = new.conversation_id and organization_id = new.organization_id and deleted_at is null
  for share;
  if not found then
    raise exception 'the conversation of the job does not exist' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace trigger jobs_conversation
  after insert on jobs
  for each row
  when (new.conversation_id is not null)
  execute function add_message_to_conversation();
