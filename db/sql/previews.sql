-- A new file wants a preview, in the commit that stores it. Other media types, such as 3D models and texts, have none.
create or replace function want_preview() returns trigger language plpgsql as $$
begin
  insert into previews (file_id, organization_id, storage_key, content_type, duration_seconds, due_at)
  values (new.id, new.organization_id, new.storage_key, new.content_type, new.duration_seconds, clock_timestamp())
  on conflict do nothing;
  return null;
end $$;

create or replace trigger outputs_want_preview
  after insert on outputs
  for each row
  when (new.content_type ~ '^(image|video|audio)/')
  execute function want_preview();

-- A file that returns from quarantine has lost its preview.
create or replace trigger outputs_want_preview_again
  after update on outputs
  for each row
  when (old.deleted_at is not null and new.deleted_at is null and new.content_type ~ '^(image|video|audio)/')
  execute function want_preview();

create or replace trigger assets_want_preview_again
  after update on assets
  for each row
  when (old.deleted_at is not null and new.deleted_at is null and new.content_type ~ '^(image|video|audio)/')
  execute function want_preview();

create or replace trigger assets_want_preview
  after insert on assets
  for each row
  when (new.content_type ~ '^(image|video|audio)/')
  execute function want_preview();

-- A preview shows the content of its file, so its row ends with the file.
create or replace function forget_preview() returns trigger language plpgsql as $$
begin
  delete from previews where file_id = old.id;
  return null;
end $$;

create or replace trigger outputs_forget_preview
  after update on outputs
  for each row
  when (old.deleted_at is null and new.deleted_at is not null)
  execute function forget_preview();

create or replace trigger outputs_deleted
  after delete on outputs
  for each row execute function forget_preview();

create or replace trigger assets_forget_preview
  after update on assets
  for each row
  when (old.deleted_at is null and new.deleted_at is not null)
  execute function forget_preview();

create or replace trigger assets_deleted
  after delete on assets
  for each row execute function forget_preview();
