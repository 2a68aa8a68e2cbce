-- The bytes of captions are deleted with the last webinar that references them.
create function forget_webinar_captions() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from storage.objects o where o.bucket_id = 'webinar-captions'
    and '/storage/v1/object/public/webinar-captions/' || o.name = old.captions_url
    and not exists (select from public.webinars w where w.captions_url = old.captions_url);
  return null;
end
$$;
create trigger forget_captions after delete on webinars for each row execute function forget_webinar_captions();
create trigger forget_replaced_captions after update of captions_url on webinars
  for each row when (old.captions_url is distinct from new.captions_url) execute function forget_webinar_captions();
