-- The bytes of a recording are deleted with the last webinar that references them.
create function forget_webinar_recording() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from storage.objects o where o.bucket_id = 'webinar-recordings' and '/webinar/watch/recording/' || o.name = old.recording ->> 'ref'
    and not exists (select from public.webinars w where w.recording ->> 'ref' = old.recording ->> 'ref');
  return null;
end
$$;
create trigger forget_recording after delete on webinars for each row execute function forget_webinar_recording();
create trigger forget_replaced_recording after update of recording on webinars
  for each row when (old.recording is distinct from new.recording) execute function forget_webinar_recording();
