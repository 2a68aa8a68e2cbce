create function stamp_tracking() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end
$$;
create trigger stamp_update before update on tracking_settings for each row execute function stamp_tracking();

-- Invalidates all pages, because each contains the pixel.
create trigger announce_page_change after insert or update or delete on tracking_settings
  for each statement execute function announce_page_change();
