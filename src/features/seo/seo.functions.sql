create function stamp_seo() returns trigger language plpgsql set search_path = '' as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$$;
create trigger stamp_update before update on seo_overrides for each row execute function stamp_seo();
create trigger stamp_update before update on seo_settings for each row execute function stamp_seo();
create trigger announce_page_change after insert or update or delete on seo_overrides
  for each statement execute function announce_page_change();
create trigger announce_page_change after insert or update or delete on seo_settings
  for each statement execute function announce_page_change();
