-- Bytes that somebody is about to remove: no upload makes them an object any more. Without it a commit that is still under way, while
-- its client has lost the connection and cleans up, would leave a row without bytes.
alter table storage.loose_blobs add column given_up boolean not null default false;

-- A table can also be emptied at a stroke.
create function storage.let_all_blobs_go() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into storage.loose_blobs (version) select version from storage.objects where version is not null on conflict (version) do nothing;
  return null;
end $$;
create trigger all_removed_objects_let_their_blobs_go before truncate on storage.objects
  for each statement execute function storage.let_all_blobs_go();
