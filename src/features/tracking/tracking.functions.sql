create function note_tracking_edited() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end
$$;
create trigger note_edited before update on tracking_settings for each row execute function note_tracking_edited();

-- Every page names the pixel.
create trigger announce_page_change after insert or update or delete on tracking_settings
  for each statement execute function announce_page_change();
